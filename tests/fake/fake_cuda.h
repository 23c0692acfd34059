/* SPDX-License-Identifier: MIT */
/*
 * fake_cuda.h - the stand-in CUDA driver and runtime: types, prototypes and controls.
 *
 * A test double: it keeps the contract of NVIDIA's libraries (cuda.h, cuda_runtime_api.h and the
 * manuals of CUDA 13) without a device. Test hosts include this header too; it needs no toolkit.
 *
 * The copies that are built (a TAG opens each line of the record):
 *
 *   target                   file                                       TAG
 *   fake_cuda                driver/libcuda.so.1                        cuda
 *   fake_cuda_b              driver_b/libcuda_b.so.1                    cuda_b
 *   fake_cuda_11             driver_11/libcuda.so.1    (11.3)           cuda_11
 *   fake_cuda_old            driver_old/libcuda.so.1   (5.0)            cuda_old
 *   fake_cudart              runtime/libcudart.so.12                    cudart
 *   fake_cudart_unversioned  runtime_unversioned/libcudart.so.12        cudart
 *   fake_cudart_linked       runtime_linked/libcudart_linked.so.12      cudart_linked
 *   fake_cudart_alone        runtime_alone/libcudart_alone.so.12        cudart_alone
 *   fake_cudart_11           runtime_11/libcudart.so.11.0               cudart_11
 *
 * Controls, all in the environment, read by each copy at its first call:
 *
 *   FAKE_CUDA_LOG=PATH        append a line for each call of an exported function:
 *                             "TAG FUNCTION key=value ... = RESULT". A line is written when its
 *                             call returns, so a runtime call's line follows those of the driver
 *                             calls it made. A NULL out-pointer shows as out=NULL (in the range
 *                             query as least=NULL, greatest=NULL), a NULL name as symbol=NULL.
 *   FAKE_CUDA_RANGES=L:G,...  one LEAST:GREATEST per device; unset: one device, 0:-5.
 *   FAKE_CUDA_RANGES_B=...    the same for fake_cuda_b, before FAKE_CUDA_RANGES.
 *   FAKE_CUDA_DEVICES=N       this many devices (those without a range of their own get 0:-5);
 *                             0: cuInit gives 100.
 *   FAKE_CUDA_VERSION=N       the driver's version; unset: 13000 (11030 for _11, 5000 for _old).
 *   FAKE_CUDA_FAIL=F=C,...    exported function F gives code C, does nothing and leaves its
 *                             out-parameters alone; F=C*N: only its first N calls. F may also be
 *                             what a call does (it is then refused once all else is right in it):
 *                               priority-launch            a launch with a PRIORITY attribute
 *                               priority-launch-default    such a launch on a default stream
 *                               attribute-default          cuStreamSetAttribute on one
 *   FAKE_CUDA_CRASH=F         exported function F ends its process by SIGSEGV.
 *   FAKE_CUDA_NAME=TEXT       the name of every device; unset: "Stand-in device N".
 *   FAKE_CUDA_STICKY=KERNEL   a launch of that kernel succeeds, and its context has failed: every
 *                             later call that needs the context gives 719.
 *   FAKE_CUDA_LACK=NAME,...   cuGetProcAddress doesn't know these base names.
 *   FAKE_CUDA_NULL=NAME,...   cuGetProcAddress: success, status 0, and NULL for these base names.
 *   FAKE_CUDA_INNER=1         cuGetProcAddress hands out inner twins of the functions, at other
 *                             addresses than the exports'; the record is the same.
 *   FAKE_CUDA_FUTURE=N        asked for version N or later, cuGetProcAddress hands out the three
 *                             functions of a future ABI (below) for cuStreamCreate,
 *                             cuStreamCreateWithPriority and cuGetProcAddress.
 *   FAKE_CUDART_NAMES=1       where its caller names no priority, the runtime names 0 to its
 *                             driver: it calls cuStreamCreateWithPriority for every stream.
 *   FAKE_CUDART_UNNAMES=1     where its caller names 0, the runtime names nothing to its driver:
 *                             it calls cuStreamCreate.
 *   FAKE_CUDART_DRIVER=PATH   what the runtime opens in place of libcuda.so.1.
 */
#ifndef FAKE_CUDA_H
#define FAKE_CUDA_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cudaError_enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_DEINITIALIZED = 4,
    CUDA_ERROR_STUB_LIBRARY = 34,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_INVALID_CONTEXT = 201,
    CUDA_ERROR_INVALID_PTX = 218,
    CUDA_ERROR_INVALID_HANDLE = 400,
    CUDA_ERROR_ILLEGAL_STATE = 401,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_CONTEXT_IS_DESTROYED = 709,
    CUDA_ERROR_LAUNCH_FAILED = 719,
    CUDA_ERROR_NOT_SUPPORTED = 801,
    CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED = 900,
    CUDA_ERROR_STREAM_CAPTURE_INVALIDATED = 901,
    CUDA_ERROR_STREAM_CAPTURE_IMPLICIT = 906,
    CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD = 908,
    CUDA_ERROR_INVALID_RESOURCE_TYPE = 914,
    CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION = 915,
    CUDA_ERROR_UNKNOWN = 999
} CUresult;

