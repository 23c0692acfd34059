/* SPDX-License-Identifier: MIT */
/* A program of another C library that looks symbols up, hooked names among them. */
#include <dlfcn.h>
#include <stdio.h>

int main(void)
{
    static const char *const names[] = {"getpid",           "dlsym", "cuStreamCreate",
                                        "no_such_function", "cu",    "d"};

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        printf("%s: %s\n", names[i], dlsym(RTLD_DEFAULT, names[i]) ? "there" : "null");
    printf("next dlsym: %s\n", dlsym(RTLD_NEXT, "dlsym") ? "there" : "null");
    return 0;
}
