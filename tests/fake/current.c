/* SPDX-License-Identifier: MIT */
/*
 * current.c - each thread's stack of current contexts, and what is asked of the current one.
 */
#include <stddef.h>

#include "driver.h"

enum { STACK_DEPTH = 64 };

/* The generation tells whether the context was destroyed while it lay here. */
struct stack_entry {
    CUcontext ctx;
    unsigned int generation;
};

static __thread struct stack_entry stack[STACK_DEPTH];
static __thread int depth;

CUresult current_context(CUcontext *ctx)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (depth == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    struct stack_entry top = stack[depth - 1];
    if (!context_valid(top.ctx) || context_generation(top.ctx) != top.generation)
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    *ctx = top.ctx;
    return context_failure(top.ctx);
}

CUresult current_push(CUcontext ctx)
{
    if (depth == STACK_DEPTH)
        return CUDA_ERROR_OUT_OF_MEMORY;
    stack[depth++] = (struct stack_entry){ctx, context_generation(ctx)};
    return CUDA_SUCCESS;
}

void current_forget(CUcontext ctx)
{
    if (depth > 0 && stack[depth - 1].ctx == ctx)
        depth--;
}

static CUresult body_cuCtxGetCurrent(CUcontext *ctx)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!ctx)
        return CUDA_ERROR_INVALID_VALUE;
    *ctx = depth > 0 ? stack[depth - 1].ctx : NULL;
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuCtxGetCurrent, (CUcontext * ctx), (ctx), "%s", FAKE_OUT(ctx))

/* Replaces the top of the stack; NULL takes it away. */
static CUresult body_cuCtxSetCurrent(CUcontext ctx)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (ctx && !context_valid(ctx))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (depth > 0)
        depth--;
    return ctx ? current_push(ctx) : CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuCtxSetCurrent, (CUcontext ctx), (ctx), FAKE_NO_ARGUMENTS)

static CUresult body_cuCtxPushCurrent(CUcontext ctx)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!context_valid(ctx))
        return CUDA_ERROR_INVALID_CONTEXT;
    return current_push(ctx);
}
DRIVER_FUNCTION(cuCtxPushCurrent, (CUcontext ctx), (ctx), FAKE_NO_ARGUMENTS)
DRIVER_FUNCTION_AS(cuCtxPushCurrent_v2, body_cuCtxPushCurrent, (CUcontext ctx), (ctx),
                   FAKE_NO_ARGUMENTS)

/* Programs do pass NULL here ("pop, I know which"), so it is accepted. */
static CUresult body_cuCtxPopCurrent(CUcontext *ctx)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (depth == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    depth--;
    if (ctx)
        *ctx = stack[depth].ctx;
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuCtxPopCurrent, (CUcontext * ctx), (ctx), "%s", FAKE_OUT(ctx))
DRIVER_FUNCTION_AS(cuCtxPopCurrent_v2, body_cuCtxPopCurrent, (CUcontext * ctx), (ctx), "%s",
                   FAKE_OUT(ctx))

static CUresult body_cuCtxGetDevice(CUdevice *device)
{
    CUcontext ctx;
    CUresult result = current_context(&ctx);
    if (result != CUDA_SUCCESS)
        return result;
    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    *device = context_device(ctx);
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuCtxGetDevice, (CUdevice * device), (device), "%s", FAKE_OUT(device))

/* The 13.0 form: NULL means the current context. */
static CUresult body_cuCtxGetDevice_v2(CUdevice *device, CUcontext ctx)
{
    if (!ctx)
        return body_cuCtxGetDevice(device);
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    if (!context_valid(ctx))
        return CUDA_ERROR_INVALID_CONTEXT;
    *device = context_device(ctx);
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuCtxGetDevice_v2, (CUdevice * device, CUcontext ctx), (device, ctx), "%s",
                FAKE_OUT(device))

/* Either pointer may be NULL (cuda.h 13.0). */
static CUresult body_cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    CUcontext ctx;
    CUresult result = current_context(&ctx);
    if (result != CUDA_SUCCESS)
        return result;
    struct fake_range range = fake_range(context_device(ctx));
    if (least)
        *least = range.least;
    if (greatest)
        *greatest = range.greatest;
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuCtxGetStreamPriorityRange, (int *least, int *greatest), (least, greatest), "%s%s",
                least ? "" : " least=NULL", greatest ? "" : " greatest=NULL")
