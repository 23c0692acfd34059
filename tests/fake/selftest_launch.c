/* SPDX-License-Identifier: MIT */
/*
 * selftest_launch.c - the contract of launches: what the record says of each, priorities by
 * attribute and by stream, refusals, and the runtime's launches.
 */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fake_cuda.h"
#include "selftest.h"

static const char main_driver[] = "driver/libcuda.so.1";

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
                          ".visible .entry bare(\n)\n{ ret; }\n"
                          ".visible .entry counts(\n\t.param .u32 counts_param_0\n)\n{ ret; }\n"
                          ".visible .entry fills(.param .u64 where) { ret; }\n"
                          ".visible .entry breaks(.param .align 8 .b8 all[16]) { ret; }\n";

static void *cuda;
static CUstream stream;
static CUmodule module;

static CUfunction function(const char *name)
{
    CUfunction found = NULL;
    GIVES(FN(cuda, cuModuleGetFunction)(&found, module, name), 0);
    return found;
}

/* A driver in use, with a stream of priority -2 and the module above. */
static void start(const char *path)
{
    CUcontext ctx;
    cuda = library(path);
    GIVES(FN(cuda, cuInit)(0), 0);
    GIVES(FN(cuda, cuCtxCreate_v2)(&ctx, 0, 0), 0);
    GIVES(FN(cuda, cuStreamCreateWithPriority)(&stream, 1, -2), 0);
    GIVES(FN(cuda, cuModuleLoadData)(&module, ptx), 0);
}

#define ONES 1, 1, 1, 1, 1, 1, 0
#define SHAPE "grid=1,1,1 block=1,1,1 shared=0 "

static void each_function(void)
{
    start(main_driver);
    CUfunction counts = function("counts"), fills = function("fills"), bare = function("bare");
    CUdeviceptr memory;
    unsigned int number = 41;
    uint64_t address = 7;
    void *by_number[] = {&number}, *by_address[] = {&address};
    size_t size = sizeof number;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &number, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    GIVES(FN(cuda, cuMemAlloc_v2)(&memory, 64), 0);
    forget_record();
    GIVES(FN(cuda, cuLaunchKernel)(counts, 2, 3, 4, 32, 2, 1, 16, stream, by_number, NULL), 0);
    number = 42;
    GIVES(FN(cuda, cuLaunchKernel)(counts, ONES, NULL, NULL, extra), 0);
    GIVES(FN(cuda, cuLaunchKernel_ptsz)(fills, ONES, NULL, by_address, NULL), 0);
    address = memory + 8;
    GIVES(FN(cuda, cuLaunchKernel_ptsz)(fills, ONES, CU_STREAM_LEGACY, by_address, NULL), 0);
    GIVES(FN(cuda, cuLaunchKernel)(bare, ONES, CU_STREAM_PER_THREAD, by_address, NULL), 0);
    GIVES(FN(cuda, cuLaunchKernel)(bare, ONES, NULL, by_address, extra), 1);
    GIVES(FN(cuda, cuLaunchCooperativeKernel)(bare, ONES, stream, NULL), 0);
    GIVES(FN(cuda, cuLaunchCooperativeKernel_ptsz)(bare, ONES, (CUstream)0x1230, NULL), 400);
    RECORD("cuda cuLaunchKernel kernel=counts grid=2,3,4 block=32,2,1 shared=16 stream_priority=-2 "
           "stream=created#1 cooperative=0 attributes=[] params=41 extra=NULL = 0\n"
           "cuda cuLaunchKernel kernel=counts " SHAPE "stream_priority=0 stream=0(legacy) "
           "cooperative=0 attributes=[] params=NULL extra=42 = 0\n"
           "cuda cuLaunchKernel_ptsz kernel=fills " SHAPE "stream_priority=0 stream=0(per-thread) "
           "cooperative=0 attributes=[] params=7 extra=NULL = 0\n"
           "cuda cuLaunchKernel_ptsz kernel=fills " SHAPE "stream_priority=0 stream=1(legacy) "
           "cooperative=0 attributes=[] params=memory extra=NULL = 0\n"
           "cuda cuLaunchKernel kernel=bare " SHAPE "stream_priority=0 stream=2(per-thread) "
           "cooperative=0 attributes=[] params=set extra=NULL = 0\n"
           "cuda cuLaunchKernel kernel=bare " SHAPE "stream_priority=0 stream=0(legacy) "
           "cooperative=0 attributes=[] params=set extra=set = 1\n"
           "cuda cuLaunchCooperativeKernel kernel=bare " SHAPE "stream_priority=-2 "
           "stream=created#1 cooperative=1 attributes=[] params=NULL extra=NULL = 0\n"
           "cuda cuLaunchCooperativeKernel_ptsz kernel=bare " SHAPE "stream_priority=0 stream=? "
           "cooperative=1 attributes=[] params=NULL extra=NULL = 400\n");
}

