/* SPDX-License-Identifier: MIT */
/*
 * runtime_graphs.c - waits, attributes, captures and graphs of the runtime: one call of the driver
 * each, and for a _ptsz form the driver's _ptsz form.
 */
#include <stddef.h>

#include "runtime.h"

#define FORWARD(name, driver_name, params, args, ...)                                              \
    static cudaError_t body_##name params                                                          \
    {                                                                                              \
        const struct runtime_driver *driver;                                                       \
        cudaError_t result = runtime_context(&driver);                                             \
        if (result != cudaSuccess)                                                                 \
            return result;                                                                         \
        return driver->driver_name ? (cudaError_t)driver->driver_name args                         \
                                   : cudaErrorCallRequiresNewerDriver;                             \
    }                                                                                              \
    RUNTIME_FUNCTION(name, params, args, __VA_ARGS__)

#define FORWARD_BOTH(name, driver_name, params, args, ...)                                         \
    FORWARD(name, driver_name, params, args, __VA_ARGS__)                                          \
    FORWARD(name##_ptsz, driver_name##_ptsz, params, args, __VA_ARGS__)

FORWARD_BOTH(cudaStreamSynchronize, cuStreamSynchronize, (cudaStream_t stream), (stream),
             FAKE_NO_ARGUMENTS)
FORWARD_BOTH(cudaStreamSetAttribute, cuStreamSetAttribute,
             (cudaStream_t stream, cudaLaunchAttributeID id, const cudaLaunchAttributeValue *value),
             (stream, id, value), " attribute=%d", (int)id)
FORWARD_BOTH(cudaStreamGetAttribute, cuStreamGetAttribute,
             (cudaStream_t stream, cudaLaunchAttributeID id, cudaLaunchAttributeValue *value),
             (stream, id, value), "%s attribute=%d", FAKE_OUT(value), (int)id)
FORWARD_BOTH(cudaStreamCopyAttributes, cuStreamCopyAttributes, (cudaStream_t to, cudaStream_t from),
             (to, from), FAKE_NO_ARGUMENTS)
FORWARD_BOTH(cudaStreamBeginCapture, cuStreamBeginCapture_v2,
             (cudaStream_t stream, CUstreamCaptureMode mode), (stream, mode), " mode=%d", (int)mode)
FORWARD_BOTH(cudaStreamEndCapture, cuStreamEndCapture, (cudaStream_t stream, cudaGraph_t *graph),
             (stream, graph), "%s", FAKE_OUT(graph))
FORWARD_BOTH(cudaStreamIsCapturing, cuStreamIsCapturing,
             (cudaStream_t stream, CUstreamCaptureStatus *status), (stream, status), "%s",
             FAKE_OUT(status))
FORWARD_BOTH(cudaGraphLaunch, cuGraphLaunch, (cudaGraphExec_t exec, cudaStream_t stream),
             (exec, stream), FAKE_NO_ARGUMENTS)
FORWARD(cudaGraphInstantiateWithFlags, cuGraphInstantiateWithFlags,
        (cudaGraphExec_t * exec, cudaGraph_t graph, unsigned long long flags), (exec, graph, flags),
        "%s flags=%llu", FAKE_OUT(exec), flags)
