/* SPDX-License-Identifier: MIT */
/*
 * start          a program that does what the CUDA runtime does at its start: opens the driver and
 *                asks it for some 440 functions (lookups.def)
 * start idle     one that does nothing
 *
 * With PAGES in the environment it says at its end how much memory it has of its own: the size of
 * its private dirty pages, in KiB.
 */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct lookup {
    const char *name;
    int version;
    cuuint64_t flags;
} lookups[] = {
#define LOOKUP(name, version, flags) {#name, version, flags},
#include "lookups.def"
#undef LOOKUP
};

/* As it goes on, the runtime asks by the newest form that it was given of the function itself. */
static int start(void)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    __typeof(&cuGetProcAddress_v2) ask;

    if (!driver)
        return 1;
    ask = (__typeof(ask))dlsym(driver, "cuGetProcAddress_v2");
    for (size_t i = 0; ask && i < sizeof(lookups) / sizeof(*lookups); i++) {
        const struct lookup *lookup = &lookups[i];
        void *function = NULL;

        if (ask(lookup->name, &function, lookup->version, lookup->flags, NULL) == CUDA_SUCCESS &&
            lookup->version == 12000 && strcmp(lookup->name, "cuGetProcAddress") == 0)
            ask = (__typeof(ask))function;
        if (i == 0 && function)
            ((__typeof(&cuInit))function)(0);
    }
    return ask ? 0 : 1;
}

/* Read into memory that is there anyway: stdio would take more. */
static void say_pages(void)
{
    char text[2048];
    int file = open("/proc/self/smaps_rollup", O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, text, sizeof(text) - 1);

    if (length > 0) {
        text[length] = '\0';
        const char *line = strstr(text, "Private_Dirty:");
        printf("%d\n", line ? atoi(line + strlen("Private_Dirty:")) : -1);
    }
}

int main(int argc, char **argv)
{
    int status = argc == 2 && strcmp(argv[1], "idle") == 0 ? 0 : start();

    if (getenv("PAGES"))
        say_pages();
    return status;
}
