/* SPDX-License-Identifier: MIT */
/*
 * fake_launch.h - launches with attributes, attributes of streams, stream capture and graphs, in
 * the stand-in driver and runtime. Part of fake_cuda.h, which has the controls.
 *
 * Each launch stands in the record with its whole configuration, so that what reached the driver
 * can be compared as text:
 *
 *   cuda cuLaunchKernelEx kernel=K grid=X,Y,Z block=X,Y,Z shared=BYTES stream_priority=P
 *     stream=HANDLE cooperative=0|1 attributes=[ID=VALUE ...] params=FIRST extra=FIRST = RESULT
 *   (in one line)
 *
 *   K           as the module names it; ? for a handle that is no function's
 *   HANDLE      0(legacy), 1(legacy), 0(per-thread), 2(per-thread): the handle as it was passed,
 *               and what it means in this function; created#N: the Nth that this copy created;
 *               or ? for any other
 *   ID=VALUE    in the order given, as often as given. The value is an integer (a priority, a
 *               policy), XxYxZ (dimensions of clusters), DEFAULT/REMOTE (domains),
 *               set:FLAGS:START or NULL:FLAGS:START (events, whose addresses differ from run to
 *               run), or #CHECKSUM (the access policy window; of an attribute that this driver
 *               doesn't know all 64 bytes). One that is to be ignored is 0 alone. "..." ends a
 *               list that is too long for its line (some 1,400 characters).
 *   FIRST       NULL for no such pointer, or the first parameter as it was read through it: a
 *               number, or "memory" for an address in device memory; "set" where the kernel
 *               declares none that is a number
 *
 * A launch into a capturing stream becomes a node of its graph, and the node's priority is that of
 * the last PRIORITY attribute or else the stream's. cuGraphLaunch is recorded with the priority at
 * which each node would run: nodes=[KERNEL:PRIORITY ...].
 *
 * Out of the real driver's rules for capture, these are not kept: events carry no capture from one
 * stream to another, and copies into a capturing stream are done at once.
 */
#ifndef FAKE_LAUNCH_H
#define FAKE_LAUNCH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;
typedef struct CUkern_st *CUkernel;
typedef struct CUgraphEdgeData_st CUgraphEdgeData; /* never filled in here */

typedef enum CUlaunchAttributeID_enum {
    CU_LAUNCH_ATTRIBUTE_IGNORE = 0,
    CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW = 1,
    CU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2,
    CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY = 3,
    CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,
    CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE = 5,
    CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION = 6,
    CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT = 7,
    CU_LAUNCH_ATTRIBUTE_PRIORITY = 8,
    CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP = 9,
    CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN = 10,
    CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION = 11,
    CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT = 12,
    CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE = 13,
    CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 14,
    CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING = 16
} CUlaunchAttributeID;
typedef CUlaunchAttributeID CUstreamAttrID;
typedef CUlaunchAttributeID CUkernelNodeAttrID;

/*
 * The members that tests name; `pad` gives the size. For streams and nodes the union had 32 bytes
 * until 11.8, so the functions that take one alone touch no more of it than its attribute has.
 */
typedef union CUlaunchAttributeValue_union {
    char pad[64];
    int cooperative;
    struct {
        unsigned int x, y, z;
    } clusterDim;
    struct {
        CUevent event;
        int flags;
        int triggerAtBlockStart;
    } programmaticEvent;
    int priority;
    struct {
        unsigned char default_;
        unsigned char remote;
    } memSyncDomainMap;
    int memSyncDomain;
} CUlaunchAttributeValue;
typedef CUlaunchAttributeValue CUstreamAttrValue;
typedef CUlaunchAttributeValue CUkernelNodeAttrValue;

typedef struct CUlaunchAttribute_st {
    CUlaunchAttributeID id;
    char pad[8 - sizeof(CUlaunchAttributeID)];
    CUlaunchAttributeValue value;
} CUlaunchAttribute;

typedef struct CUlaunchConfig_st {
    unsigned int gridDimX, gridDimY, gridDimZ;
    unsigned int blockDimX, blockDimY, blockDimZ;
    unsigned int sharedMemBytes;
    CUstream hStream;
    CUlaunchAttribute *attrs;
    unsigned int numAttrs;
} CUlaunchConfig;

