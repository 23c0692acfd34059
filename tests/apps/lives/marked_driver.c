/* SPDX-License-Identifier: MIT */
/*
 * The small driver of marked.h. A stream's handle is its priority and a mark that tells the two
 * builds of this file apart; FILLER_FIRST moves all functions, so that an address in the one is
 * none in the other, though both are of one size.
 */
#include "marked.h"

#include "fake_cuda.h"

#include <execinfo.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

struct marked marked;

#ifdef FILLER_FIRST
enum { MARK = 0x20000 };
#else
enum { MARK = 0x10000 };
#endif

void marked_filler(void);
#define FILLER                                                                                     \
    void marked_filler(void)                                                                       \
    {                                                                                              \
        __asm__ volatile(".skip 2048, 0");                                                         \
    }

#ifdef FILLER_FIRST
FILLER
#endif

/* A frame starts where a call has left the stack: at a multiple of 16, wherever there are frames.
 */
#define CALLED                                                                                     \
    (marked.calls++, marked.misaligned += (uintptr_t)__builtin_frame_address(0) % 16 != 0)

CUresult cuInit(unsigned int flags)
{
    CALLED;
    return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *ctx, CUdevice device)
{
    CALLED;
    *ctx = (CUcontext)&marked;
    return device ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext ctx)
{
    CALLED;
    return ctx ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    CALLED;
    *least = 2;
    *greatest = -5;
    return CUDA_SUCCESS;
}

static CUresult make(CUstream *stream, int priority)
{
    pthread_testcancel();
    marked.frames = backtrace(marked.frame, MARKED_FRAMES);
    *stream = (CUstream)(uintptr_t)(MARK + 100 + priority);
    return CUDA_SUCCESS;
}

CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
    CALLED;
    return flags > 1 ? CUDA_ERROR_INVALID_VALUE : make(stream, 0);
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority)
{
    CALLED;
    return flags > 1 ? CUDA_ERROR_INVALID_VALUE : make(stream, priority);
}

CUresult cuStreamGetPriority(CUstream stream, int *priority)
{
    CALLED;
    *priority = (int)(uintptr_t)stream - MARK - 100;
    return *priority < -100 || *priority > 100 ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
}

CUresult cuStreamDestroy_v2(CUstream stream)
{
    CALLED;
    return stream ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuGetProcAddress_v2(const char *symbol, void **function, int version, cuuint64_t flags,
                             CUdriverProcAddressQueryResult *status)
{
    CALLED;
    (void)version, (void)flags, (void)status;
    *function = strcmp(symbol, "cuStreamCreate") == 0 ? (void *)cuStreamCreate : NULL;
    return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

#ifndef FILLER_FIRST
FILLER
#endif
