/* SPDX-License-Identifier: MIT */
#include "launches.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
                          ".visible .entry counts(.param .u32 number) { ret; }\n";

enum { MOST = 40, ERRNO_BEFORE = 77 };

/* A set of so many attributes, some of them a priority. */
static const struct set {
    const char *name;
    unsigned int count;
    int first_priority; /* its place; -1: none */
    int second_priority;
} sets[] = {
    {"none", 0, -1, -1}, {"priority", 1, 0, -1},  {"others", 4, -1, -1}, {"both", 5, 2, -1},
    {"twice", 3, 0, 2},  {"16", 16, -1, -1},      {"17", 17, -1, -1},    {"32", 32, -1, -1},
    {"33", 33, -1, -1},  {"40-last", 40, 39, -1},
};
enum { SETS = sizeof sets / sizeof sets[0] };

static void fill(CUlaunchAttribute attributes[MOST], const struct set *set)
{
    static const CUlaunchAttributeID others[] = {
        CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN, CU_LAUNCH_ATTRIBUTE_IGNORE,
        CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP,
        CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW};

    memset(attributes, 0x5a, MOST * sizeof *attributes); /* what isn't given says so */
    for (int i = 0; i < (int)set->count; i++) {
        bool priority = i == set->first_priority || i == set->second_priority;
        memset(&attributes[i], 0, sizeof attributes[i]);
        attributes[i].id = priority ? CU_LAUNCH_ATTRIBUTE_PRIORITY
                                    : others[i % (int)(sizeof others / sizeof others[0])];
        attributes[i].value.clusterDim.x = priority ? 0 : 1;
        attributes[i].value.clusterDim.y = attributes[i].value.clusterDim.z = 1;
        if (priority)
            attributes[i].value.priority = -2 - i;
    }
}

static unsigned int launches; /* the kernel's parameter: each launch has another */

/* The streams that a program can name. */
static CUstream created;
static const char *const stream_names[] = {"0", "1", "2", "created"};

static CUstream stream_at(int which)
{
    return which == 0   ? NULL
           : which == 1 ? CU_STREAM_LEGACY
           : which == 2 ? CU_STREAM_PER_THREAD
                        : created;
}

static void show(const char *name, int form, int stream, const char *set, const char *by,
                 int result)
{
    int error = errno;

    printf("%s%s stream=%s attributes=%s by=%s = %d", name, form ? "_ptsz" : "",
           stream_names[stream], set, by, result);
    printf(error == ERRNO_BEFORE ? "\n" : " errno=%d\n", error);
}

/* Both ways to hand the kernel its parameter. */
struct parameters {
    unsigned int number;
    size_t size;
    void *list[1];
    void *extra[5];
};

static void number_launch(struct parameters *parameters)
{
    parameters->number = ++launches;
    parameters->size = sizeof parameters->number;
    parameters->list[0] = &parameters->number;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &parameters->number,
                     CU_LAUNCH_PARAM_BUFFER_SIZE, &parameters->size, CU_LAUNCH_PARAM_END};
    memcpy(parameters->extra, extra, sizeof extra);
    errno = ERRNO_BEFORE;
}

static void driver_plain(const struct launch_functions *by, CUfunction kernel, int form, int stream)
{
    struct parameters parameters;
    CUstream on = stream_at(stream);

    for (int extra = 0; by->cuLaunchKernel[form] && extra < 2; extra++) {
        number_launch(&parameters);
        int result = (int)by->cuLaunchKernel[form](kernel, 2, 3, 4, 8, 2, 1, 16, on,
                                                   extra ? NULL : parameters.list,
                                                   extra ? parameters.extra : NULL);
        show("cuLaunchKernel", form, stream, "none", extra ? "extra" : "params", result);
    }
    if (!by->cuLaunchCooperativeKernel[form])
        return;
    number_launch(&parameters);
    int result =
        (int)by->cuLaunchCooperativeKernel[form](kernel, 2, 3, 4, 8, 2, 1, 16, on, parameters.list);
    show("cuLaunchCooperativeKernel", form, stream, "none", "params", result);
}

static void driver_ex(const struct launch_functions *by, CUfunction kernel, int form, int stream,
                      const struct set *set)
{
    CUlaunchAttribute attributes[MOST], attributes_before[MOST];
    struct parameters parameters;
    CUlaunchConfig config, before;

    for (int extra = 0; by->cuLaunchKernelEx[form] && extra < 2; extra++) {
        number_launch(&parameters);
        fill(attributes, set);
        memset(&config, 0, sizeof config);
        config.gridDimX = 2, config.gridDimY = 3, config.gridDimZ = 4;
        config.blockDimX = 8, config.blockDimY = 2, config.blockDimZ = 1;
        config.sharedMemBytes = 16;
        config.hStream = stream_at(stream);
        config.attrs = set->count ? attributes : NULL;
        config.numAttrs = set->count;
        memcpy(&before, &config, sizeof before);
        memcpy(attributes_before, attributes, sizeof attributes);
        int result = (int)by->cuLaunchKernelEx[form](
            &config, kernel, extra ? NULL : parameters.list, extra ? parameters.extra : NULL);
        show("cuLaunchKernelEx", form, stream, set->name, extra ? "extra" : "params", result);
        if (memcmp(&before, &config, sizeof before) != 0 ||
            memcmp(attributes_before, attributes, sizeof attributes) != 0)
            printf("the configuration has changed\n");
    }
}