typedef struct CUDA_KERNEL_NODE_PARAMS_st {
    CUfunction func;
    unsigned int gridDimX, gridDimY, gridDimZ;
    unsigned int blockDimX, blockDimY, blockDimZ;
    unsigned int sharedMemBytes;
    void **kernelParams;
    void **extra;
} CUDA_KERNEL_NODE_PARAMS_v1;

typedef struct CUDA_KERNEL_NODE_PARAMS_v2_st {
    CUfunction func;
    unsigned int gridDimX, gridDimY, gridDimZ;
    unsigned int blockDimX, blockDimY, blockDimZ;
    unsigned int sharedMemBytes;
    void **kernelParams;
    void **extra;
    CUkernel kern;
    CUcontext ctx;
} CUDA_KERNEL_NODE_PARAMS_v2;

/* What cuda.h 13.0 gives on 64-bit machines. */
#ifndef __cplusplus
_Static_assert(sizeof(CUlaunchAttributeValue) == 64, "size");
_Static_assert(sizeof(CUlaunchAttribute) == 72, "size");
_Static_assert(offsetof(CUlaunchAttribute, value) == 8, "place");
_Static_assert(sizeof(CUlaunchConfig) == 56, "size");
_Static_assert(offsetof(CUlaunchConfig, blockDimX) == 12, "place");
_Static_assert(offsetof(CUlaunchConfig, sharedMemBytes) == 24, "place");
_Static_assert(offsetof(CUlaunchConfig, hStream) == 32, "place");
_Static_assert(offsetof(CUlaunchConfig, attrs) == 40, "place");
_Static_assert(offsetof(CUlaunchConfig, numAttrs) == 48, "place");
_Static_assert(sizeof(CUDA_KERNEL_NODE_PARAMS_v1) == 56, "size");
_Static_assert(sizeof(CUDA_KERNEL_NODE_PARAMS_v2) == 72, "size");
#endif

/* What stands in a launch's `extra`. */
#define CU_LAUNCH_PARAM_END ((void *)0x00)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x01)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x02)

typedef enum CUstreamCaptureMode_enum {
    CU_STREAM_CAPTURE_MODE_GLOBAL = 0,
    CU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1,
    CU_STREAM_CAPTURE_MODE_RELAXED = 2
} CUstreamCaptureMode;

typedef enum CUstreamCaptureStatus_enum {
    CU_STREAM_CAPTURE_STATUS_NONE = 0,
    CU_STREAM_CAPTURE_STATUS_ACTIVE = 1,
    CU_STREAM_CAPTURE_STATUS_INVALIDATED = 2
} CUstreamCaptureStatus;

enum { CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY = 8 };

/* The functions that have both forms, by one list of parameters. */
#define FAKE_BOTH_FORMS(name, params)                                                              \
    CUresult name params;                                                                          \
    CUresult name##_ptsz params;

FAKE_BOTH_FORMS(cuLaunchKernel,
                (CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                 unsigned int block_x, unsigned int block_y, unsigned int block_z,
                 unsigned int shared, CUstream stream, void **parameters, void **extra))
FAKE_BOTH_FORMS(cuLaunchKernelEx, (const CUlaunchConfig *config, CUfunction function,
                                   void **parameters, void **extra))
FAKE_BOTH_FORMS(cuLaunchCooperativeKernel,
                (CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                 unsigned int block_x, unsigned int block_y, unsigned int block_z,
                 unsigned int shared, CUstream stream, void **parameters))
FAKE_BOTH_FORMS(cuStreamSetAttribute,
                (CUstream stream, CUstreamAttrID id, const CUstreamAttrValue *value))
FAKE_BOTH_FORMS(cuStreamGetAttribute,
                (CUstream stream, CUstreamAttrID id, CUstreamAttrValue *value))
FAKE_BOTH_FORMS(cuStreamCopyAttributes, (CUstream to, CUstream from))
FAKE_BOTH_FORMS(cuStreamBeginCapture_v2, (CUstream stream, CUstreamCaptureMode mode))
FAKE_BOTH_FORMS(cuStreamEndCapture, (CUstream stream, CUgraph *graph))
FAKE_BOTH_FORMS(cuStreamIsCapturing, (CUstream stream, CUstreamCaptureStatus *status))
FAKE_BOTH_FORMS(cuStreamGetCaptureInfo_v2,
                (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
                 const CUgraphNode **dependencies, size_t *count))
