/* SPDX-License-Identifier: MIT */
/* selftest_runtime.c - the runtime's contract, in each kind of runtime. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

#include "fake_cuda.h"
#include "selftest.h"

static const char main_runtime[] = "runtime/libcudart.so.12";

/* The whole matrix of creation, on device 0 (0:-5) and device 1 (0:-1). */
static void creates(void *cudart)
{
    cudaStream_t stream;
    int priority = 9, least = 9, greatest = 9;
    unsigned int flags = 9;
    GIVES(FN(cudart, cudaStreamCreate)(&stream), 0);
    GIVES(FN(cudart, cudaStreamGetPriority)(stream, &priority), 0);
    GIVES(FN(cudart, cudaStreamGetFlags_ptsz)(stream, &flags), 0);
    CHECK(priority == 0 && flags == 0);
    GIVES(FN(cudart, cudaStreamCreateWithFlags)(&stream, cudaStreamNonBlocking), 0);
    GIVES(FN(cudart, cudaStreamGetFlags)(stream, &flags), 0);
    GIVES(flags, 1);
    GIVES(FN(cudart, cudaDeviceGetStreamPriorityRange)(&least, &greatest), 0);
    CHECK(least == 0 && greatest == -5);
    GIVES(FN(cudart, cudaSetDevice)(1), 0);
    GIVES(FN(cudart, cudaStreamCreateWithPriority)(&stream, 1, -9), 0);
    GIVES(FN(cudart, cudaStreamGetPriority_ptsz)(stream, &priority), 0);
    GIVES(priority, -1);
    GIVES(FN(cudart, cudaStreamDestroy)(stream), 0);
    GIVES(FN(cudart, cudaStreamDestroy)(stream), 400);
    GIVES(FN(cudart, cudaSetDevice)(2), 101);
    GIVES(FN(cudart, cudaGetDevice)(&priority), 0);
    GIVES(priority, 1);
}

static void creates_opened(void)
{
    creates(library(main_runtime));
}

static void creates_linked(void)
{
    creates(library("runtime_linked/libcudart_linked.so.12"));
}

static void creates_alone(void)
{
    void *cudart = library("runtime_alone/libcudart_alone.so.12");
    void *function = (void *)1;
    enum cudaDriverEntryPointQueryResult status = cudaDriverEntryPointSuccess;
    creates(cudart);
    CHECK(symbol(cudart, "cuStreamCreate") == NULL);
    GIVES(FN(cudart, cudaGetDriverEntryPoint)("cuStreamCreate", &function, 0, &status), 0);
    CHECK(function == NULL && status == cudaDriverEntryPointSymbolNotFound);
}

static void creates_11(void)
{
    void *cudart = library("runtime_11/libcudart.so.11.0");
    creates(cudart);
    CHECK(symbol(cudart, "cudaGetDriverEntryPointByVersion") == NULL);
    CHECK(symbol(cudart, "cudaExecutionCtxStreamCreate") == NULL);
}

static void entry_point_11(void)
{
    void *cudart = library("runtime_11/libcudart.so.11.0"), *function = NULL;
    typedef cudaError_t entry_point(const char *, void **, unsigned long long);
    entry_point *find = (entry_point *)(uintptr_t)symbol(cudart, "cudaGetDriverEntryPoint");
    GIVES(find("cuStreamCreate", &function, 0), 0);
    CHECK(function != NULL);
    GIVES(find("cuNoSuchFunction", &function, 0), 500);
    GIVES(FN(cudart, cudaGetLastError)(), 500);
    GIVES(find(NULL, &function, 0), 1);
}

/* What a first call makes the runtime do: find its driver, start it, have a context. */
static const char first_call[] =
    "cuda cuGetProcAddress_v2 symbol= version=0 flags=0 = 0\n"
    "cuda cuGetProcAddress_v2 symbol=cuInit version=2000 flags=0 = 0\n"
    "cuda cuGetProcAddress_v2 symbol=cuGetProcAddress version=11030 flags=0 = 0\n"
    "cuda cuGetProcAddress_v2 symbol=cuGetProcAddress version=12000 flags=0 = 0\n"
#define NEED(name, base, version, flags, params, args)                                             \
    "cuda cuGetProcAddress_v2 symbol=" #base " version=" #version " flags=" #flags " = 0\n"
#include "needs.def"
#undef NEED
    "cuda cuInit flags=0 = 0\n"
    "cuda cuCtxGetCurrent = 0\n"
    "cuda cuDeviceGet ordinal=0 = 0\n"
    "cuda cuDevicePrimaryCtxRetain device=0 = 0\n"
    "cuda cuCtxSetCurrent = 0\n"
    "cudart cudaFree = 0\n";

