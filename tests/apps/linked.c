/* SPDX-License-Identifier: MIT */
/*
 * For hosts that are linked to CUDA: calls as a compiler makes them, so that they go by the
 * procedure linkage table. LINKED_LEVELS tells which libraries the object is linked to.
 */
#include "ways.h"

#define WITH_DRIVER 1
#define WITH_RUNTIME 2

#if LINKED_LEVELS & WITH_DRIVER
static CUresult create(CUstream *stream, unsigned int flags)
{
    return cuStreamCreate(stream, flags);
}

static CUresult create_with_priority(CUstream *stream, unsigned int flags, int priority)
{
    return cuStreamCreateWithPriority(stream, flags, priority);
}

static CUresult create_in_green(CUstream *stream, CUgreenCtx green, unsigned int flags,
                                int priority)
{
    return cuGreenCtxStreamCreate(stream, green, flags, priority);
}

static CUresult ask_v1(const char *symbol, void **function, int version, cuuint64_t flags)
{
    return cuGetProcAddress(symbol, function, version, flags);
}

static CUresult ask_v2(const char *symbol, void **function, int version, cuuint64_t flags,
                       CUdriverProcAddressQueryResult *status)
{
    return cuGetProcAddress_v2(symbol, function, version, flags, status);
}
#endif

#if LINKED_LEVELS & WITH_RUNTIME
static cudaError_t runtime_create(cudaStream_t *stream)
{
    return cudaStreamCreate(stream);
}

static cudaError_t runtime_create_with_flags(cudaStream_t *stream, unsigned int flags)
{
    return cudaStreamCreateWithFlags(stream, flags);
}

static cudaError_t runtime_create_with_priority(cudaStream_t *stream, unsigned int flags,
                                                int priority)
{
    return cudaStreamCreateWithPriority(stream, flags, priority);
}

static cudaError_t runtime_create_in_context(cudaStream_t *stream, cudaExecutionContext_t context,
                                             unsigned int flags, int priority)
{
    return cudaExecutionCtxStreamCreate(stream, context, flags, priority);
}
#endif

void linked_functions(struct creation_functions *to, struct lookup_functions *lookup)
{
    *to = (struct creation_functions){0};
    *lookup = (struct lookup_functions){0};
#if LINKED_LEVELS & WITH_DRIVER
    to->cuStreamCreate = create;
    to->cuStreamCreateWithPriority = create_with_priority;
    to->cuGreenCtxStreamCreate = create_in_green;
    lookup->cuGetProcAddress = ask_v1;
    lookup->cuGetProcAddress_v2 = ask_v2;
#endif
#if LINKED_LEVELS & WITH_RUNTIME
    to->cudaStreamCreate = runtime_create;
    to->cudaStreamCreateWithFlags = runtime_create_with_flags;
    to->cudaStreamCreateWithPriority = runtime_create_with_priority;
    to->cudaExecutionCtxStreamCreate = runtime_create_in_context;
    lookup->cudaGetDriverEntryPoint = cudaGetDriverEntryPoint;
    lookup->cudaGetDriverEntryPoint_ptsz = cudaGetDriverEntryPoint_ptsz;
    lookup->cudaGetDriverEntryPointByVersion = cudaGetDriverEntryPointByVersion;
    lookup->cudaGetDriverEntryPointByVersion_ptsz = cudaGetDriverEntryPointByVersion_ptsz;
#endif
}
