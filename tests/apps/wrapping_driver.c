/* SPDX-License-Identifier: MIT */
/*
 * Another tool's preloaded library that wraps dlsym and a driver function: where the real lookup
 * succeeds, it answers with its own function, by that function's name.
 */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void *(*real)(void *restrict, const char *restrict);
static __typeof(&cuStreamCreate) create;

CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
    printf("wrapped\n");
    return create ? create(stream, flags) : CUDA_ERROR_NOT_FOUND;
}

void *dlsym(void *restrict handle, const char *restrict name)
{
    if (!real)
        real = (void *(*)(void *restrict, const char *restrict))dlvsym(RTLD_NEXT, "dlsym",
                                                                       DLSYM_VERSION);
    if (strcmp(name, "cuStreamCreate") != 0)
        return real(handle, name);
    void *found = real(handle, name);
    if (!found)
        return NULL;
    create = (__typeof(create))found;
    return (void *)cuStreamCreate;
}