static void records_opening(void)
{
    void *cudart = library(main_runtime);
    cudaStream_t stream;
    RECORD("");
    GIVES(FN(cudart, cudaFree)(NULL), 0);
    RECORD(first_call);
    GIVES(FN(cudart, cudaStreamCreateWithFlags)(&stream, 1), 0);
    RECORD("cuda cuCtxGetCurrent = 0\n"
           "cuda cuStreamCreate flags=1 = 0\n"
           "cudart cudaStreamCreateWithFlags flags=1 = 0\n");
}

static void last_error(void)
{
    void *cudart = library(main_runtime);
    cudaStream_t stream = (cudaStream_t)0x10;
    GIVES(FN(cudart, cudaStreamCreate)(&stream), 2);
    CHECK(stream == (cudaStream_t)0x10);
    GIVES(FN(cudart, cudaStreamCreate)(&stream), 0);
    GIVES(FN(cudart, cudaPeekAtLastError)(), 2);
    GIVES(FN(cudart, cudaGetLastError)(), 2);
    GIVES(FN(cudart, cudaGetLastError)(), 0);
    GIVES(FN(cudart, cudaStreamCreate)(NULL), 1);
    GIVES(FN(cudart, cudaGetLastError)(), 1);
    GIVES(FN(cudart, cudaStreamCreateWithPriority)(&stream, 1, 0), 999); /* the driver's failure */
    GIVES(FN(cudart, cudaPeekAtLastError)(), 999);
}

static void entry_points(void)
{
    void *cudart = library(main_runtime), *cuda = library("driver/libcuda.so.1");
    void *function = NULL;
    enum cudaDriverEntryPointQueryResult status = cudaDriverEntryPointSymbolNotFound;
    __typeof__(cudaGetDriverEntryPoint) *find = FN(cudart, cudaGetDriverEntryPoint);
    __typeof__(cudaGetDriverEntryPointByVersion) *find_by_version =
        FN(cudart, cudaGetDriverEntryPointByVersion);
    GIVES(find("cuStreamCreate", &function, 0, &status), 0);
    CHECK(function == symbol(cuda, "cuStreamCreate") && status == cudaDriverEntryPointSuccess);
    GIVES(find("cuGetProcAddress", &function, 0, NULL), 0);
    CHECK(function == symbol(cuda, "cuGetProcAddress_v2"));
    GIVES(find("cuGreenCtxStreamCreate", &function, 0, &status), 0);
    CHECK(!function && status == cudaDriverEntryPointVersionNotSufficent);
    GIVES(find("cuNoSuchFunction", &function, 0, &status), 0);
    CHECK(!function && status == cudaDriverEntryPointSymbolNotFound);
    GIVES(find_by_version("cuGetProcAddress", &function, 11030, 0, &status), 0);
    CHECK(function == symbol(cuda, "cuGetProcAddress"));
    GIVES(find_by_version("cuStreamCreate", &function, 13010, 0, &status), 1);
    GIVES(FN(cudart, cudaGetDriverEntryPoint_ptsz)("cuStreamGetPriority", &function, 0, NULL), 0);
    CHECK(function == symbol(cuda, "cuStreamGetPriority_ptsz"));
    GIVES(find(NULL, &function, 0, NULL), 1);
    GIVES(find("cuInit", NULL, 0, NULL), 1);
    GIVES(FN(cudart, cudaGetLastError)(), 1);
}

static void execution_contexts(void)
{
    void *cudart = library(main_runtime);
    cudaExecutionContext_t primary, green;
    cudaStream_t stream;
    int number = 9;
    __typeof__(cudaExecutionCtxStreamCreate) *create = FN(cudart, cudaExecutionCtxStreamCreate);
    GIVES(FN(cudart, cudaDeviceGetExecutionCtx)(&primary, 1), 0);
    GIVES(FN(cudart, fake_cudaGreenExecutionCtxCreate)(&green, 1), 0);
    GIVES(FN(cudart, cudaExecutionCtxGetDevice)(&number, primary), 0);
    GIVES(number, 1);
    GIVES(create(&stream, NULL, 0, 0), 1);
    GIVES(FN(cudart, cudaDeviceGetExecutionCtx)(&primary, 2), 101);
    forget_record();
    GIVES(create(&stream, primary, 0, -5), 0);
    RECORD("cuda cuCtxPushCurrent_v2 = 0\n"
           "cuda cuStreamCreateWithPriority flags=0 priority=-5 = 0\n"
           "cuda cuCtxPopCurrent_v2 = 0\n"
           "cudart cudaExecutionCtxStreamCreate flags=0 priority=-5 = 0\n");
    GIVES(FN(cudart, cudaStreamGetPriority)(stream, &number), 0);
    GIVES(number, -1);
    forget_record();
    GIVES(create(&stream, green, 0, -5), 0);
    RECORD("cuda cuGreenCtxStreamCreate device=1 flags=1 priority=-5 = 0\n"
           "cudart cudaExecutionCtxStreamCreate flags=0 priority=-5 = 0\n");
    GIVES(FN(cudart, cudaStreamGetPriority)(stream, &number), 0);
    GIVES(number, -1);
    GIVES(create(&stream, green, 4, -5), 1);
}

