/* SPDX-License-Identifier: MIT */
/*
 * The driver, as the program finds it: libcuda.so.1 by dlopen, each function by dlsym. Declared
 * here so that building needs no toolkit. Signatures: cuda.h 13.0; the names are the exported ones.
 */
#ifndef GPU_DRIVER_H
#define GPU_DRIVER_H

#include <stddef.h>
#include <stdint.h>

typedef int CUresult;
typedef int CUdevice;
typedef uint64_t CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphExec_st *CUgraphExec;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgreenCtx_st *CUgreenCtx;
typedef struct CUdevResourceDesc_st *CUdevResourceDesc;

/* CUlaunchAttribute and CUlaunchConfig; the value is a union of 64 bytes, the priority among them.
 */
enum { ATTRIBUTE_PRIORITY = 8 };
union attribute_value {
    char room[64];
    int priority;
    uint64_t aligned;
};
struct launch_attribute {
    int id;
    union attribute_value value;
};
struct launch_config {
    unsigned int grid[3], block[3], shared;
    CUstream stream;
    struct launch_attribute *attributes;
    unsigned int count;
};
_Static_assert(sizeof(struct launch_attribute) == 72, "CUlaunchAttribute");
_Static_assert(sizeof(struct launch_config) == 56, "CUlaunchConfig");

#define DRIVER_FUNCTIONS(X)                                                                        \
    X(cuInit, (unsigned int flags))                                                                \
    X(cuDriverGetVersion, (int *version))                                                          \
    X(cuDeviceGetCount, (int *count))                                                              \
    X(cuDeviceGetName, (char *name, int size, CUdevice device))                                    \
    X(cuDeviceGetAttribute, (int *value, int attribute, CUdevice device))                          \
    X(cuDevicePrimaryCtxRetain, (CUcontext * context, CUdevice device))                            \
    X(cuCtxSetCurrent, (CUcontext context))                                                        \
    X(cuCtxGetCurrent, (CUcontext * context))                                                      \
    X(cuCtxSynchronize, (void))                                                                    \
    X(cuCtxGetStreamPriorityRange, (int *least, int *greatest))                                    \
    X(cuStreamCreate, (CUstream * stream, unsigned int flags))                                     \
    X(cuStreamCreateWithPriority, (CUstream * stream, unsigned int flags, int priority))           \
    X(cuStreamDestroy_v2, (CUstream stream))                                                       \
    X(cuStreamGetPriority, (CUstream stream, int *priority))                                       \
    X(cuStreamGetFlags, (CUstream stream, unsigned int *flags))                                    \
    X(cuStreamSynchronize, (CUstream stream))                                                      \
    X(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned int flags))                     \
    X(cuStreamBeginCapture_v2, (CUstream stream, int mode))                                        \
    X(cuStreamEndCapture, (CUstream stream, CUgraph * graph))                                      \
    X(cuStreamIsCapturing, (CUstream stream, int *status))                                         \
    X(cuGraphInstantiateWithFlags, (CUgraphExec * exec, CUgraph graph, unsigned long long flags))  \
    X(cuGraphLaunch, (CUgraphExec exec, CUstream stream))                                          \
    X(cuGraphGetNodes, (CUgraph graph, CUgraphNode * nodes, size_t * count))                       \
    X(cuGraphKernelNodeGetAttribute, (CUgraphNode node, int attribute, void *value))               \
    X(cuEventCreate, (CUevent * event, unsigned int flags))                                        \
    X(cuEventRecord, (CUevent event, CUstream stream))                                             \
    X(cuEventElapsedTime, (float *milliseconds, CUevent start, CUevent end))                       \
    X(cuStreamSetAttribute, (CUstream stream, int attribute, const void *value))                   \
    X(cuModuleLoadData, (CUmodule * module, const void *image))                                    \
    X(cuModuleGetFunction, (CUfunction * function, CUmodule module, const char *name))             \
    X(cuMemAlloc_v2, (CUdeviceptr * memory, size_t size))                                          \
    X(cuMemFree_v2, (CUdeviceptr memory))                                                          \
    X(cuMemAllocHost_v2, (void **memory, size_t size))                                             \
    X(cuMemcpyDtoH_v2, (void *to, CUdeviceptr from, size_t size))                                  \
    X(cuLaunchKernel,                                                                              \
      (CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,         \
       unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared,      \
       CUstream stream, void **parameters, void **extra))                                          \
    X(cuLaunchKernelEx,                                                                            \
      (const struct launch_config *config, CUfunction function, void **parameters, void **extra))  \
    X(cuDeviceGetDevResource, (CUdevice device, void *resource, int type))                         \
    X(cuDevResourceGenerateDesc,                                                                   \
      (CUdevResourceDesc * description, void *resources, unsigned int count))                      \
    X(cuGreenCtxCreate,                                                                            \
      (CUgreenCtx * green, CUdevResourceDesc description, CUdevice device, unsigned int flags))    \
    X(cuCtxFromGreenCtx, (CUcontext * context, CUgreenCtx green))                                  \
    X(cuGreenCtxStreamCreate,                                                                      \
      (CUstream * stream, CUgreenCtx green, unsigned int flags, int priority))                     \
    X(cuGetProcAddress, (const char *symbol, void **function, int version, uint64_t flags))        \
    X(cuGetProcAddress_v2,                                                                         \
      (const char *symbol, void **function, int version, uint64_t flags, int *status))

/* NULL where the driver has none of that name. */
struct driver {
    void *handle;
    int devices;
#define X(name, parameters) CUresult(*name) parameters;
    DRIVER_FUNCTIONS(X)
#undef X
};

extern struct driver driver;

enum { SKIPPED = 77 };

/* Finds the functions and calls none; where there is no driver, says so and exits with SKIPPED. */
void driver_find(void);

/* The same, starts the driver and counts its devices; exits with SKIPPED where there is none. */
void driver_start(void);

/* Makes the primary context of a device current. */
CUresult driver_use(CUdevice device);

#endif