/* The runtime's codes are the driver's where both have one; these are the ones used here. */
typedef enum cudaError {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInitializationError = 3,
    cudaErrorInsufficientDriver = 35,
    cudaErrorCallRequiresNewerDriver = 36,
    cudaErrorInvalidDeviceFunction = 98,
    cudaErrorNoDevice = 100,
    cudaErrorInvalidDevice = 101,
    cudaErrorDeviceUninitialized = 201,
    cudaErrorInvalidResourceHandle = 400,
    cudaErrorSymbolNotFound = 500,
    cudaErrorNotSupported = 801,
    cudaErrorUnknown = 999
} cudaError_t;

typedef int CUdevice;
typedef uint64_t cuuint64_t;
typedef struct CUctx_st *CUcontext;
typedef struct CUstream_st *CUstream;
typedef struct CUgreenCtx_st *CUgreenCtx;
typedef struct CUdevResourceDesc_st *CUdevResourceDesc;
typedef struct CUstream_st *cudaStream_t; /* one and the same handle */
typedef struct cudaExecutionContext_st *cudaExecutionContext_t;

typedef struct CUuuid_st {
    char bytes[16];
} CUuuid;

enum { CU_STREAM_DEFAULT = 0, CU_STREAM_NON_BLOCKING = 1 };
enum { cudaStreamDefault = 0, cudaStreamNonBlocking = 1 };
#define CU_STREAM_LEGACY ((CUstream)0x1)
#define CU_STREAM_PER_THREAD ((CUstream)0x2)

typedef enum CUdriverProcAddressQueryResult_enum {
    CU_GET_PROC_ADDRESS_SUCCESS = 0,
    CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1,
    CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2
} CUdriverProcAddressQueryResult;

enum cudaDriverEntryPointQueryResult {
    cudaDriverEntryPointSuccess = 0,
    cudaDriverEntryPointSymbolNotFound = 1,
    cudaDriverEntryPointVersionNotSufficent = 2 /* spelt so in NVIDIA's header */
};

enum {
    CU_GET_PROC_ADDRESS_DEFAULT = 0,
    CU_GET_PROC_ADDRESS_LEGACY_STREAM = 1,
    CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM = 2
};

typedef enum CUdevice_attribute_enum {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
    CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9,
    CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED = 78,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    CU_DEVICE_ATTRIBUTE_MAX = 160
} CUdevice_attribute;

/* Green contexts. 144 bytes, as in CUDA 12.4 to 13.0; clients only hand it from call to call. */
typedef enum { CU_DEV_RESOURCE_TYPE_INVALID = 0, CU_DEV_RESOURCE_TYPE_SM = 1 } CUdevResourceType;
enum { CU_GREEN_CTX_DEFAULT_STREAM = 1 };

typedef struct CUdevSmResource_st {
    unsigned int smCount;
    unsigned int minSmPartitionSize;
    unsigned int smCoscheduledAlignment;
} CUdevSmResource;

typedef struct CUdevResource_st {
    CUdevResourceType type;
    unsigned char hidden[92];
    union {
        CUdevSmResource sm;
        unsigned char room[48];
    } value;
} CUdevResource;

/* The driver. A suffix _v2 ... is a later ABI, _ptsz the per-thread-default-stream form. */
CUresult cuInit(unsigned int flags);
CUresult cuDriverGetVersion(int *version);
CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUresult cuDeviceGetCount(int *count);
CUresult cuDeviceGetName(char *name, int length, CUdevice device);
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device);
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device);
CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device);
CUresult cuDevicePrimaryCtxRetain(CUcontext *ctx, CUdevice device);
CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device);
CUresult cuGetErrorName(CUresult error, const char **name);
CUresult cuGetErrorString(CUresult error, const char **text);
CUresult cuGetExportTable(const void **table, const CUuuid *id);

CUresult cuCtxCreate(CUcontext *ctx, unsigned int flags, CUdevice device);
CUresult cuCtxCreate_v2(CUcontext *ctx, unsigned int flags, CUdevice device);
CUresult cuCtxCreate_v3(CUcontext *ctx, void *affinity, int count, unsigned int flags,
                        CUdevice device);