static void without_driver(void)
{
    void *cudart = library(main_runtime);
    int count = 9;
    GIVES(FN(cudart, cudaGetDeviceCount)(&count), cudaErrorInsufficientDriver);
    GIVES(count, 0);
}

static void without_device(void)
{
    void *cudart = library(main_runtime);
    cudaStream_t stream;
    GIVES(FN(cudart, cudaStreamCreate)(&stream), cudaErrorNoDevice);
}

static void on_old_driver(void)
{
    void *cudart = library(main_runtime);
    cudaStream_t stream;
    void *function = (void *)1;
    setenv("FAKE_CUDART_DRIVER", FAKE_LIBRARIES "/driver_old/libcuda.so.1", 1);
    GIVES(FN(cudart, cudaStreamCreate)(&stream), 0);
    GIVES(FN(cudart, cudaStreamCreateWithPriority)(&stream, 0, 0),
          cudaErrorCallRequiresNewerDriver);
    GIVES(FN(cudart, cudaGetDriverEntryPoint)("cuInit", &function, 0, NULL), 0);
    CHECK(function == NULL);
}

static void version_nodes(void)
{
    void *cudart = library(main_runtime), *plain = library("runtime_unversioned/libcudart.so.12");
    void *create = symbol(cudart, "cudaStreamCreate");
    CHECK(create && dlvsym(cudart, "cudaStreamCreate", "libcudart.so.12") == create);
    CHECK(dlvsym(cudart, "cudaStreamCreate", "libcudart.so.11.0") == NULL);
    CHECK(symbol(plain, "cudaStreamCreate") != NULL);
}

#define WITH_DRIVER(folder) "FAKE_CUDART_DRIVER=" FAKE_LIBRARIES "/" folder "/libcuda.so.1"
#define TWO_DEVICES " FAKE_CUDA_RANGES=0:-5,0:-1"

const struct test_case runtime_cases[] = {
    {"runtime that opens its driver", WITH_DRIVER("driver") TWO_DEVICES, creates_opened},
    {"runtime on a driver of 11.3", WITH_DRIVER("driver_11") TWO_DEVICES, creates_opened},
    {"runtime on a stub",
     "FAKE_CUDA_FAIL=cuGetProcAddress_v2=34 " WITH_DRIVER("driver") TWO_DEVICES, creates_opened},
    {"runtime linked to its driver", TWO_DEVICES, creates_linked},
    {"runtime alone", TWO_DEVICES, creates_alone},
    {"runtime of 11.3", WITH_DRIVER("driver_11") TWO_DEVICES, creates_11},
    {"runtime of 11.3 on a 13.0 driver", WITH_DRIVER("driver") TWO_DEVICES, creates_11},
    {"entry point of 11.3", WITH_DRIVER("driver"), entry_point_11},
    {"what the runtime asks of its driver", WITH_DRIVER("driver"), records_opening},
    {"last error",
     WITH_DRIVER("driver") " FAKE_CUDA_FAIL=cudaStreamCreate=2*1,cuStreamCreateWithPriority=999",
     last_error},
    {"entry points", WITH_DRIVER("driver"), entry_points},
    {"execution contexts", WITH_DRIVER("driver") TWO_DEVICES, execution_contexts},
    {"no driver", "FAKE_CUDART_DRIVER=/nowhere/libcuda.so.1", without_driver},
    {"no device", WITH_DRIVER("driver") " FAKE_CUDA_DEVICES=0", without_device},
    {"runtime on a driver of 5.0", "", on_old_driver},
    {"version nodes", "", version_nodes},
    {NULL, NULL, NULL},
};
