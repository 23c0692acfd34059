/* SPDX-License-Identifier: MIT */
/*
 * runtime_execution.c - execution contexts (CUDA 13.1): a device's primary context or a green one,
 * named by a handle, whatever context is current.
 *
 * Which driver call the real cudaExecutionCtxStreamCreate makes is not established (facts/cuda.md
 * 1.3); this takes the expected one.
 */
#include <stdatomic.h>
#include <stddef.h>

#include "runtime.h"

enum { MAX_GREEN = 64, SLOTS = FAKE_MAX_DEVICES + MAX_GREEN };

/* The first slots are the devices' primary contexts. */
struct cudaExecutionContext_st {
    atomic_bool ready;
    int device;
    CUgreenCtx green;
};

static struct cudaExecutionContext_st execution[SLOTS];
static atomic_int greens_made;

static bool valid(cudaExecutionContext_t ctx)
{
    uintptr_t offset = (uintptr_t)ctx - (uintptr_t)execution;
    return ctx && offset < sizeof execution && offset % sizeof execution[0] == 0 &&
           atomic_load(&ctx->ready);
}

static cudaError_t check_device(const struct runtime_driver **driver, int device)
{
    int count = 0;
    cudaError_t result = runtime_ready(driver);
    if (result == cudaSuccess)
        result = DRIVER_CALL(*driver, cuDeviceGetCount, &count);
    if (result != cudaSuccess)
        return result;
    return device >= 0 && device < count ? cudaSuccess : cudaErrorInvalidDevice;
}

static cudaError_t body_cudaDeviceGetExecutionCtx(cudaExecutionContext_t *ctx, int device)
{
    if (!ctx)
        return cudaErrorInvalidValue;
    const struct runtime_driver *driver;
    CUcontext primary;
    cudaError_t result = check_device(&driver, device);
    if (result == cudaSuccess)
        result = runtime_primary(driver, device, &primary);
    if (result != cudaSuccess)
        return result;
    atomic_store(&execution[device].ready, true);
    *ctx = &execution[device];
    return cudaSuccess;
}
RUNTIME_FUNCTION(cudaDeviceGetExecutionCtx, (cudaExecutionContext_t * ctx, int device),
                 (ctx, device), "%s device=%d", FAKE_OUT(ctx), device)

static cudaError_t make_green(const struct runtime_driver *driver, int device, CUgreenCtx *green)
{
    CUdevResource resource;
    CUdevResourceDesc desc;
    cudaError_t result =
        DRIVER_CALL(driver, cuDeviceGetDevResource, device, &resource, CU_DEV_RESOURCE_TYPE_SM);
    if (result == cudaSuccess)
        result = DRIVER_CALL(driver, cuDevResourceGenerateDesc, &desc, &resource, 1);
    if (result == cudaSuccess)
        result =
            DRIVER_CALL(driver, cuGreenCtxCreate, green, desc, device, CU_GREEN_CTX_DEFAULT_STREAM);
    return result;
}

/* For tests: in one call what the real way (cudaGreenCtxCreate) takes three for. */
static cudaError_t body_fake_cudaGreenExecutionCtxCreate(cudaExecutionContext_t *ctx, int device)
{
    if (!ctx)
        return cudaErrorInvalidValue;
    const struct runtime_driver *driver;
    CUgreenCtx green;
    cudaError_t result = check_device(&driver, device);
    if (result == cudaSuccess)
        result = make_green(driver, device, &green);
    if (result != cudaSuccess)
        return result;
    int slot = FAKE_MAX_DEVICES + atomic_fetch_add(&greens_made, 1);
    if (slot >= SLOTS)
        return cudaErrorMemoryAllocation;
    execution[slot].device = device;
    execution[slot].green = green;
    atomic_store(&execution[slot].ready, true);
    *ctx = &execution[slot];
    return cudaSuccess;
}
RUNTIME_FUNCTION(fake_cudaGreenExecutionCtxCreate, (cudaExecutionContext_t * ctx, int device),
                 (ctx, device), "%s device=%d", FAKE_OUT(ctx), device)

static int device_of(cudaExecutionContext_t ctx)
{
    return ctx->green ? ctx->device : (int)(ctx - execution);
}

static cudaError_t body_cudaExecutionCtxGetDevice(int *device, cudaExecutionContext_t ctx)
{
    if (!device || !valid(ctx))
        return cudaErrorInvalidValue;
    *device = device_of(ctx);
    return cudaSuccess;
}
RUNTIME_FUNCTION(cudaExecutionCtxGetDevice, (int *device, cudaExecutionContext_t ctx),
                 (device, ctx), "%s", FAKE_OUT(device))

static cudaError_t create_in_primary(const struct runtime_driver *driver, int device,
                                     cudaStream_t *stream, unsigned int flags, int priority)
{
    CUcontext primary;
    cudaError_t result = runtime_primary(driver, device, &primary);
    if (result == cudaSuccess)
        result = DRIVER_CALL(driver, cuCtxPushCurrent_v2, primary);
    if (result != cudaSuccess)
        return result;
    result = DRIVER_CALL(driver, cuStreamCreateWithPriority, stream, flags, priority);
    DRIVER_CALL(driver, cuCtxPopCurrent_v2, &primary);
    return result;
}

/* In a green context default flags are taken for non-blocking ones (NVIDIA's 13.1 page). */
static cudaError_t body_cudaExecutionCtxStreamCreate(cudaStream_t *stream,
                                                     cudaExecutionContext_t ctx, unsigned int flags,
                                                     int priority)
{
    if (!valid(ctx))
        return cudaErrorInvalidValue;
    const struct runtime_driver *driver;
    cudaError_t result = runtime_ready(&driver);
    if (result != cudaSuccess)
        return result;
    if (!ctx->green)
        return create_in_primary(driver, device_of(ctx), stream, flags, priority);
    return DRIVER_CALL(driver, cuGreenCtxStreamCreate, stream, ctx->green,
                       flags | (unsigned int)CU_STREAM_NON_BLOCKING, priority);
}
RUNTIME_FUNCTION(cudaExecutionCtxStreamCreate,
                 (cudaStream_t * stream, cudaExecutionContext_t ctx, unsigned int flags,
                  int priority),
                 (stream, ctx, flags, priority), "%s flags=%u priority=%d", FAKE_OUT(stream), flags,
                 priority)
