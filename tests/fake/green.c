/* SPDX-License-Identifier: MIT */
/*
 * green.c - green contexts: resources of a device, made into a context that streams can be made in.
 *
 * The way is the real one (resource, descriptor, context); the resources themselves are all of the
 * device's, and nothing is split.
 */
#include <stddef.h>
#include <string.h>

#include "driver.h"

struct CUdevResourceDesc_st {
    char unused;
};

/* One descriptor a device: descriptor i stands for all of device i. */
static struct CUdevResourceDesc_st descs[FAKE_MAX_DEVICES];

static CUresult body_cuDeviceGetDevResource(CUdevice device, CUdevResource *resource,
                                            CUdevResourceType type)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!resource)
        return CUDA_ERROR_INVALID_VALUE;
    if (!driver_has_device(device))
        return CUDA_ERROR_INVALID_DEVICE;
    if (type != CU_DEV_RESOURCE_TYPE_SM)
        return CUDA_ERROR_INVALID_RESOURCE_TYPE;
    memset(resource, 0, sizeof *resource);
    resource->type = type;
    memcpy(resource->hidden, &device, sizeof device);
    resource->value.sm = (CUdevSmResource){16, 2, 2};
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuDeviceGetDevResource,
                (CUdevice device, CUdevResource *resource, CUdevResourceType type),
                (device, resource, type), "%s device=%d type=%d", FAKE_OUT(resource), device,
                (int)type)

static CUresult body_cuDevResourceGenerateDesc(CUdevResourceDesc *desc, CUdevResource *resources,
                                               unsigned int count)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!desc || !resources || count == 0)
        return CUDA_ERROR_INVALID_VALUE;
    int first = 0;
    for (unsigned int i = 0; i < count; i++) {
        int device;
        memcpy(&device, resources[i].hidden, sizeof device);
        if (resources[i].type != CU_DEV_RESOURCE_TYPE_SM || !driver_has_device(device))
            return CUDA_ERROR_INVALID_RESOURCE_TYPE;
        if (i > 0 && device != first)
            return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
        first = device;
    }
    *desc = &descs[first];
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuDevResourceGenerateDesc,
                (CUdevResourceDesc * desc, CUdevResource *resources, unsigned int count),
                (desc, resources, count), "%s count=%u", FAKE_OUT(desc), count)

/* Keeps the device's primary context for its own life. Flag DEFAULT_STREAM is required (13.0). */
static CUresult body_cuGreenCtxCreate(CUgreenCtx *green, CUdevResourceDesc desc, CUdevice device,
                                      unsigned int flags)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!driver_has_device(device))
        return CUDA_ERROR_INVALID_DEVICE;
    if (!green || flags != CU_GREEN_CTX_DEFAULT_STREAM || desc != &descs[device])
        return CUDA_ERROR_INVALID_VALUE;
    CUcontext ctx = context_new_green(device);
    if (!ctx)
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUcontext primary;
    context_retain_primary(device, &primary);
    *green = context_to_green(ctx);
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuGreenCtxCreate,
                (CUgreenCtx * green, CUdevResourceDesc desc, CUdevice device, unsigned int flags),
                (green, desc, device, flags), "%s device=%d flags=%u", FAKE_OUT(green), device,
                flags)

/* A wrong green handle is an invalid context, as cuda.h lists for these functions. */
static CUresult body_cuGreenCtxDestroy(CUgreenCtx green)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    CUcontext ctx = context_from_green(green);
    if (!ctx)
        return CUDA_ERROR_INVALID_CONTEXT;
    CUdevice device = context_device(ctx);
    current_forget(ctx);
    context_drop_green(ctx);
    return context_release_primary(device);
}
DRIVER_FUNCTION(cuGreenCtxDestroy, (CUgreenCtx green), (green), FAKE_NO_ARGUMENTS)

static CUresult body_cuCtxFromGreenCtx(CUcontext *ctx, CUgreenCtx green)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!ctx)
        return CUDA_ERROR_INVALID_VALUE;
    CUcontext found = context_from_green(green);
    if (!found)
        return CUDA_ERROR_INVALID_CONTEXT;
    *ctx = found;
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuCtxFromGreenCtx, (CUcontext * ctx, CUgreenCtx green), (ctx, green), "%s",
                FAKE_OUT(ctx))

/* The current context has no part in it. */
static CUresult body_cuGreenCtxStreamCreate(CUstream *stream, CUgreenCtx green, unsigned int flags,
                                            int priority)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!stream || flags != CU_STREAM_NON_BLOCKING)
        return CUDA_ERROR_INVALID_VALUE;
    CUcontext ctx = context_from_green(green);
    if (!ctx)
        return CUDA_ERROR_INVALID_CONTEXT;
    return stream_make(stream, ctx, flags, priority);
}

/* For the record: -1 where the handle is no green context's. */
static int green_device(CUgreenCtx green)
{
    CUcontext ctx = context_from_green(green);
    return ctx ? context_device(ctx) : -1;
}
DRIVER_FUNCTION(cuGreenCtxStreamCreate,
                (CUstream * stream, CUgreenCtx green, unsigned int flags, int priority),
                (stream, green, flags, priority), "%s device=%d flags=%u priority=%d",
                FAKE_OUT(stream), green_device(green), flags, priority)
