/* SPDX-License-Identifier: MIT */
/*
 * The least that a preloaded library can do that wants to see lookups: one compare of the name's
 * first bytes, and on to the real dlsym by a jump. A measure for ours; it answers for nothing.
 */
#include <dlfcn.h>
#include <stddef.h>

static void *(*real)(void *restrict, const char *restrict);

__attribute__((constructor)) static void start(void)
{
    if (!real)
        real = (__typeof(real))dlvsym(RTLD_NEXT, "dlsym", DLSYM_VERSION);
}

void *dlsym(void *restrict handle, const char *restrict name)
{
    if (!real)
        start();
    if (name[0] == 'c' && name[1] == 'u' && name[2] == '\0')
        return NULL;
    return real(handle, name);
}