static void show_missing(const char *name, int form, const void *function)
{
    if (!function)
        printf("%s%s missing\n", name, form ? "_ptsz" : "");
}

/* In the primary context of device 0, with a stream of its own. */
static CUfunction start_driver(void)
{
    CUcontext context = NULL;
    CUmodule module = NULL;
    CUfunction kernel = NULL;
    int result = (int)FROM(driver, cuInit)(0);

    if (result == 0)
        result = (int)FROM(driver, cuCtxCreate_v2)(&context, 0, 0);
    if (result == 0)
        result = (int)FROM(driver, cuStreamCreate)(&created, CU_STREAM_NON_BLOCKING);
    if (result == 0)
        result = (int)FROM(driver, cuModuleLoadData)(&module, ptx);
    if (result == 0)
        result = (int)FROM(driver, cuModuleGetFunction)(&kernel, module, "counts");
    if (result != 0)
        printf("the driver won't start: %d\n", result);
    return result == 0 ? kernel : NULL;
}

void launch_by_driver(const struct launch_functions *by)
{
    CUfunction kernel = start_driver();

    for (int form = 0; kernel && form < 2; form++) {
#define X(name) show_missing(#name, form, (const void *)by->name[form]);
        DRIVER_LAUNCHES(X)
#undef X
        for (int stream = 0; stream < 4; stream++) {
            driver_plain(by, kernel, form, stream);
            for (int set = 0; set < SETS; set++)
                driver_ex(by, kernel, form, stream, &sets[set]);
        }
    }
    printf("cuCtxSynchronize = %d\n", FROM(driver, cuCtxSynchronize)());
}

static void runtime_plain(const struct launch_functions *by, int form, int stream)
{
    const dim3 grid = {2, 3, 4}, block = {8, 2, 1};
    struct parameters parameters;

    if (by->cudaLaunchKernel[form]) {
        number_launch(&parameters);
        int result = (int)by->cudaLaunchKernel[form](ptx, grid, block, parameters.list, 16,
                                                     stream_at(stream));
        show("cudaLaunchKernel", form, stream, "none", "params", result);
    }
    if (by->cudaLaunchCooperativeKernel[form]) {
        number_launch(&parameters);
        int result = (int)by->cudaLaunchCooperativeKernel[form](ptx, grid, block, parameters.list,
                                                                16, stream_at(stream));
        show("cudaLaunchCooperativeKernel", form, stream, "none", "params", result);
    }
}

static void runtime_ex(const struct launch_functions *by, int form, int stream,
                       const struct set *set)
{
    CUlaunchAttribute attributes[MOST];
    struct parameters parameters;

    if (!by->cudaLaunchKernelExC[form])
        return;
    number_launch(&parameters);
    fill(attributes, set);
    cudaLaunchConfig_t config = {.gridDim = {2, 3, 4},
                                 .blockDim = {8, 2, 1},
                                 .dynamicSmemBytes = 16,
                                 .stream = stream_at(stream),
                                 .attrs = set->count ? attributes : NULL,
                                 .numAttrs = set->count};
    int result = (int)by->cudaLaunchKernelExC[form](&config, ptx, parameters.list);
    show("cudaLaunchKernelExC", form, stream, set->name, "params", result);
}

void launch_by_runtime(const struct launch_functions *by)
{
    __typeof(&fake_cudaRegisterKernel) name_kernel = FROM(runtime, fake_cudaRegisterKernel);

    /* Any address can stand for a kernel: that of its text will do. */
    if (!name_kernel || name_kernel(ptx, ptx, "counts") != 0 ||
        FROM(runtime, cudaStreamCreateWithFlags)(&created, cudaStreamNonBlocking) != 0) {
        printf("the runtime won't start\n");
        return;
    }
    for (int form = 0; form < 2; form++) {
        for (int stream = 0; stream < 4; stream++) {
            runtime_plain(by, form, stream);
            for (int set = 0; set < SETS; set++)
                runtime_ex(by, form, stream, &sets[set]);
        }
    }
    printf("last error = %d\n", FROM(runtime, cudaGetLastError)());
}