static CUlaunchConfig config_of(CUlaunchAttribute *attributes, unsigned int count)
{
    return (CUlaunchConfig){.gridDimX = 1,
                            .gridDimY = 1,
                            .gridDimZ = 1,
                            .blockDimX = 1,
                            .blockDimY = 1,
                            .blockDimZ = 1,
                            .attrs = attributes,
                            .numAttrs = count};
}

static CUlaunchAttribute priority_of(int priority)
{
    CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_PRIORITY};
    attribute.value.priority = priority;
    return attribute;
}

#define EX "cuda cuLaunchKernelEx kernel=bare " SHAPE "stream_priority=0 stream=0(legacy) "

static void attributes(void)
{
    start(main_driver);
    CUfunction bare = function("bare");
    CUlaunchAttribute all[7] = {{.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE},
                                {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION},
                                priority_of(-5),
                                {.id = CU_LAUNCH_ATTRIBUTE_IGNORE},
                                {.id = CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP},
                                {.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT},
                                priority_of(-9)};
    CUlaunchConfig config = config_of(all, 7), none = config_of(NULL, 1);
    CUlaunchAttribute unknown = {.id = (CUlaunchAttributeID)17};
    CUlaunchConfig strange = config_of(&unknown, 1);
    all[0].value.cooperative = 1;
    all[1].value.clusterDim.x = 2, all[1].value.clusterDim.y = all[1].value.clusterDim.z = 1;
    all[4].value.memSyncDomainMap.remote = 3;
    all[5].value.programmaticEvent.event = (CUevent)&config;
    all[5].value.programmaticEvent.triggerAtBlockStart = 1;
    forget_record();
    GIVES(FN(cuda, cuLaunchKernelEx)(&config, bare, NULL, NULL), 0);
    config.hStream = NULL, config.numAttrs = 0;
    GIVES(FN(cuda, cuLaunchKernelEx_ptsz)(&config, bare, NULL, NULL), 0);
    GIVES(FN(cuda, cuLaunchKernelEx)(&none, bare, NULL, NULL), 1);
    GIVES(FN(cuda, cuLaunchKernelEx)(&strange, bare, NULL, NULL), 1);
    GIVES(FN(cuda, cuLaunchKernelEx)(NULL, bare, NULL, NULL), 1);
    RECORD(EX "cooperative=1 attributes=[2=1 4=2x1x1 8=-5 0 9=0/3 7=set:0:1 8=-9] params=NULL "
              "extra=NULL = 0\n"
              "cuda cuLaunchKernelEx_ptsz kernel=bare " SHAPE
              "stream_priority=0 stream=0(per-thread) cooperative=0 attributes=[] params=NULL "
              "extra=NULL = 0\n" EX
              "cooperative=0 attributes=[0=NULL] params=NULL extra=NULL = 1\n" EX
              "cooperative=0 attributes=[17=#dfde6ac5] params=NULL extra=NULL = 1\n"
              "cuda cuLaunchKernelEx config=NULL = 1\n");
}

/* Forty, and so many that the line is cut: but never its end. */
static void many_attributes(void)
{
    enum { MANY = 400 };
    static CUlaunchAttribute many[MANY];
    start(main_driver);
    CUfunction bare = function("bare");
    for (int i = 0; i < MANY; i++)
        many[i] = priority_of(-3);
    CUlaunchConfig config = config_of(many, 40);
    char wanted[2048] = EX "cooperative=0 attributes=[8=-3";
    for (int i = 1; i < 40; i++)
        strcat(wanted, " 8=-3");
    strcat(wanted, "] params=NULL extra=NULL = 0\n");
    forget_record();
    GIVES(FN(cuda, cuLaunchKernelEx)(&config, bare, NULL, NULL), 0);
    RECORD(wanted);
    config.numAttrs = MANY;
    GIVES(FN(cuda, cuLaunchKernelEx)(&config, bare, NULL, NULL), 0);
    CHECK(strstr(unread_record(), "...] params=NULL extra=NULL = 0\n") != NULL);
}

