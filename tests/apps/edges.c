/* SPDX-License-Identifier: MIT */
/*
 * edges: what a program may do wrong, or a driver answer. Prints results and what became of
 * out-parameters; a run under the shim must print what a bare one does.
 */
#include "creations.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *driver, *runtime;

#define CUDA(name) ((__typeof(&name))find(driver, #name))
#define CUDART(name) ((__typeof(&name))find(runtime, #name))

/* Absent functions end the host: every edge needs all of them. */
static void *find(void *handle, const char *name)
{
    void *function = dlsym(handle, name);

    if (!function) {
        printf("%s is missing\n", name);
        exit(3);
    }
    return function;
}

#define POISON ((CUstream)(uintptr_t)0x5a5a)

/* The handle by its address: it is read after the call that stands beside it. */
static void show(const char *what, int result, const CUstream *stream)
{
    printf("%s = %d, %s\n", what, result,
           !stream             ? "nowhere to put it"
           : *stream == POISON ? "untouched"
           : *stream           ? "made"
                               : "null");
}

static void driver_creations(const char *when)
{
    CUstream s;

    printf("driver, %s\n", when);
    s = POISON;
    show("cuStreamCreate", CUDA(cuStreamCreate)(&s, 0), &s);
    s = POISON;
    show("cuStreamCreate with unknown flags", CUDA(cuStreamCreate)(&s, 0x80), &s);
    show("cuStreamCreate to NULL", CUDA(cuStreamCreate)(NULL, 0), NULL);
    s = POISON;
    show("cuStreamCreateWithPriority", CUDA(cuStreamCreateWithPriority)(&s, 1, -3), &s);
    s = POISON;
    show("... with unknown flags", CUDA(cuStreamCreateWithPriority)(&s, 0x80, -3), &s);
    show("... to NULL", CUDA(cuStreamCreateWithPriority)(NULL, 0, 0), NULL);
}

static void green_creations(CUgreenCtx green)
{
    CUstream s = POISON;

    show("cuGreenCtxStreamCreate", CUDA(cuGreenCtxStreamCreate)(&s, green, 1, -3), &s);
    s = POISON;
    show("... that may block", CUDA(cuGreenCtxStreamCreate)(&s, green, 0, -3), &s);
    show("... to NULL", CUDA(cuGreenCtxStreamCreate)(NULL, green, 1, 0), NULL);
    s = POISON;
    show("... in no context", CUDA(cuGreenCtxStreamCreate)(&s, NULL, 1, 0), &s);
}

static void runtime_creations(const char *when)
{
    cudaStream_t s;

    printf("runtime, %s\n", when);
    s = POISON;
    show("cudaStreamCreate", CUDART(cudaStreamCreate)(&s), &s);
    show("cudaStreamCreate to NULL", CUDART(cudaStreamCreate)(NULL), NULL);
    s = POISON;
    show("cudaStreamCreateWithFlags", CUDART(cudaStreamCreateWithFlags)(&s, 1), &s);
    printf("last error %d\n", CUDART(cudaPeekAtLastError)());
    s = POISON;
    show("... with unknown flags", CUDART(cudaStreamCreateWithFlags)(&s, 0x80), &s);
    show("... to NULL", CUDART(cudaStreamCreateWithFlags)(NULL, 0), NULL);
    s = POISON;
    show("cudaStreamCreateWithPriority", CUDART(cudaStreamCreateWithPriority)(&s, 1, -3), &s);
    show("... to NULL", CUDART(cudaStreamCreateWithPriority)(NULL, 0, 0), NULL);
    printf("last error %d\n", CUDART(cudaGetLastError)());
    printf("then %d\n", CUDART(cudaGetLastError)());
    s = POISON;
    show("cudaStreamCreate", CUDART(cudaStreamCreate)(&s), &s);
    printf("last error %d\n", CUDART(cudaGetLastError)());
}

static void execution_creations(void)
{
    cudaExecutionContext_t context = NULL;
    cudaStream_t s = POISON;

    CUDART(cudaDeviceGetExecutionCtx)(&context, 0);
    show("cudaExecutionCtxStreamCreate", CUDART(cudaExecutionCtxStreamCreate)(&s, context, 1, -3),
         &s);
    show("... to NULL", CUDART(cudaExecutionCtxStreamCreate)(NULL, context, 1, 0), NULL);
    s = POISON;
    show("... in no context", CUDART(cudaExecutionCtxStreamCreate)(&s, NULL, 1, 0), &s);
    printf("last error %d\n", CUDART(cudaGetLastError)());
}

/* The addresses differ under the shim, so only NULL, untouched or given is shown. */
static const char *given(const void *function)
{
    return !function ? "null" : function == POISON ? "untouched" : "given";
}

