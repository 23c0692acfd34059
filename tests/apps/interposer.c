/* SPDX-License-Identifier: MIT */
/* Another tool's preloaded library: counts streams and hands the call on to the next definition. */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <stdio.h>

CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
    static __typeof(&cuStreamCreate) next;

    if (!next)
        next = (__typeof(next))dlsym(RTLD_NEXT, "cuStreamCreate");
    printf("interposer: cuStreamCreate flags=%u%s\n", flags, next == cuStreamCreate ? " LOOP" : "");
    return next && next != cuStreamCreate ? next(stream, flags) : CUDA_ERROR_NOT_FOUND;
}