static int launch_with(CUlaunchAttribute *attributes, unsigned int count, CUstream on)
{
    CUlaunchConfig config = config_of(attributes, count);
    config.hStream = on;
    return (int)FN(cuda, cuLaunchKernelEx)(&config, function("bare"), NULL, NULL);
}

static void refusals(void)
{
    start(main_driver);
    CUlaunchAttribute priority = priority_of(-1), other = {.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE};
    GIVES(launch_with(&priority, 1, NULL), 801);
    GIVES(launch_with(&other, 1, NULL), 0);
    GIVES(launch_with(NULL, 0, NULL), 0);
    GIVES(launch_with(&priority, 1, stream), 0);
    GIVES(launch_with(&priority, 1, CU_STREAM_LEGACY), 801);
    GIVES(launch_with(&priority, 1, CU_STREAM_PER_THREAD), 0); /* two times only */
    GIVES(FN(cuda, cuLaunchKernel)(function("bare"), ONES, NULL, NULL, NULL), 2);
}

static void refusals_everywhere(void)
{
    start(main_driver);
    CUlaunchAttribute attributes[2] = {{.id = CU_LAUNCH_ATTRIBUTE_IGNORE}, priority_of(-1)};
    GIVES(launch_with(attributes, 2, stream), 1);
    GIVES(launch_with(attributes, 1, stream), 0);
    GIVES(launch_with(attributes, 2, (CUstream)0x1230), 400); /* what else is wrong is said first */
}

static void sticky(void)
{
    start(main_driver);
    CUfunction breaks = function("breaks"), bare = function("bare");
    CUdeviceptr memory;
    int number = 9;
    GIVES(FN(cuda, cuLaunchKernel)(bare, ONES, NULL, NULL, NULL), 0);
    GIVES(FN(cuda, cuLaunchKernel)(breaks, 1, 1, 1, 1, 1, 0, 0, NULL, NULL, NULL), 1);
    GIVES(FN(cuda, cuStreamSynchronize)(stream), 0);
    GIVES(FN(cuda, cuLaunchKernel)(breaks, ONES, stream, NULL, NULL), 0);
    GIVES(FN(cuda, cuStreamSynchronize)(stream), 719);
    GIVES(FN(cuda, cuLaunchKernel)(bare, ONES, NULL, NULL, NULL), 719);
    GIVES(FN(cuda, cuMemAlloc_v2)(&memory, 4), 719);
    GIVES(FN(cuda, cuStreamCreate)(&stream, 0), 719);
    GIVES(FN(cuda, cuCtxGetStreamPriorityRange)(&number, &number), 719);
    CUcontext ctx;
    GIVES(FN(cuda, cuCtxGetCurrent)(&ctx), 0);
    GIVES(FN(cuda, cuCtxDestroy_v2)(ctx), 0);
    GIVES(FN(cuda, cuCtxCreate_v2)(&ctx, 0, 0), 0);
    GIVES(FN(cuda, cuMemAlloc_v2)(&memory, 4), 0);
}

/* The last `bytes` before memory that can't be touched: nothing may be read or written beyond. */
static void *at_the_edge(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (two == MAP_FAILED || mprotect(two + page, page, PROT_NONE) != 0)
        _exit(3);
    return two + page - bytes;
}

static int priority_at(CUstream on)
{
    int priority = 99;
    GIVES(FN(cuda, cuStreamGetPriority)(on, &priority), 0);
    return priority;
}