FAKE_BOTH_FORMS(cuStreamGetCaptureInfo_v3,
                (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
                 const CUgraphNode **dependencies, const CUgraphEdgeData **edges, size_t *count))
FAKE_BOTH_FORMS(cuGraphLaunch, (CUgraphExec exec, CUstream stream))

CUresult cuGraphCreate(CUgraph *graph, unsigned int flags);
CUresult cuGraphDestroy(CUgraph graph);
CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *count);
CUresult cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                              size_t count, const CUDA_KERNEL_NODE_PARAMS_v1 *params);
CUresult cuGraphAddKernelNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                 size_t count, const CUDA_KERNEL_NODE_PARAMS_v2 *params);
CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node, CUkernelNodeAttrID id,
                                       const CUkernelNodeAttrValue *value);
CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node, CUkernelNodeAttrID id,
                                       CUkernelNodeAttrValue *value);
CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from);
CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags);
CUresult cuGraphExecDestroy(CUgraphExec exec);

/* The runtime. Its types are the driver's under other names. */
typedef CUlaunchAttributeID cudaLaunchAttributeID;
typedef CUlaunchAttributeValue cudaLaunchAttributeValue;
typedef CUlaunchAttribute cudaLaunchAttribute;
typedef CUgraph cudaGraph_t;
typedef CUgraphExec cudaGraphExec_t;
enum { cudaLaunchAttributePriority = 8, cudaGraphInstantiateFlagUseNodePriority = 8 };

typedef struct dim3 {
    unsigned int x, y, z;
} dim3;

typedef struct cudaLaunchConfig_st {
    dim3 gridDim;
    dim3 blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned int numAttrs;
} cudaLaunchConfig_t;

#define FAKE_BOTH_RUNTIME_FORMS(name, params)                                                      \
    cudaError_t name params;                                                                       \
    cudaError_t name##_ptsz params;

FAKE_BOTH_RUNTIME_FORMS(cudaLaunchKernel, (const void *function, dim3 grid, dim3 block,
                                           void **parameters, size_t shared, cudaStream_t stream))
FAKE_BOTH_RUNTIME_FORMS(cudaLaunchKernelExC,
                        (const cudaLaunchConfig_t *config, const void *function, void **parameters))
FAKE_BOTH_RUNTIME_FORMS(cudaLaunchCooperativeKernel,
                        (const void *function, dim3 grid, dim3 block, void **parameters,
                         size_t shared, cudaStream_t stream))
FAKE_BOTH_RUNTIME_FORMS(cudaStreamSynchronize, (cudaStream_t stream))
FAKE_BOTH_RUNTIME_FORMS(cudaStreamSetAttribute, (cudaStream_t stream, cudaLaunchAttributeID id,
                                                 const cudaLaunchAttributeValue *value))
FAKE_BOTH_RUNTIME_FORMS(cudaStreamGetAttribute, (cudaStream_t stream, cudaLaunchAttributeID id,
                                                 cudaLaunchAttributeValue *value))
FAKE_BOTH_RUNTIME_FORMS(cudaStreamCopyAttributes, (cudaStream_t to, cudaStream_t from))
FAKE_BOTH_RUNTIME_FORMS(cudaStreamBeginCapture, (cudaStream_t stream, CUstreamCaptureMode mode))
FAKE_BOTH_RUNTIME_FORMS(cudaStreamEndCapture, (cudaStream_t stream, cudaGraph_t *graph))
FAKE_BOTH_RUNTIME_FORMS(cudaStreamIsCapturing, (cudaStream_t stream, CUstreamCaptureStatus *status))
FAKE_BOTH_RUNTIME_FORMS(cudaGraphLaunch, (cudaGraphExec_t exec, cudaStream_t stream))
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags);

/*
 * Ours, not NVIDIA's: what a compiler's start-up code does by the undocumented __cudaRegister...
 * functions. From then on `function`, any address, stands for the kernel `name` of the PTX text
 * `image`, which must stay where it is.
 */
cudaError_t fake_cudaRegisterKernel(const void *function, const char *image, const char *name);

#ifdef __cplusplus
}
#endif

#endif
