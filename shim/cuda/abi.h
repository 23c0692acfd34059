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
typedef struct CUstream_st *cudaStream_t;
typedef struct cudaExecutionContext_st *cudaExecutionContext_t;
typedef uint64_t cuuint64_t;
typedef int CUdriverProcAddressQueryResult;
typedef int cudaDriverEntryPointQueryResult;

enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_NOT_FOUND = 500, /* cudaErrorSymbolNotFound has the same number */
};

/*
 * The newest version whose ABI is known here (that of CUDA 13.1). A function that a driver hands
 * out for a later version, and that is not one of its known exports, may have other arguments.
 */
enum { CUDA_ABI_KNOWN = 13010 };

#endif