CUresult cuCtxCreate_v4(CUcontext *ctx, void *parameters, unsigned int flags, CUdevice device);
CUresult cuCtxDestroy(CUcontext ctx);
CUresult cuCtxDestroy_v2(CUcontext ctx);
CUresult cuCtxGetCurrent(CUcontext *ctx);
CUresult cuCtxSetCurrent(CUcontext ctx);
CUresult cuCtxPushCurrent(CUcontext ctx);
CUresult cuCtxPushCurrent_v2(CUcontext ctx);
CUresult cuCtxPopCurrent(CUcontext *ctx);
CUresult cuCtxPopCurrent_v2(CUcontext *ctx);
CUresult cuCtxGetDevice(CUdevice *device);
CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext ctx);
CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest);

CUresult cuStreamCreate(CUstream *stream, unsigned int flags);
CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority);
CUresult cuStreamDestroy(CUstream stream);
CUresult cuStreamDestroy_v2(CUstream stream);
CUresult cuStreamGetPriority(CUstream stream, int *priority);
CUresult cuStreamGetPriority_ptsz(CUstream stream, int *priority);
CUresult cuStreamGetFlags(CUstream stream, unsigned int *flags);
CUresult cuStreamGetFlags_ptsz(CUstream stream, unsigned int *flags);
CUresult cuStreamGetCtx(CUstream stream, CUcontext *ctx);
CUresult cuStreamGetCtx_ptsz(CUstream stream, CUcontext *ctx);
CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext *ctx, CUgreenCtx *green);
CUresult cuStreamGetCtx_v2_ptsz(CUstream stream, CUcontext *ctx, CUgreenCtx *green);

CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource *resource, CUdevResourceType type);
CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *desc, CUdevResource *resources,
                                   unsigned int count);
CUresult cuGreenCtxCreate(CUgreenCtx *green, CUdevResourceDesc desc, CUdevice device,
                          unsigned int flags);
CUresult cuGreenCtxDestroy(CUgreenCtx green);
CUresult cuCtxFromGreenCtx(CUcontext *ctx, CUgreenCtx green);
CUresult cuGreenCtxStreamCreate(CUstream *stream, CUgreenCtx green, unsigned int flags,
                                int priority);

CUresult cuGetProcAddress(const char *symbol, void **function, int version, cuuint64_t flags);
CUresult cuGetProcAddress_v2(const char *symbol, void **function, int version, cuuint64_t flags,
                             CUdriverProcAddressQueryResult *status);

/* A future ABI that no driver has: what FAKE_CUDA_FUTURE hands out under the old base names. */
CUresult cuStreamCreate_v2(int extra, CUstream *stream, unsigned int flags);
CUresult cuStreamCreateWithPriority_v2(int extra, CUstream *stream, unsigned int flags,
                                       int priority);
CUresult cuGetProcAddress_v3(int extra, const char *symbol, void **function, int version,
                             cuuint64_t flags, CUdriverProcAddressQueryResult *status);

/* The runtime. */
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaFree(void *pointer); /* cudaFree(NULL) is the usual way to wake the runtime */
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);

cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaStreamGetPriority_ptsz(cudaStream_t stream, int *priority);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
cudaError_t cudaStreamGetFlags_ptsz(cudaStream_t stream, unsigned int *flags);

/* The name has had two ABIs: 11.3 to 11.8 without the status; define FAKE_CUDART_11 for that. */
#ifdef FAKE_CUDART_11
cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags);
cudaError_t cudaGetDriverEntryPoint_ptsz(const char *symbol, void **function,
                                         unsigned long long flags);
#else
cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *status);
cudaError_t cudaGetDriverEntryPoint_ptsz(const char *symbol, void **function,
                                         unsigned long long flags,
                                         enum cudaDriverEntryPointQueryResult *status);
#endif
cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function,
                                             unsigned int version, unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *status);
cudaError_t cudaGetDriverEntryPointByVersion_ptsz(const char *symbol, void **function,
                                                  unsigned int version, unsigned long long flags,
                                                  enum cudaDriverEntryPointQueryResult *status);

cudaError_t cudaDeviceGetExecutionCtx(cudaExecutionContext_t *ctx, int device);
cudaError_t cudaExecutionCtxGetDevice(int *device, cudaExecutionContext_t ctx);
cudaError_t cudaExecutionCtxStreamCreate(cudaStream_t *stream, cudaExecutionContext_t ctx,
                                         unsigned int flags, int priority);
/* Ours, not NVIDIA's: a green execution context of all of the device, in one call. */
cudaError_t fake_cudaGreenExecutionCtxCreate(cudaExecutionContext_t *ctx, int device);

#ifdef __cplusplus
}
#endif

#include "fake_compute.h" /* memory, modules, events */
#include "fake_launch.h"  /* launches, attributes, capture, graphs */

#endif