static void lookups(void)
{
    static const char *const names[] = {"cuStreamCreate",
                                        "cuStreamCreateWithPriority",
                                        "cuGreenCtxStreamCreate",
                                        "cuGetProcAddress",
                                        "cuGetProcAddress_v2",
                                        "cuStreamCreate_v2",
                                        "cuCtxPushCurrent",
                                        "cuNoSuchFunction",
                                        "",
                                        "cudaStreamCreate",
                                        "cuStreamCreat",
                                        "cuStreamCreateWithPriority2",
                                        "cuStreamGetPriority",
                                        NULL};
    static const int versions[] = {-1,    0,     2000,  5050,  11020, 11030,     11999,
                                   12000, 12050, 13000, 13030, 14000, 0x7fffffff};

    for (size_t n = 0; n < sizeof(names) / sizeof(*names); n++) {
        for (size_t v = 0; v < sizeof(versions) / sizeof(*versions); v++) {
            for (unsigned int flags = 0; flags < 4; flags++) {
                void *one = POISON, *two = POISON, *three = POISON;
                CUdriverProcAddressQueryResult status = 77;
                int r1 = CUDA(cuGetProcAddress)(names[n], &one, versions[v], flags);
                int r2 = CUDA(cuGetProcAddress_v2)(names[n], &two, versions[v], flags, &status);
                int r3 = CUDA(cuGetProcAddress_v2)(names[n], &three, versions[v], flags, NULL);
                printf("%s@%d,%u: %d %s, %d %s status %d, %d %s\n", names[n] ? names[n] : "NULL",
                       versions[v], flags, r1, given(one), r2, given(two), (int)status, r3,
                       given(three));
            }
        }
    }
    printf("to NULL: %d %d\n", CUDA(cuGetProcAddress)("cuStreamCreate", NULL, 12000, 0),
           CUDA(cuGetProcAddress_v2)("cuStreamCreate", NULL, 12000, 0, NULL));
}

static void entry_points(void)
{
    static const char *const names[] = {"cuStreamCreate",
                                        "cuStreamCreateWithPriority",
                                        "cuGetProcAddress",
                                        "cuNoSuchFunction",
                                        "",
                                        NULL};

    for (size_t n = 0; n < sizeof(names) / sizeof(*names); n++) {
        void *one = POISON, *two = POISON;
        enum cudaDriverEntryPointQueryResult s1 = 77, s2 = 77;
        int r1 = CUDART(cudaGetDriverEntryPoint)(names[n], &one, 0, &s1);
        int r2 = CUDART(cudaGetDriverEntryPointByVersion)(names[n], &two, 5050, 0, &s2);
        printf("entry point %s: %d %s %d, %d %s %d\n", names[n] ? names[n] : "NULL", r1, given(one),
               (int)s1, r2, given(two), (int)s2);
    }
    printf("to NULL: %d %d\n", CUDART(cudaGetDriverEntryPoint)("cuStreamCreate", NULL, 0, NULL),
           CUDART(cudaGetDriverEntryPointByVersion)("cuStreamCreate", NULL, 5050, 0, NULL));
    printf("last error %d\n", CUDART(cudaGetLastError)());
}

int main(void)
{
    CUcontext context = NULL, current = NULL;
    CUgreenCtx green = NULL;
    CUdevResource resource;
    CUdevResourceDesc description;

    driver = dlopen("libcuda.so.1", RTLD_NOW);
    runtime = dlopen(getenv("HOST_CUDART") ? getenv("HOST_CUDART") : "libcudart.so.12", RTLD_NOW);
    if (!driver || !runtime)
        return 3;
    lookups(); /* a runtime does this before cuInit */
    driver_creations("before cuInit");
    CUDA(cuInit)(0);
    driver_creations("without a context");
    CUDA(cuDevicePrimaryCtxRetain)(&context, 0);
    CUDA(cuCtxSetCurrent)(context);
    driver_creations("in a context");
    CUDA(cuDeviceGetDevResource)(0, &resource, CU_DEV_RESOURCE_TYPE_SM);
    CUDA(cuDevResourceGenerateDesc)(&description, &resource, 1);
    CUDA(cuGreenCtxCreate)(&green, description, 0, CU_GREEN_CTX_DEFAULT_STREAM);
    green_creations(green);
    CUDA(cuCtxGetCurrent)(&current);
    printf("current context %s\n", current == context ? "kept" : "lost");
    CUDA(cuCtxPopCurrent_v2)(&current);
    CUDA(cuCtxGetCurrent)(&current);
    printf("beneath it %s\n", current ? "another" : "none");
    CUDA(cuCtxSetCurrent)(NULL);
    runtime_creations("first");
    runtime_creations("again");
    execution_creations();
    if (dlsym(runtime, "cudaGetDriverEntryPoint"))
        entry_points();
    return 0;
}
