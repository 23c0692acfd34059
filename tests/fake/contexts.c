/* SPDX-License-Identifier: MIT */
/*
 * contexts.c - the memory of contexts, and the calls that make and end them.
 *
 * Contexts lie in one fixed array: any pointer can be checked without following it, nothing is
 * allocated, and no lock is needed (hosts fork while other threads are in here). The first slots
 * are the devices' primary contexts. Slot i of `greens` is the green handle of context slot i.
 */
#include <stdatomic.h>
#include <stddef.h>

#include "driver.h"

struct CUctx_st {
    atomic_int references; /* 0: free */
    atomic_uint generation;
    atomic_int failure; /* 0, or what every call in it gives from now on */
    int device;
    bool green;
};

struct CUgreenCtx_st {
    char unused;
};

static struct CUctx_st contexts[MAX_CONTEXTS];
static struct CUgreenCtx_st greens[MAX_CONTEXTS];

bool context_valid(CUcontext ctx)
{
    uintptr_t offset = (uintptr_t)ctx - (uintptr_t)contexts;
    return ctx && offset < sizeof contexts && offset % sizeof contexts[0] == 0 &&
           atomic_load(&ctx->references) > 0;
}

static bool is_primary(CUcontext ctx)
{
    return ctx < contexts + FAKE_MAX_DEVICES;
}

int context_device(CUcontext ctx)
{
    return is_primary(ctx) ? (int)(ctx - contexts) : ctx->device;
}

unsigned int context_generation(CUcontext ctx)
{
    return atomic_load(&ctx->generation);
}

int context_slot(CUcontext ctx)
{
    return (int)(ctx - contexts);
}

void context_fail(CUcontext ctx, CUresult failure)
{
    atomic_store(&ctx->failure, (int)failure);
}

CUresult context_failure(CUcontext ctx)
{
    return (CUresult)atomic_load(&ctx->failure);
}

static CUcontext claim(CUdevice device, bool green)
{
    for (int i = FAKE_MAX_DEVICES; i < MAX_CONTEXTS; i++) {
        int none = 0;
        if (!atomic_compare_exchange_strong(&contexts[i].references, &none, 1))
            continue;
        contexts[i].device = device;
        contexts[i].green = green;
        return &contexts[i];
    }
    return NULL;
}

/* The generation goes up first: nobody sees the slot's next life with this one's number. */
static void drop(CUcontext ctx)
{
    atomic_fetch_add(&ctx->generation, 1);
    atomic_store(&ctx->failure, CUDA_SUCCESS);
    atomic_fetch_sub(&ctx->references, 1);
}

CUcontext context_primary(CUdevice device)
{
    return &contexts[device];
}

CUresult context_retain_primary(CUdevice device, CUcontext *ctx)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!driver_has_device(device))
        return CUDA_ERROR_INVALID_DEVICE;
    *ctx = &contexts[device];
    atomic_fetch_add(&(*ctx)->references, 1);
    return CUDA_SUCCESS;
}

CUresult context_release_primary(CUdevice device)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!driver_has_device(device))
        return CUDA_ERROR_INVALID_DEVICE;
    CUcontext ctx = &contexts[device];
    if (atomic_load(&ctx->references) == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (atomic_fetch_sub(&ctx->references, 1) == 1) {
        atomic_fetch_add(&ctx->generation, 1);
        atomic_store(&ctx->failure, CUDA_SUCCESS);
    }
    return CUDA_SUCCESS;
}

CUcontext context_new_green(CUdevice device)
{
    return claim(device, true);
}

void context_drop_green(CUcontext ctx)
{
    drop(ctx);
}

CUgreenCtx context_to_green(CUcontext ctx)
{
    return ctx->green ? &greens[ctx - contexts] : NULL;
}

CUcontext context_from_green(CUgreenCtx green)
{
    uintptr_t offset = (uintptr_t)green - (uintptr_t)greens;
    if (!green || offset >= sizeof greens)
        return NULL;
    CUcontext ctx = &contexts[offset / sizeof greens[0]];
    return context_valid(ctx) && ctx->green ? ctx : NULL;
}

static CUresult body_cuDevicePrimaryCtxRetain(CUcontext *ctx, CUdevice device)
{
    if (!ctx)
        return driver_initialised() ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_NOT_INITIALIZED;
    return context_retain_primary(device, ctx);
}
DRIVER_FUNCTION(cuDevicePrimaryCtxRetain, (CUcontext * ctx, CUdevice device), (ctx, device),
                "%s device=%d", FAKE_OUT(ctx), device)

DRIVER_FUNCTION_AS(cuDevicePrimaryCtxRelease, context_release_primary, (CUdevice device), (device),
                   " device=%d", device)
DRIVER_FUNCTION_AS(cuDevicePrimaryCtxRelease_v2, context_release_primary, (CUdevice device),
                   (device), " device=%d", device)

static CUresult create(CUcontext *ctx, CUdevice device)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!ctx)
        return CUDA_ERROR_INVALID_VALUE;
    if (!driver_has_device(device))
        return CUDA_ERROR_INVALID_DEVICE;
    CUcontext made = claim(device, false);
    if (!made)
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult result = current_push(made);
    if (result == CUDA_SUCCESS)
        *ctx = made;
    else
        drop(made);
    return result;
}

static CUresult body_cuCtxCreate(CUcontext *ctx, unsigned int flags, CUdevice device)
{
    (void)flags;
    return create(ctx, device);
}
DRIVER_FUNCTION(cuCtxCreate, (CUcontext * ctx, unsigned int flags, CUdevice device),
                (ctx, flags, device), "%s flags=%u device=%d", FAKE_OUT(ctx), flags, device)
DRIVER_FUNCTION_AS(cuCtxCreate_v2, body_cuCtxCreate,
                   (CUcontext * ctx, unsigned int flags, CUdevice device), (ctx, flags, device),
                   "%s flags=%u device=%d", FAKE_OUT(ctx), flags, device)

static CUresult body_cuCtxCreate_v3(CUcontext *ctx, void *affinity, int count, unsigned int flags,
                                    CUdevice device)
{
    (void)affinity, (void)count, (void)flags;
    return create(ctx, device);
}
DRIVER_FUNCTION(cuCtxCreate_v3,
                (CUcontext * ctx, void *affinity, int count, unsigned int flags, CUdevice device),
                (ctx, affinity, count, flags, device), "%s count=%d flags=%u device=%d",
                FAKE_OUT(ctx), count, flags, device)

static CUresult body_cuCtxCreate_v4(CUcontext *ctx, void *parameters, unsigned int flags,
                                    CUdevice device)
{
    (void)parameters, (void)flags;
    return create(ctx, device);
}
DRIVER_FUNCTION(cuCtxCreate_v4,
                (CUcontext * ctx, void *parameters, unsigned int flags, CUdevice device),
                (ctx, parameters, flags, device), "%s flags=%u device=%d", FAKE_OUT(ctx), flags,
                device)

/* A primary or green context has its own end. */
static CUresult body_cuCtxDestroy(CUcontext ctx)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!context_valid(ctx) || is_primary(ctx) || ctx->green)
        return CUDA_ERROR_INVALID_CONTEXT;
    current_forget(ctx);
    drop(ctx);
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuCtxDestroy, (CUcontext ctx), (ctx), FAKE_NO_ARGUMENTS)
DRIVER_FUNCTION_AS(cuCtxDestroy_v2, body_cuCtxDestroy, (CUcontext ctx), (ctx), FAKE_NO_ARGUMENTS)
