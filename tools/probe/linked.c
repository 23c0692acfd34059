/* SPDX-License-Identifier: MIT */
/*
 * The references are weak, so the probe is linked to no CUDA library and starts without one; the
 * library that prio-exec preloads satisfies them, as it does for any program that is linked to
 * CUDA.
 */
#include "linked.h"

#include "runtime.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

/* X(result, name, parameters, arguments) */
#define LINKED_FUNCTIONS(X)                                                                        \
    X(CUresult, cuStreamCreate, (CUstream * stream, unsigned int flags), (stream, flags))          \
    X(CUresult, cuStreamCreateWithPriority, (CUstream * stream, unsigned int flags, int priority), \
      (stream, flags, priority))                                                                   \
    X(CUresult, cuGreenCtxStreamCreate,                                                            \
      (CUstream * stream, CUgreenCtx green, unsigned int flags, int priority),                     \
      (stream, green, flags, priority))                                                            \
    X(CUresult, cuGetProcAddress,                                                                  \
      (const char *symbol, void **function, int version, uint64_t flags),                          \
      (symbol, function, version, flags))                                                          \
    X(CUresult, cuGetProcAddress_v2,                                                               \
      (const char *symbol, void **function, int version, uint64_t flags, int *status),             \
      (symbol, function, version, flags, status))                                                  \
    X(int, cudaStreamCreate, (CUstream * stream), (stream))                                        \
    X(int, cudaStreamCreateWithFlags, (CUstream * stream, unsigned int flags), (stream, flags))    \
    X(int, cudaStreamCreateWithPriority, (CUstream * stream, unsigned int flags, int priority),    \
      (stream, flags, priority))                                                                   \
    X(int, cudaExecutionCtxStreamCreate,                                                           \
      (CUstream * stream, cudaExecutionContext_t context, unsigned int flags, int priority),       \
      (stream, context, flags, priority))

/* Each with a call in it as a compiler makes one, by the procedure linkage table. */
#define X(result, name, parameters, arguments)                                                     \
    extern __attribute__((weak)) result name parameters;                                           \
    static result call_##name parameters                                                           \
    {                                                                                              \
        return name arguments;                                                                     \
    }
LINKED_FUNCTIONS(X)
#undef X

void *linked_find(const char *name)
{
#define X(result, function, parameters, arguments)                                                 \
    if (strcmp(name, #function) == 0)                                                              \
        return function ? (void *)call_##function : NULL;
    LINKED_FUNCTIONS(X)
#undef X
    return NULL;
}

/* The one object that defines both, under whatever name it lies. */
const char *linked_prioshim(void)
{
    Dl_info creation, lookup;

    return cuStreamCreate && dladdr((void *)cuStreamCreate, &creation) &&
                   dladdr((void *)dlsym, &lookup) && creation.dli_fbase == lookup.dli_fbase
               ? lookup.dli_fname
               : NULL;
}
