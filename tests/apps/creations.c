/* SPDX-License-Identifier: MIT */
#include "creations.h"

#include <dlfcn.h>
#include <stdio.h>

#define FROM(handle, name) ((__typeof(&name))dlsym(handle, #name))

/* What is read back, by the level that made the stream. */
static CUresult (*get_priority)(CUstream, int *);
static CUresult (*get_flags)(CUstream, unsigned int *);

enum { UNASKED = -1000 };

static void show(const char *function, int device, unsigned int flags, int asked, int result,
                 CUstream stream)
{
    printf("%s device=%d flags=%u asked=", function, device, flags);
    if (asked == UNASKED)
        printf("none");
    else
        printf("%d", asked);
    printf(" = %d", result);
    if (result == 0) {
        int priority = -999;
        unsigned int made = 999;
        if (get_priority)
            get_priority(stream, &priority);
        if (get_flags)
            get_flags(stream, &made);
        printf(" priority=%d flags=%u", priority, made);
    }
    printf("\n");
}

static void create_in_driver(const struct creation_functions *create, int device)
{
    for (unsigned int flags = 0; create->cuStreamCreate && flags < 2; flags++) {
        CUstream s = NULL;
        int result = create->cuStreamCreate(&s, flags);
        show("cuStreamCreate", device, flags, UNASKED, result, s);
    }
    for (int asked = 1; create->cuStreamCreateWithPriority && asked >= -7; asked -= 4) {
        CUstream s = NULL;
        unsigned int flags = asked == 1;
        int result = create->cuStreamCreateWithPriority(&s, flags, asked);
        show("cuStreamCreateWithPriority", device, flags, asked, result, s);
    }
    if (create->cuStreamCreateWithPriority) {
        CUstream s = NULL;
        int result = create->cuStreamCreateWithPriority(&s, 1, 0);
        show("cuStreamCreateWithPriority", device, 1, 0, result, s);
    }
}

/* In a green context of `device`, while another device's context is current. */
static void create_in_green_context(const struct creation_functions *create, void *driver,
                                    int device)
{
    __typeof(&cuDeviceGetDevResource) get_resource = FROM(driver, cuDeviceGetDevResource);
    __typeof(&cuDevResourceGenerateDesc) describe = FROM(driver, cuDevResourceGenerateDesc);
    __typeof(&cuGreenCtxCreate) create_green = FROM(driver, cuGreenCtxCreate);
    CUdevResource resource;
    CUdevResourceDesc description;
    CUgreenCtx green;
    CUstream s = NULL;

    if (!create->cuGreenCtxStreamCreate || !get_resource ||
        get_resource(device, &resource, CU_DEV_RESOURCE_TYPE_SM) != 0 ||
        describe(&description, &resource, 1) != 0 ||
        create_green(&green, description, device, CU_GREEN_CTX_DEFAULT_STREAM) != 0)
        return;
    for (int asked = 0; asked >= -3; asked -= 3) {
        int result = create->cuGreenCtxStreamCreate(&s, green, 1, asked);
        show("cuGreenCtxStreamCreate", device, 1, asked, result, s);
    }
}

static int use_driver(const struct creation_functions *create, void *driver)
{
    __typeof(&cuDevicePrimaryCtxRetain) retain = FROM(driver, cuDevicePrimaryCtxRetain);
    __typeof(&cuCtxSetCurrent) set_current = FROM(driver, cuCtxSetCurrent);
    int count = 0, result = FROM(driver, cuInit)(0);

    if (result != 0 || (result = FROM(driver, cuDeviceGetCount)(&count)) != 0) {
        printf("cuInit = %d\n", result);
        return 1;
    }
    get_priority = FROM(driver, cuStreamGetPriority);
    get_flags = FROM(driver, cuStreamGetFlags);
    for (int device = count - 1; device >= 0; device--) { /* ends with the first one current */
        CUcontext context = NULL;
        if (retain) {
            retain(&context, device);
            set_current(context);
        } else {
            FROM(driver, cuCtxCreate_v2)(&context, 0, device);
        }
        create_in_driver(create, device);
    }
    for (int device = 0; device < count; device++)
        create_in_green_context(create, driver, device);
    if (set_current)
        set_current(NULL);
    return 0;
}

static void create_in_execution_contexts(const struct creation_functions *create, void *runtime,
                                         int device)
{
    __typeof(&cudaDeviceGetExecutionCtx) primary = FROM(runtime, cudaDeviceGetExecutionCtx);
    __typeof(&fake_cudaGreenExecutionCtxCreate) green =
        FROM(runtime, fake_cudaGreenExecutionCtxCreate);
    cudaExecutionContext_t context;
    cudaStream_t s = NULL;

    if (!create->cudaExecutionCtxStreamCreate)
        return;
    if (primary && primary(&context, device) == 0) {
        int result = create->cudaExecutionCtxStreamCreate(&s, context, 0, -3);
        show("cudaExecutionCtxStreamCreate", device, 0, -3, result, s);
    }
    if (green && green(&context, device) == 0) {
        int result = create->cudaExecutionCtxStreamCreate(&s, context, 1, 0);
        show("cudaExecutionCtxStreamCreate", device, 1, 0, result, s);
    }
}

static void create_in_runtime(const struct creation_functions *create, int device)
{
    cudaStream_t s = NULL;

    if (create->cudaStreamCreate) {
        int result = create->cudaStreamCreate(&s);
        show("cudaStreamCreate", device, 0, UNASKED, result, s);
    }
    for (unsigned int flags = 0; create->cudaStreamCreateWithFlags && flags < 2; flags++) {
        int result = create->cudaStreamCreateWithFlags(&s, flags);
        show("cudaStreamCreateWithFlags", device, flags, UNASKED, result, s);
    }
    for (int asked = 0; create->cudaStreamCreateWithPriority && asked >= -3; asked -= 3) {
        int result = create->cudaStreamCreateWithPriority(&s, 1, asked);
        show("cudaStreamCreateWithPriority", device, 1, asked, result, s);
    }
}

static int use_runtime(const struct creation_functions *create, void *runtime)
{
    int count = 0, result = FROM(runtime, cudaGetDeviceCount)(&count);

    if (result != 0) {
        printf("cudaGetDeviceCount = %d\n", result);
        return 1;
    }
    get_priority = (__typeof(get_priority))dlsym(runtime, "cudaStreamGetPriority");
    get_flags = (__typeof(get_flags))dlsym(runtime, "cudaStreamGetFlags");
    for (int device = count - 1; device >= 0; device--) {
        FROM(runtime, cudaSetDevice)(device);
        create_in_runtime(create, device);
        create_in_execution_contexts(create, runtime, device);
    }
    printf("last error = %d\n", FROM(runtime, cudaGetLastError)());
    return 0;
}

int create_streams(const struct creation_functions *create, void *driver, void *runtime)
{
    int failed = driver ? use_driver(create, driver) : 0;

    return (runtime ? use_runtime(create, runtime) : 0) | failed;
}
