/* SPDX-License-Identifier: MIT */
/*
 * every_way: one stream by each creation function and each public way, and the priority that it
 * has, as the program reads it back. Exit status: 0; 3 where there is no driver or no device.
 */
#include "ways.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void *driver, *runtime;

#define FROM(handle, name) ((__typeof(&name))dlsym(handle, #name))

static CUgreenCtx green;
static cudaExecutionContext_t execution;

static void show(const char *way, const char *function, int result, CUstream stream)
{
    int priority = 0, read_back = 1;

    if (result == 0)
        read_back = (int)FROM(driver, cuStreamGetPriority)(stream, &priority);
    if (result == 0 && read_back == 0)
        printf("%-40s %-30s %8d\n", way, function, priority);
    else
        printf("%-40s %-30s error:%d\n", way, function, result ? result : read_back);
    if (result == 0)
        FROM(driver, cuStreamDestroy_v2)(stream);
}

/* Where a priority must be named it is one between the usual ends. */
static void create_each(const char *way, const struct creation_functions *create)
{
#define SHOW(name, ...)                                                                            \
    if (create->name) {                                                                            \
        CUstream s = NULL;                                                                         \
        int result = (int)create->name(&s, ##__VA_ARGS__);                                         \
        show(way, #name, result, s);                                                               \
    }
    SHOW(cuStreamCreate, 1)
    SHOW(cuStreamCreateWithPriority, 1, -2)
    if (green)
        SHOW(cuGreenCtxStreamCreate, green, 1, -2)
    SHOW(cudaStreamCreate)
    SHOW(cudaStreamCreateWithFlags, 1)
    SHOW(cudaStreamCreateWithPriority, 1, -2)
    if (execution)
        SHOW(cudaExecutionCtxStreamCreate, execution, 1, -2)
}

static int start(void)
{
    __typeof(&cuDeviceGetDevResource) get_resource;
    CUdevResource resource;
    CUdevResourceDesc description;
    CUcontext context;
    char name[128] = "?";
    int version = 0, least = 0, greatest = 0;

    if (!driver) {
        printf("no driver: %s\n", dlerror());
        return 3;
    }
    int result = (int)FROM(driver, cuInit)(0);
    if (result != 0) {
        printf("no device: cuInit gives %d\n", result);
        return 3;
    }
    FROM(driver, cuDevicePrimaryCtxRetain)(&context, 0);
    FROM(driver, cuCtxSetCurrent)(context);
    FROM(driver, cuDeviceGetName)(name, sizeof(name), 0);
    FROM(driver, cuDriverGetVersion)(&version);
    printf("%s, driver for CUDA %d.%d", name, version / 1000, version % 1000 / 10);
    if (FROM(driver, cuCtxGetStreamPriorityRange))
        FROM(driver, cuCtxGetStreamPriorityRange)(&least, &greatest);
    printf(", priorities from %d (least) to %d (greatest)\n", least, greatest);
    get_resource = FROM(driver, cuDeviceGetDevResource);
    if (get_resource && get_resource(0, &resource, CU_DEV_RESOURCE_TYPE_SM) == 0 &&
        FROM(driver, cuDevResourceGenerateDesc)(&description, &resource, 1) == 0)
        FROM(driver, cuGreenCtxCreate)(&green, description, 0, CU_GREEN_CTX_DEFAULT_STREAM);
    if (runtime && FROM(runtime, cudaDeviceGetExecutionCtx))
        FROM(runtime, cudaDeviceGetExecutionCtx)(&execution, 0);
    if (!runtime)
        printf("no CUDA runtime library here: the runtime's functions are left out\n");
    return 0;
}

/* A driver may be older than the functions that this program is linked to. */
static void leave_out_what_is_missing(struct creation_functions *create)
{
#define X(name)                                                                                    \
    if (!dlsym(strncmp(#name, "cuda", 4) == 0 ? runtime : driver, #name))                          \
        create->name = NULL;
    CREATION_FUNCTIONS(X)
#undef X
}

static bool offered(const char *way)
{
    const char *function = strncmp(way, "v1-", 3) == 0   ? "cuGetProcAddress"
                           : strncmp(way, "v2-", 3) == 0 ? "cuGetProcAddress_v2"
                                                         : "cuInit";

    return dlsym(driver, function) &&
           (strcmp(way, "v1-itself") != 0 || dlsym(driver, "cuGetProcAddress_v2"));
}

int main(void)
{
    static const char *const ways[][2] = {
        {"link", "linked"},
        {"local", "dlsym, by handle"},
        {"program", "dlsym, by dlopen(NULL)"},
        {"default", "dlsym, RTLD_DEFAULT"},
        {"next", "dlsym, RTLD_NEXT"},
        {"version", "dlvsym, by handle"},
        {"defaultversion", "dlvsym, RTLD_DEFAULT"},
        {"v1-link", "cuGetProcAddress, linked"},
        {"v1-handle", "cuGetProcAddress, by dlsym"},
        {"v1-itself", "cuGetProcAddress, by itself"},
        {"v2-link", "cuGetProcAddress_v2, linked"},
        {"v2-handle", "cuGetProcAddress_v2, by dlsym"},
        {"v2-itself", "cuGetProcAddress_v2, by itself"},
        {"entry-link", "cudaGetDriverEntryPoint, linked"},
        {"entry-handle", "cudaGetDriverEntryPoint, by dlsym"},
        {"entryptsz-handle", "cudaGetDriverEntryPoint_ptsz"},
        {"byversion-link", "cudaGetDriverEntryPointByVersion, linked"},
        {"byversion-handle", "cudaGetDriverEntryPointByVersion"},
        {"byversionptsz-handle", "cudaGetDriverEntryPointByVersion_ptsz"},
    };

    open_libraries(RTLD_GLOBAL, &driver, &runtime);
    int status = start();
    if (status)
        return status;
    printf("%-40s %-30s %8s\n", "way", "function", "priority");
    for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
        struct creation_functions create = {0};
        if (!offered(ways[i][0]))
            continue;
        come_by(ways[i][0], &create);
        leave_out_what_is_missing(&create);
        create_each(ways[i][1], &create);
    }
    return 0;
}
