/* SPDX-License-Identifier: MIT */
/* runtime_streams.c - the runtime's streams, which are the driver's: one call of it each. */
#include "runtime.h"

#include "controls.h"

static cudaError_t body_cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    const struct runtime_driver *driver;
    cudaError_t result = runtime_context(&driver);
    if (result != cudaSuccess)
        return result;
    if (fake_runtime_names())
        return DRIVER_CALL(driver, cuStreamCreateWithPriority, stream, flags, 0);
    return DRIVER_CALL(driver, cuStreamCreate, stream, flags);
}
RUNTIME_FUNCTION(cudaStreamCreateWithFlags, (cudaStream_t * stream, unsigned int flags),
                 (stream, flags), "%s flags=%u", FAKE_OUT(stream), flags)

static cudaError_t body_cudaStreamCreate(cudaStream_t *stream)
{
    return body_cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}
RUNTIME_FUNCTION(cudaStreamCreate, (cudaStream_t * stream), (stream), "%s", FAKE_OUT(stream))

static cudaError_t body_cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags,
                                                     int priority)
{
    const struct runtime_driver *driver;
    cudaError_t result = runtime_context(&driver);
    if (result != cudaSuccess)
        return result;
    if (priority == 0 && fake_runtime_unnames())
        return DRIVER_CALL(driver, cuStreamCreate, stream, flags);
    return DRIVER_CALL(driver, cuStreamCreateWithPriority, stream, flags, priority);
}
RUNTIME_FUNCTION(cudaStreamCreateWithPriority,
                 (cudaStream_t * stream, unsigned int flags, int priority),
                 (stream, flags, priority), "%s flags=%u priority=%d", FAKE_OUT(stream), flags,
                 priority)

static cudaError_t body_cudaStreamDestroy(cudaStream_t stream)
{
    const struct runtime_driver *driver;
    cudaError_t result = runtime_context(&driver);
    if (result != cudaSuccess)
        return result;
    return DRIVER_CALL(driver, cuStreamDestroy_v2, stream);
}
RUNTIME_FUNCTION(cudaStreamDestroy, (cudaStream_t stream), (stream), FAKE_NO_ARGUMENTS)

/* Each form of a query uses the driver's form of the same name. */
#define QUERY(name, driver_name, type)                                                             \
    static cudaError_t body_##name(cudaStream_t stream, type *value)                               \
    {                                                                                              \
        const struct runtime_driver *driver;                                                       \
        cudaError_t result = runtime_context(&driver);                                             \
        if (result != cudaSuccess)                                                                 \
            return result;                                                                         \
        return DRIVER_CALL(driver, driver_name, stream, value);                                    \
    }                                                                                              \
    RUNTIME_FUNCTION(name, (cudaStream_t stream, type * value), (stream, value), "%s",             \
                     FAKE_OUT(value))

QUERY(cudaStreamGetPriority, cuStreamGetPriority, int)
QUERY(cudaStreamGetPriority_ptsz, cuStreamGetPriority_ptsz, int)
QUERY(cudaStreamGetFlags, cuStreamGetFlags, unsigned int)
QUERY(cudaStreamGetFlags_ptsz, cuStreamGetFlags_ptsz, unsigned int)
