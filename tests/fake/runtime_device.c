/* SPDX-License-Identifier: MIT */
/*
 * runtime_device.c - the runtime's start, its chosen device, and the context that it makes current
 * when a call first needs one.
 */
#include <stdatomic.h>
#include <stddef.h>

#include "runtime.h"

static __thread int chosen_device;
static __thread bool choice_pending; /* cudaSetDevice was called and no call has acted on it */

enum { NOT_STARTED = -1 };
static atomic_int start_result = NOT_STARTED;

/* The driver is initialised once; if that failed, each later call fails alike. */
cudaError_t runtime_ready(const struct runtime_driver **driver)
{
    *driver = runtime_table();
    if (!*driver)
        return cudaErrorInsufficientDriver;
    int result = atomic_load(&start_result);
    if (result == NOT_STARTED) {
        result = (int)DRIVER_CALL(*driver, cuInit, 0);
        atomic_store(&start_result, result);
    }
    return (cudaError_t)result;
}

/* Drivers before 7.0 had no public primary context: then a context of our own does. */
static cudaError_t make_primary(const struct runtime_driver *driver, CUdevice device,
                                CUcontext *ctx)
{
    if (driver->cuDevicePrimaryCtxRetain)
        return DRIVER_CALL(driver, cuDevicePrimaryCtxRetain, ctx, device);
    return DRIVER_CALL(driver, cuCtxCreate_v2, ctx, 0, device);
}

/* Kept for the process's life, as the real runtime keeps its reference. */
cudaError_t runtime_primary(const struct runtime_driver *driver, int device, CUcontext *ctx)
{
    static _Atomic(CUcontext) primaries[FAKE_MAX_DEVICES];
    *ctx = atomic_load(&primaries[device]);
    if (*ctx)
        return cudaSuccess;
    CUdevice handle;
    cudaError_t result = DRIVER_CALL(driver, cuDeviceGet, &handle, device);
    if (result == cudaSuccess)
        result = make_primary(driver, handle, ctx);
    if (result == cudaSuccess)
        atomic_store(&primaries[device], *ctx);
    return result;
}

cudaError_t runtime_context(const struct runtime_driver **driver)
{
    cudaError_t result = runtime_ready(driver);
    CUcontext ctx = NULL;
    if (result == cudaSuccess && !choice_pending)
        result = DRIVER_CALL(*driver, cuCtxGetCurrent, &ctx);
    if (result != cudaSuccess || ctx)
        return result;
    result = runtime_primary(*driver, chosen_device, &ctx);
    if (result == cudaSuccess)
        result = DRIVER_CALL(*driver, cuCtxSetCurrent, ctx);
    if (result == cudaSuccess)
        choice_pending = false;
    return result;
}

static cudaError_t body_cudaGetDeviceCount(int *count)
{
    if (!count)
        return cudaErrorInvalidValue;
    const struct runtime_driver *driver;
    cudaError_t result = runtime_ready(&driver);
    if (result != cudaSuccess) {
        *count = 0;
        return result;
    }
    return DRIVER_CALL(driver, cuDeviceGetCount, count);
}
RUNTIME_FUNCTION(cudaGetDeviceCount, (int *count), (count), "%s", FAKE_OUT(count))

/* Only remembers the device: the context is made current by the next call that needs one. */
static cudaError_t body_cudaSetDevice(int device)
{
    const struct runtime_driver *driver;
    int count = 0;
    cudaError_t result = runtime_ready(&driver);
    if (result == cudaSuccess)
        result = DRIVER_CALL(driver, cuDeviceGetCount, &count);
    if (result != cudaSuccess)
        return result;
    if (device < 0 || device >= count)
        return cudaErrorInvalidDevice;
    chosen_device = device;
    choice_pending = true;
    return cudaSuccess;
}
RUNTIME_FUNCTION(cudaSetDevice, (int device), (device), " device=%d", device)

static cudaError_t body_cudaGetDevice(int *device)
{
    if (!device)
        return cudaErrorInvalidValue;
    const struct runtime_driver *driver;
    cudaError_t result = runtime_ready(&driver);
    if (result == cudaSuccess)
        *device = chosen_device;
    return result;
}
RUNTIME_FUNCTION(cudaGetDevice, (int *device), (device), "%s", FAKE_OUT(device))

/* There is no memory to free; NULL is the customary way to have the context made. */
static cudaError_t body_cudaFree(void *pointer)
{
    const struct runtime_driver *driver;
    cudaError_t result = runtime_context(&driver);
    if (result == cudaSuccess && pointer)
        return cudaErrorInvalidValue;
    return result;
}
RUNTIME_FUNCTION(cudaFree, (void *pointer), (pointer), FAKE_NO_ARGUMENTS)

static cudaError_t body_cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    const struct runtime_driver *driver;
    cudaError_t result = runtime_context(&driver);
    if (result != cudaSuccess)
        return result;
    return DRIVER_CALL(driver, cuCtxGetStreamPriorityRange, least, greatest);
}
RUNTIME_FUNCTION(cudaDeviceGetStreamPriorityRange, (int *least, int *greatest), (least, greatest),
                 "%s%s", least ? "" : " least=NULL", greatest ? "" : " greatest=NULL")