static void stream_attributes(void)
{
    start(main_driver);
    int *edge = at_the_edge(sizeof *edge);
    CUstreamAttrValue *value = (CUstreamAttrValue *)edge, policy = {{2}}, got = {{0}};
    CUstream other;
    GIVES(FN(cuda, cuStreamCreate)(&other, 0), 0);
    forget_record();
    *edge = -9;
    GIVES(FN(cuda, cuStreamSetAttribute)(stream, CU_LAUNCH_ATTRIBUTE_PRIORITY, value), 0);
    *edge = -3;
    GIVES(FN(cuda, cuStreamSetAttribute)(NULL, CU_LAUNCH_ATTRIBUTE_PRIORITY, value), 0);
    *edge = -4;
    GIVES(FN(cuda, cuStreamSetAttribute_ptsz)(NULL, CU_LAUNCH_ATTRIBUTE_PRIORITY, value), 0);
    GIVES(FN(cuda, cuStreamGetAttribute)(stream, CU_LAUNCH_ATTRIBUTE_PRIORITY, value), 0);
    GIVES(*edge, -5);
    GIVES(FN(cuda, cuStreamSetAttribute)(stream, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &policy), 1);
    GIVES(FN(cuda, cuStreamSetAttribute)(stream, CU_LAUNCH_ATTRIBUTE_PRIORITY, NULL), 1);
    RECORD("cuda cuStreamSetAttribute stream=created#1 attribute=[8=-9] = 0\n"
           "cuda cuStreamSetAttribute stream=0(legacy) attribute=[8=-3] = 0\n"
           "cuda cuStreamSetAttribute_ptsz stream=0(per-thread) attribute=[8=-4] = 0\n"
           "cuda cuStreamGetAttribute stream=created#1 attribute=8 = 0\n"
           "cuda cuStreamSetAttribute stream=created#1 attribute=[2=2] = 1\n"
           "cuda cuStreamSetAttribute stream=created#1 attribute=[8=NULL] = 1\n");
    GIVES(priority_at(stream), -5);
    GIVES(priority_at(CU_STREAM_LEGACY), -3);
    GIVES(priority_at(CU_STREAM_PER_THREAD), -4);
    GIVES(
        FN(cuda, cuStreamSetAttribute)(stream, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &policy),
        0);
    GIVES(FN(cuda, cuStreamCopyAttributes)(other, stream), 0);
    GIVES(FN(cuda, cuStreamGetAttribute)(other, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &got),
          0);
    CHECK(got.pad[0] == 2);
    GIVES(priority_at(other), -5);
}

static void default_attributes_refused(void)
{
    start(main_driver);
    CUstreamAttrValue value = {.priority = -1};
    GIVES(FN(cuda, cuStreamSetAttribute)(NULL, CU_LAUNCH_ATTRIBUTE_PRIORITY, &value), 801);
    GIVES(FN(cuda, cuStreamSetAttribute_ptsz)(NULL, CU_LAUNCH_ATTRIBUTE_PRIORITY, &value), 801);
    GIVES(FN(cuda, cuStreamSetAttribute)(stream, CU_LAUNCH_ATTRIBUTE_PRIORITY, &value), 0);
    GIVES(priority_at(NULL), 0);
}

static void older_drivers(void)
{
    start("driver_11/libcuda.so.1");
    CHECK(symbol(cuda, "cuLaunchKernelEx") == NULL &&
          symbol(cuda, "cuLaunchKernelEx_ptsz") == NULL);
    CHECK(symbol(cuda, "cuLaunchKernel_ptsz") && symbol(cuda, "cuStreamSetAttribute"));
    void *old = library("driver_old/libcuda.so.1");
    CHECK(symbol(old, "cuLaunchKernel") && !symbol(old, "cuLaunchKernel_ptsz"));
    CHECK(!symbol(old, "cuStreamSetAttribute") && !symbol(old, "cuStreamBeginCapture_v2"));
}

/* What a launch by the runtime leaves: the driver's line, and its own. */
static void launched(const char *driver_function, const char *how, const char *by_runtime)
{
    char wanted[1024];
    snprintf(wanted, sizeof wanted,
             "cuda cuCtxGetCurrent = 0\n"
             "cuda %s kernel=counts grid=4,1,1 block=8,2,1 shared=8 stream_priority=0 %s params=5 "
             "extra=NULL = 0\ncudart %s params=set = 0\n",
             driver_function, how, by_runtime);
    RECORD(wanted);
}

#define SHAPED " kernel=counts grid=4,1,1 block=8,2,1 shared=8"

static const dim3 grid = {4, 1, 1}, block = {8, 2, 1};
static const char address; /* stands for the kernel, as any would */
static unsigned int five = 5;
static void *parameters[] = {&five};

/* The first launch loads the kernel. */
static void begin_runtime(void *cudart)
{
    GIVES(FN(cudart, cudaLaunchKernel)(&address, grid, block, parameters, 8, NULL), 98);
    GIVES(FN(cudart, fake_cudaRegisterKernel)(&address, ptx, "counts"), 0);
    GIVES(FN(cudart, cudaLaunchKernel)(&address, grid, block, parameters, 8, NULL), 0);
    GIVES(FN(cudart, cudaLaunchCooperativeKernel_ptsz)(&address, grid, block, NULL, 8, NULL), 0);
    forget_record();
}

