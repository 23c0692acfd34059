/* SPDX-License-Identifier: MIT */
/* Asks the loader in the ways that tell a caller from another, and prints the answers. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* An answer by the object that it lies in. */
static const char *object(void *address)
{
    static char name[4096];
    Dl_info info;

    if (!address)
        return "none";
    if (!dladdr(address, &info) || !info.dli_fname)
        return "nowhere";
    strncpy(name, info.dli_fname, sizeof name - 1);
    return strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
}

static void error(const char *when)
{
    const char *text = dlerror();
    printf("dlerror %s: %s\n", when, text ? text : "none");
}

int main(void)
{
    error("at the start");
    printf("next malloc: %s\n", object(dlsym(RTLD_NEXT, "malloc")));
    printf("default malloc: %s\n", object(dlsym(RTLD_DEFAULT, "malloc")));
    printf("next main: %s\n", object(dlsym(RTLD_NEXT, "main")));
    error("after a name that isn't there");
    printf("cos: %s\n", object(dlsym(RTLD_DEFAULT, "no_such_function")));
    error("after another");
    error("when read again");
    printf("a library: %s\n", dlopen("no-such-library.so", RTLD_NOW) ? "there" : "not there");
    error("after dlopen");
    return 0;
}
