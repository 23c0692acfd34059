/* SPDX-License-Identifier: MIT */
/*
 * The few CUDA types and numbers that the hooks need, declared here so that building needs no
 * toolkit. Source: cuda.h, cudaTypedefs.h and cuda_runtime_api.h of CUDA 13.0, and for
 * cudaExecutionCtx* the manual of 13.1; checked against cuda.h where one is installed.
 */
#ifndef PRIOSHIM_CUDA_ABI_H
#define PRIOSHIM_CUDA_ABI_H

#include <stdint.h>

/* Both are enums of the size of int; nothing here depends on which codes a version knows. */
typedef int CUresult;
typedef int cudaError_t;

typedef struct CUstream_st *CUstream;
typedef struct CUctx_st *CUcontext;
typedef struct CUgreenCtx_st *CUgreenCtx;
typedef struct CUfunc_st *CUfunction;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUstream_st *cudaStream_t;
typedef struct cudaExecutionContext_st *cudaExecutionContext_t;
typedef uint64_t cuuint64_t;
typedef int CUdriverProcAddressQueryResult;
typedef int cudaDriverEntryPointQueryResult;
typedef int CUstreamCaptureStatus;
typedef int CUlaunchAttributeID;
typedef CUlaunchAttributeID CUstreamAttrID;
typedef CUlaunchAttributeID CUkernelNodeAttrID;

/* Of its members only those that are used here. The value was a union of 32 bytes for streams and
 * nodes before 11.8: of a program's own no more is read than the member that its id names. */
typedef union {
    uint64_t all[8];
    int cooperative;
    int priority;
} CUlaunchAttributeValue;
typedef CUlaunchAttributeValue CUstreamAttrValue;
typedef CUlaunchAttributeValue CUkernelNodeAttrValue;

typedef struct {
    CUlaunchAttributeID id;
    CUlaunchAttributeValue value;
} CUlaunchAttribute;

typedef struct {
    unsigned int gridDimX, gridDimY, gridDimZ;
    unsigned int blockDimX, blockDimY, blockDimZ;
    unsigned int sharedMemBytes;
    CUstream hStream;
    CUlaunchAttribute *attrs;
    unsigned int numAttrs;
} CUlaunchConfig;

_Static_assert(sizeof(CUlaunchAttribute) == 72 && sizeof(CUlaunchConfig) == 56, "as in cuda.h");

/* The streams that every context has. 0 is the first of them, and in a function whose name ends in
 * _ptsz the second. */
#define CU_STREAM_LEGACY ((CUstream)1)
#define CU_STREAM_PER_THREAD ((CUstream)2)

enum {
    CU_STREAM_CAPTURE_STATUS_NONE = 0,
    CU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2,
    CU_LAUNCH_ATTRIBUTE_PRIORITY = 8, /* of streams and kernel nodes as well */
};

enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_NOT_FOUND = 500, /* cudaErrorSymbolNotFound has the same number */
    CUDA_ERROR_NOT_SUPPORTED = 801,
};

/*
 * The newest version whose ABI is known here (that of CUDA 13.1). A function that a driver hands
 * out for a later version, and that is not one of its known exports, may have other arguments.
 */
enum { CUDA_ABI_KNOWN = 13010 };

#endif