static cudaLaunchConfig_t runtime_config(CUlaunchAttribute *attribute)
{
    return (cudaLaunchConfig_t){.gridDim = grid,
                                .blockDim = block,
                                .dynamicSmemBytes = 8,
                                .attrs = attribute,
                                .numAttrs = 1};
}

static void runtime_launches(void)
{
    void *cudart = library("runtime/libcudart.so.12");
    CUlaunchAttribute priority = priority_of(-4);
    cudaLaunchConfig_t config = runtime_config(&priority);
    begin_runtime(cudart);
    GIVES(FN(cudart, cudaLaunchKernel)(&address, grid, block, parameters, 8, NULL), 0);
    launched("cuLaunchKernel", "stream=0(legacy) cooperative=0 attributes=[]",
             "cudaLaunchKernel" SHAPED);
    GIVES(FN(cudart, cudaLaunchKernel_ptsz)(&address, grid, block, parameters, 8, NULL), 0);
    launched("cuLaunchKernel_ptsz", "stream=0(per-thread) cooperative=0 attributes=[]",
             "cudaLaunchKernel_ptsz" SHAPED);
    GIVES(FN(cudart, cudaLaunchCooperativeKernel)(&address, grid, block, parameters, 8, NULL), 0);
    launched("cuLaunchCooperativeKernel", "stream=0(legacy) cooperative=1 attributes=[]",
             "cudaLaunchCooperativeKernel" SHAPED);
    GIVES(FN(cudart, cudaLaunchKernelExC)(&config, &address, parameters), 0);
    launched("cuLaunchKernelEx", "stream=0(legacy) cooperative=0 attributes=[8=-4]",
             "cudaLaunchKernelExC kernel=counts attributes=1");
    GIVES(FN(cudart, cudaLaunchKernelExC_ptsz)(&config, &address, parameters), 0);
    launched("cuLaunchKernelEx_ptsz", "stream=0(per-thread) cooperative=0 attributes=[8=-4]",
             "cudaLaunchKernelExC_ptsz kernel=counts attributes=1");
    GIVES(FN(cudart, cudaLaunchKernelExC)(NULL, &address, parameters), 1);
}

static void runtime_without_driver(void)
{
    void *cudart = library("runtime_alone/libcudart_alone.so.12");
    CUlaunchAttribute priority = priority_of(-4);
    cudaLaunchConfig_t config = runtime_config(&priority);
    begin_runtime(cudart);
    GIVES(FN(cudart, cudaLaunchKernelExC)(&config, &address, parameters), 0);
    RECORD("cudart_alone cudaLaunchKernelExC kernel=counts attributes=1 params=set = 0\n");
}

/* Of 11.3, or a later one on a driver of 11.3: without the launch that takes attributes. */
static void older_runtime_launches(void)
{
    void *cudart = library("runtime_11/libcudart.so.11.0");
    CUlaunchAttribute priority = priority_of(-4);
    cudaLaunchConfig_t config = runtime_config(&priority);
    begin_runtime(cudart);
    CHECK(symbol(cudart, "cudaLaunchKernelExC") == NULL);
    cudart = library("runtime/libcudart.so.12");
    begin_runtime(cudart);
    GIVES(FN(cudart, cudaLaunchKernelExC)(&config, &address, parameters),
          cudaErrorCallRequiresNewerDriver);
}

#define WITH_DRIVER(folder) "FAKE_CUDART_DRIVER=" FAKE_LIBRARIES "/" folder "/libcuda.so.1"

const struct test_case launch_cases[] = {
    {"launches by each function", "", each_function},
    {"launches with attributes", "", attributes},
    {"launches with many attributes", "", many_attributes},
    {"priorities refused on default streams",
     "FAKE_CUDA_FAIL=priority-launch-default=801*2,cuLaunchKernel=2", refusals},
    {"priorities refused", "FAKE_CUDA_FAIL=priority-launch=1", refusals_everywhere},
    {"a launch that breaks its context", "FAKE_CUDA_STICKY=breaks", sticky},
    {"attributes of streams", "", stream_attributes},
    {"attributes of default streams refused", "FAKE_CUDA_FAIL=attribute-default=801",
     default_attributes_refused},
    {"launches on older drivers", "", older_drivers},
    {"launches by the runtime", WITH_DRIVER("driver"), runtime_launches},
    {"launches by a runtime alone", "", runtime_without_driver},
    {"launches by the runtime on a driver of 11.3", WITH_DRIVER("driver_11"),
     older_runtime_launches},
    {NULL, NULL, NULL},
};
