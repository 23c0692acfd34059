/* SPDX-License-Identifier: MIT */
/*
 * Another tool's preloaded library that wraps dlsym, in the usual way: the real one is found by
 * dlvsym, one name is answered for, and everything else is handed on (by a jump, if the compiler is
 * told to optimise: it is).
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#ifdef BY_HANDLE
#define WHERE dlopen("libc.so.6", RTLD_LAZY)
#else
#define WHERE RTLD_NEXT
#endif

static int marker(void)
{
    return 42;
}

void *dlsym(void *restrict handle, const char *restrict name)
{
    static void *(*real)(void *restrict, const char *restrict);

    if (!real)
        real =
            (void *(*)(void *restrict, const char *restrict))dlvsym(WHERE, "dlsym", DLSYM_VERSION);
    if (strcmp(name, "dlsym_wrapper_marker") == 0)
        return (void *)marker;
    return real(handle, name);
}
