/* SPDX-License-Identifier: MIT */
/* Another tool's preloaded library that wraps dlvsym, and tells of each of CUDA's names. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

void *dlvsym(void *restrict handle, const char *restrict name, const char *restrict version)
{
    void *(*real)(void *restrict, const char *restrict, const char *restrict) =
        (void *(*)(void *restrict, const char *restrict, const char *restrict))dlsym(RTLD_NEXT,
                                                                                     "dlvsym");

    if (strncmp(name, "cu", 2) == 0)
        printf("dlvsym: %s\n", name);
    return real(handle, name, version);
}
