/* SPDX-License-Identifier: MIT */
/*
 * The CUDA driver: libcuda.so.1 by dlopen, each function by dlsym. The types are declared here, so
 * building needs no toolkit; signatures: cuda.h 13.0. The names are the exported ones.
 */
#ifndef PROBE_DRIVER_H
#define PROBE_DRIVER_H

#include "facts.h"

#include <stddef.h>
#include <stdint.h>

typedef int CUresult;
typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUstream_st *CUstream;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUgreenCtx_st *CUgreenCtx;
typedef struct CUdevResourceDesc_st *CUdevResourceDesc;

enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_STUB_LIBRARY = 34,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_UNKNOWN = 999,
    PRIORITIES_SINCE = 5050, /* cuStreamCreateWithPriority: its suffix in cudaTypedefs.h 13.0 */
};

#define DRIVER_FUNCTIONS(X)                                                                        \
    X(cuInit, (unsigned int flags))                                                                \
    X(cuDriverGetVersion, (int *version))                                                          \
    X(cuGetErrorName, (CUresult error, const char **name))                                         \
    X(cuGetErrorString, (CUresult error, const char **text))                                       \
    X(cuDeviceGetCount, (int *count))                                                              \
    X(cuDeviceGetName, (char *name, int size, CUdevice device))                                    \
    X(cuDeviceGetAttribute, (int *value, int attribute, CUdevice device))                          \
    X(cuDevicePrimaryCtxRetain, (CUcontext * context, CUdevice device))                            \
    X(cuCtxCreate_v2, (CUcontext * context, unsigned int flags, CUdevice device))                  \
    X(cuCtxSetCurrent, (CUcontext context))                                                        \
    X(cuCtxSynchronize, (void))                                                                    \
    X(cuCtxGetStreamPriorityRange, (int *least, int *greatest))                                    \
    X(cuStreamGetPriority, (CUstream stream, int *priority))                                       \
    X(cuStreamDestroy_v2, (CUstream stream))                                                       \
    X(cuModuleLoadData, (CUmodule * module, const void *image))                                    \
    X(cuModuleGetFunction, (CUfunction * function, CUmodule module, const char *name))             \
    X(cuDeviceGetDevResource, (CUdevice device, void *resource, int type))                         \
    X(cuDevResourceGenerateDesc,                                                                   \
      (CUdevResourceDesc * description, void *resources, unsigned int count))                      \
    X(cuGreenCtxCreate,                                                                            \
      (CUgreenCtx * green, CUdevResourceDesc description, CUdevice device, unsigned int flags))

/* NULL where the driver has none of that name. */
struct driver {
    void *handle;
    struct driver_facts facts;
    enum trouble trouble;
#define X(name, parameters) CUresult(*name) parameters;
    DRIVER_FUNCTIONS(X)
#undef X
};

/*
 * Opens the driver, `scope` being RTLD_LOCAL or RTLD_GLOBAL, and starts it. False: it can't be
 * used, and `why` says what is missing, as a sentence without its full stop.
 */
bool driver_start(struct driver *driver, int scope, char *why, size_t size);

/* A result as a person reads it: its name, number and what it means, as far as that is known. */
const char *driver_error(const struct driver *driver, CUresult result, char *text, size_t size);

#endif
