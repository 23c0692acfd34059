/* SPDX-License-Identifier: MIT */
/*
 * whose: says of each creation function, as each way but a direct call gives it, in which library
 * it lies; in each way twice.
 */
#include "ways.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void show(const char *way, const char *name, void *function)
{
    Dl_info info;

    if (!function || !dladdr(function, &info))
        return;
    const char *base = strrchr(info.dli_fname, '/');
    printf("%s %s: %s\n", way, name, base ? base + 1 : info.dli_fname);
}

int main(void)
{
    static const char *const ways[] = {
        "local",
        "program",
        "default",
        "next",
        "version",
        "v1-link",
        "v1-handle",
        "v1-itself",
        "v2-link",
        "v2-handle",
        "v2-itself",
        "entry-link",
        "entry-handle",
        "entryptsz-handle",
        "byversion-link",
        "byversion-handle",
        "byversionptsz-handle",
        "defaultversion",
    };
    void *driver, *runtime;

    open_libraries(RTLD_GLOBAL, &driver, &runtime);
    for (size_t i = 0; i < 2 * sizeof(ways) / sizeof(*ways); i++) {
        struct creation_functions create = {0};
        if (!come_by(ways[i / 2], &create))
            return 2;
#define X(name) show(ways[i / 2], #name, (void *)create.name);
        CREATION_FUNCTIONS(X)
#undef X
    }
    return 0;
}
