/* SPDX-License-Identifier: MIT */
/* selftest_driver.c - the driver's contract: start, contexts, streams, green contexts, record. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fake_cuda.h"
#include "selftest.h"

static const char main_driver[] = "driver/libcuda.so.1";

static CUstream const stale_stream = (CUstream)0x1234560;

static void needs_init(void)
{
    void *cuda = library(main_driver);
    int number = 7;
    CUstream stream = stale_stream;
    CUcontext ctx = NULL;
    GIVES(FN(cuda, cuDeviceGetCount)(&number), 3);
    GIVES(FN(cuda, cuCtxGetCurrent)(&ctx), 3);
    GIVES(FN(cuda, cuStreamCreate)(&stream, 0), 3);
    GIVES(FN(cuda, cuCtxGetStreamPriorityRange)(&number, &number), 3);
    GIVES(FN(cuda, cuDevicePrimaryCtxRetain)(&ctx, 0), 3);
    CHECK(number == 7 && stream == stale_stream);
    GIVES(FN(cuda, cuDriverGetVersion)(&number), 0);
    GIVES(number, 13000);
    GIVES(FN(cuda, cuInit)(1), 1);
    GIVES(FN(cuda, cuInit)(0), 0);
    GIVES(FN(cuda, cuStreamCreate)(&stream, 0), 201);
    GIVES(FN(cuda, cuStreamCreateWithPriority)(&stream, 0, 0), 201);
    GIVES(FN(cuda, cuCtxGetStreamPriorityRange)(&number, &number), 201);
    GIVES(FN(cuda, cuCtxGetDevice)(&number), 201);
    GIVES(FN(cuda, cuCtxPopCurrent_v2)(&ctx), 201);
    GIVES(FN(cuda, cuCtxGetCurrent)(&ctx), 0);
    CHECK(ctx == NULL && stream == stale_stream);
}

static void *start(const char *path)
{
    void *cuda = library(path);
    CUcontext ctx;
    GIVES(FN(cuda, cuInit)(0), 0);
    GIVES(FN(cuda, cuCtxCreate_v2)(&ctx, 0, 0), 0);
    return cuda;
}

static int made_priority(void *cuda, unsigned int flags, int priority)
{
    CUstream stream = NULL;
    int got = 99;
    unsigned int got_flags = 99;
    GIVES(FN(cuda, cuStreamCreateWithPriority)(&stream, flags, priority), 0);
    GIVES(FN(cuda, cuStreamGetPriority)(stream, &got), 0);
    GIVES(FN(cuda, cuStreamGetFlags_ptsz)(stream, &got_flags), 0);
    GIVES(got_flags, flags);
    return got;
}

static void clamps(void)
{
    void *cuda = start(main_driver);
    int least = 9, greatest = 9;
    GIVES(FN(cuda, cuCtxGetStreamPriorityRange)(&least, &greatest), 0);
    CHECK(least == 0 && greatest == -5);
    GIVES(FN(cuda, cuCtxGetStreamPriorityRange)(NULL, NULL), 0);
    GIVES(made_priority(cuda, 0, -3), -3);
    GIVES(made_priority(cuda, 1, -100), -5);
    GIVES(made_priority(cuda, 1, 100), 0);
}

static void clamps_above_zero(void)
{
    void *cuda = start(main_driver);
    CUstream stream;
    int priority = 9;
    GIVES(made_priority(cuda, 0, 5), 1);
    GIVES(made_priority(cuda, 0, -5), -1);
    GIVES(FN(cuda, cuStreamCreate)(&stream, 1), 0);
    GIVES(FN(cuda, cuStreamGetPriority_ptsz)(stream, &priority), 0);
    GIVES(priority, 0);
}

static void refuses(void)
{
    void *cuda = start(main_driver);
    CUstream stream = stale_stream;
    int number = 9;
    GIVES(FN(cuda, cuStreamCreate)(NULL, 0), 1);
    GIVES(FN(cuda, cuStreamCreate)(&stream, 2), 1);
    GIVES(FN(cuda, cuStreamCreateWithPriority)(NULL, 0, 0), 1);
    GIVES(FN(cuda, cuStreamCreateWithPriority)(&stream, 8, 0), 1);
    CHECK(stream == stale_stream);
    GIVES(FN(cuda, cuStreamGetPriority)(stale_stream, &number), 400);
    GIVES(FN(cuda, cuStreamDestroy_v2)(stale_stream), 400);
    GIVES(FN(cuda, cuStreamDestroy_v2)(NULL), 400);
    GIVES(FN(cuda, cuStreamCreate)(&stream, 0), 0);
    GIVES(FN(cuda, cuStreamGetPriority)(stream, NULL), 1);
    GIVES(FN(cuda, cuStreamDestroy)(stream), 0);
    GIVES(FN(cuda, cuStreamDestroy)(stream), 400);
    GIVES(FN(cuda, cuStreamGetFlags)(stream, (unsigned int *)&number), 400);
    GIVES(FN(cuda, cuStreamGetPriority)(CU_STREAM_PER_THREAD, &number), 0);
    GIVES(number, 0);
    GIVES(FN(cuda, cuCtxSetCurrent)((CUcontext)(uintptr_t)stale_stream), 201);
}

static void *other_thread(void *cuda)
{
    CUstream stream;
    CUcontext ctx = (CUcontext)1;
    GIVES(FN(cuda, cuCtxGetCurrent)(&ctx), 0);
    CHECK(ctx == NULL);
    GIVES(FN(cuda, cuStreamCreate)(&stream, 0), 201);
    return NULL;
}

static void contexts(void)
{
    void *cuda = start(main_driver); /* a context on device 0 is current */
    CUcontext primary, same, current, popped;
    CUstream stream;
    int number = 9;
    GIVES(FN(cuda, cuDevicePrimaryCtxRetain)(&primary, 1), 0);
    GIVES(FN(cuda, cuDevicePrimaryCtxRetain)(&same, 1), 0);
    CHECK(primary == same);
    GIVES(FN(cuda, cuCtxPushCurrent_v2)(primary), 0);
    GIVES(FN(cuda, cuCtxGetDevice)(&number), 0);
    GIVES(number, 1);
    GIVES(made_priority(cuda, 0, -5), -1);
    GIVES(FN(cuda, cuStreamCreate)(&stream, 0), 0);
    GIVES(FN(cuda, cuStreamGetCtx)(stream, &current), 0);
    CHECK(current == primary);
    GIVES(FN(cuda, cuCtxPopCurrent_v2)(&popped), 0);
    CHECK(popped == primary);
    GIVES(made_priority(cuda, 0, -5), -5);
    pthread_t thread;
    int created = pthread_create(&thread, NULL, other_thread, cuda);
    pthread_join(thread, NULL); /* the checks' counts are no atomics: one thread at a time */
    GIVES(created, 0);
    GIVES(FN(cuda, cuDevicePrimaryCtxRelease_v2)(1), 0);
    GIVES(FN(cuda, cuDevicePrimaryCtxRelease_v2)(1), 0);
    GIVES(FN(cuda, cuDevicePrimaryCtxRelease_v2)(1), 201);
    GIVES(FN(cuda, cuStreamGetPriority)(stream, &number), 709);
    GIVES(FN(cuda, cuDevicePrimaryCtxRetain)(&primary, 2), 101);
    GIVES(FN(cuda, cuCtxGetCurrent)(&current), 0);
    GIVES(FN(cuda, cuCtxDestroy_v2)(current), 0);
    GIVES(FN(cuda, cuStreamCreate)(&stream, 0), 201);
}

/* Makes and ends streams; gives NULL if all went well. */
static void *many_streams(void *cuda)
{
    CUcontext ctx;
    CUstream stream;
    int priority = 9, wrong = FN(cuda, cuCtxCreate_v2)(&ctx, 0, 0) != CUDA_SUCCESS;
    for (int i = 0; i < 2000; i++) {
        wrong += FN(cuda, cuStreamCreateWithPriority)(&stream, 0, -(i % 6)) != CUDA_SUCCESS;
        wrong += FN(cuda, cuStreamGetPriority)(stream, &priority) != CUDA_SUCCESS;
        wrong += priority != -(i % 6);
        wrong += FN(cuda, cuStreamDestroy_v2)(stream) != CUDA_SUCCESS;
    }
    return wrong ? cuda : NULL;
}

static void threads(void)
{
    unsetenv("FAKE_CUDA_LOG");
    void *cuda = start(main_driver);
    pthread_t made[4];
    for (int i = 0; i < 4; i++)
        CHECK(pthread_create(&made[i], NULL, many_streams, cuda) == 0);
    for (int i = 0; i < 4; i++) {
        void *wrong = cuda;
        pthread_join(made[i], &wrong);
        CHECK(wrong == NULL);
    }
}

static CUgreenCtx make_green(void *cuda, CUdevice device)
{
    CUdevResource resource;
    CUdevResourceDesc desc;
    CUgreenCtx green = NULL;
    GIVES(FN(cuda, cuDeviceGetDevResource)(device, &resource, CU_DEV_RESOURCE_TYPE_SM), 0);
    GIVES(FN(cuda, cuDevResourceGenerateDesc)(&desc, &resource, 1), 0);
    GIVES(FN(cuda, cuGreenCtxCreate)(&green, desc, device, 0), 1);
    GIVES(FN(cuda, cuGreenCtxCreate)(&green, desc, device, CU_GREEN_CTX_DEFAULT_STREAM), 0);
    return green;
}

static void green_contexts(void)
{
    void *cuda = library(main_driver);
    GIVES(FN(cuda, cuInit)(0), 0);
    CUgreenCtx green = make_green(cuda, 1), of_stream;
    CUcontext ctx, back;
    CUstream stream = stale_stream;
    int number = 9;
    GIVES(FN(cuda, cuGreenCtxStreamCreate)(&stream, green, CU_STREAM_DEFAULT, 0), 1);
    GIVES(FN(cuda, cuGreenCtxStreamCreate)(NULL, green, CU_STREAM_NON_BLOCKING, 0), 1);
    GIVES(FN(cuda, cuGreenCtxStreamCreate)(&stream, NULL, CU_STREAM_NON_BLOCKING, 0), 201);
    CHECK(stream == stale_stream);
    GIVES(FN(cuda, cuGreenCtxStreamCreate)(&stream, green, CU_STREAM_NON_BLOCKING, -9), 0);
    GIVES(FN(cuda, cuStreamGetPriority)(stream, &number), 0);
    GIVES(number, -1);
    GIVES(FN(cuda, cuCtxFromGreenCtx)(&ctx, green), 0);
    GIVES(FN(cuda, cuStreamGetCtx)(stream, &back), 0);
    CHECK(back == ctx);
    GIVES(FN(cuda, cuStreamGetCtx_v2)(stream, &back, &of_stream), 0);
    CHECK(of_stream == green && back != ctx);
    GIVES(FN(cuda, cuCtxPushCurrent_v2)(ctx), 0);
    GIVES(FN(cuda, cuCtxGetDevice)(&number), 0);
    GIVES(number, 1);
    GIVES(made_priority(cuda, 1, -3), -1);
    GIVES(FN(cuda, cuGreenCtxDestroy)(green), 0);
    GIVES(FN(cuda, cuGreenCtxDestroy)(green), 201);
    GIVES(FN(cuda, cuStreamGetPriority)(stream, &number), 709);
}

static void no_device(void)
{
    void *cuda = library(main_driver);
    int count = 9;
    GIVES(FN(cuda, cuInit)(0), 100);
    GIVES(FN(cuda, cuDeviceGetCount)(&count), 3);
}

static void fails_on_demand(void)
{
    void *cuda = start(main_driver);
    CUstream stream = stale_stream;
    int least = 9, greatest = 9;
    GIVES(FN(cuda, cuStreamCreate)(&stream, 0), 2);
    GIVES(FN(cuda, cuStreamCreate)(&stream, 0), 2);
    CHECK(stream == stale_stream);
    GIVES(FN(cuda, cuStreamCreate)(&stream, 0), 0);
    GIVES(FN(cuda, cuCtxGetStreamPriorityRange)(&least, &greatest), 201);
    GIVES(FN(cuda, cuCtxGetStreamPriorityRange)(&least, &greatest), 201);
    CHECK(least == 9 && greatest == 9);
}

static void records(void)
{
    void *cuda = start(main_driver);
    RECORD("cuda cuInit flags=0 = 0\ncuda cuCtxCreate_v2 flags=0 device=0 = 0\n");
    CUstream stream;
    void *function;
    errno = 77;
    FN(cuda, cuStreamCreate)(NULL, 0);
    FN(cuda, cuStreamCreateWithPriority)(&stream, 1, -5);
    FN(cuda, cuStreamDestroy_v2)(stream);
    FN(cuda, cuCtxGetStreamPriorityRange)(NULL, NULL);
    FN(cuda, cuGreenCtxStreamCreate)(&stream, make_green(cuda, 1), 1, 0);
    FN(cuda, cuGetProcAddress_v2)("cuStreamCreate", &function, 2000, 0, NULL);
    FN(cuda, cuGetProcAddress)(NULL, NULL, 11030, 2);
    GIVES(errno, 77);
    RECORD("cuda cuStreamCreate out=NULL flags=0 = 1\n"
           "cuda cuStreamCreateWithPriority flags=1 priority=-5 = 0\n"
           "cuda cuStreamDestroy_v2 = 0\n"
           "cuda cuCtxGetStreamPriorityRange least=NULL greatest=NULL = 0\n"
           "cuda cuDeviceGetDevResource device=1 type=1 = 0\n"
           "cuda cuDevResourceGenerateDesc count=1 = 0\n"
           "cuda cuGreenCtxCreate device=1 flags=0 = 1\n"
           "cuda cuGreenCtxCreate device=1 flags=1 = 0\n"
           "cuda cuGreenCtxStreamCreate device=1 flags=1 priority=0 = 0\n"
           "cuda cuGetProcAddress_v2 symbol=cuStreamCreate version=2000 flags=0 = 0\n"
           "cuda cuGetProcAddress out=NULL symbol=NULL version=11030 flags=2 = 1\n");
}

static void silent_without_log(void)
{
    unsetenv("FAKE_CUDA_LOG");
    start(main_driver);
    RECORD("");
}

static void two_copies(void)
{
    void *cuda = start(main_driver), *other = library("driver_b/libcuda_b.so.1");
    CUstream stream, other_stream;
    CUcontext ctx;
    int number = 9;
    GIVES(FN(other, cuStreamCreate)(&other_stream, 0), 3);
    GIVES(FN(other, cuInit)(0), 0);
    GIVES(FN(other, cuStreamCreate)(&other_stream, 0), 201);
    GIVES(FN(other, cuCtxCreate_v2)(&ctx, 0, 0), 0);
    GIVES(made_priority(other, 0, -5), -2);
    GIVES(made_priority(cuda, 0, -5), -1);
    GIVES(FN(cuda, cuStreamCreate)(&stream, 0), 0);
    GIVES(FN(other, cuStreamGetPriority)(stream, &number), 400);
}

static void old_driver(void)
{
    void *cuda = start("driver_old/libcuda.so.1");
    static const char *const absent[] = {
        "cuStreamCreateWithPriority", "cuCtxGetStreamPriorityRange", "cuStreamGetPriority",
        "cuGetProcAddress",           "cuGetProcAddress_v2",         "cuGreenCtxStreamCreate",
        "cuStreamCreate_v2"};
    for (size_t i = 0; i < sizeof absent / sizeof absent[0]; i++)
        CHECK(symbol(cuda, absent[i]) == NULL);
    CUstream stream;
    int version = 0;
    GIVES(FN(cuda, cuStreamCreate)(&stream, 0), 0);
    GIVES(FN(cuda, cuDriverGetVersion)(&version), 0);
    GIVES(version, 5000);
    RECORD("cuda_old cuInit flags=0 = 0\ncuda_old cuCtxCreate_v2 flags=0 device=0 = 0\n"
           "cuda_old cuStreamCreate flags=0 = 0\ncuda_old cuDriverGetVersion = 0\n");
}

static void errors_and_devices(void)
{
    void *cuda = start(main_driver);
    const char *text = "";
    char name[9];
    int value = 9;
    GIVES(FN(cuda, cuGetErrorName)(CUDA_ERROR_INVALID_HANDLE, &text), 0);
    CHECK(text && strcmp(text, "CUDA_ERROR_INVALID_HANDLE") == 0);
    GIVES(FN(cuda, cuGetErrorString)((CUresult)12345, &text), 1);
    CHECK(text == NULL);
    GIVES(FN(cuda, cuDeviceGetName)(name, sizeof name, 0), 0);
    CHECK(strcmp(name, "Stand-in") == 0);
    __typeof__(cuDeviceGetAttribute) *attribute = FN(cuda, cuDeviceGetAttribute);
    GIVES(attribute(&value, CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED, 0), 0);
    GIVES(value, 1);
    GIVES(attribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 1), 101);
    GIVES(FN(cuda, cuGetExportTable)((const void **)&text, &(CUuuid){{0}}), 500);
    CUuuid id = {{0}}, other = {{0}};
    GIVES(FN(cuda, cuDeviceGetUuid)(&id, 0), 0);
    GIVES(FN(cuda, cuDeviceGetUuid_v2)(&other, 0), 0);
    CHECK(memcmp(&id, &(CUuuid){{0}}, sizeof id) != 0 && memcmp(&id, &other, sizeof id) == 0);
    GIVES(FN(cuda, cuDeviceGetUuid)(&id, 1), 101);
    GIVES(FN(cuda, cuDeviceGetUuid)(NULL, 0), 1);
}

static void named_device(void)
{
    void *cuda = start(main_driver);
    char name[64] = "";
    GIVES(FN(cuda, cuDeviceGetName)(name, sizeof name, 0), 0);
    CHECK(strcmp(name, "a\n\"b\"\xff") == 0);
    GIVES(FN(cuda, cuDeviceGetName)(name, 3, 0), 0);
    CHECK(strcmp(name, "a\n") == 0);
}

static void crash_on_demand(void)
{
    void *cuda = library(main_driver);
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        FN(cuda, cuDriverGetVersion)(&status);
        FN(cuda, cuInit)(0);
        _exit(0);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
}

const struct test_case driver_cases[] = {
    {"calls before cuInit, and without a context", "", needs_init},
    {"priorities are clamped, flags kept", "", clamps},
    {"a range on both sides of 0", "FAKE_CUDA_RANGES=1:-1", clamps_above_zero},
    {"bad arguments and handles", "", refuses},
    {"contexts decide the range; stacks are per thread", "FAKE_CUDA_RANGES=0:-5,0:-1", contexts},
    {"streams made by several threads", "", threads},
    {"green contexts", "FAKE_CUDA_RANGES=0:-5,0:-1", green_contexts},
    {"no device", "FAKE_CUDA_DEVICES=0", no_device},
    {"failures on demand", "FAKE_CUDA_FAIL=cuStreamCreate=2*2,cuCtxGetStreamPriorityRange=201",
     fails_on_demand},
    {"the record, and errno", "FAKE_CUDA_DEVICES=2", records},
    {"no record without FAKE_CUDA_LOG", "", silent_without_log},
    {"two copies in a process", "FAKE_CUDA_RANGES=0:-1 FAKE_CUDA_RANGES_B=0:-2", two_copies},
    {"a driver of 5.0", "", old_driver},
    {"names of errors and devices", "", errors_and_devices},
    {"a device's name on demand", "FAKE_CUDA_NAME=a\n\"b\"\xff", named_device},
    {"a crash on demand", "FAKE_CUDA_CRASH=cuInit", crash_on_demand},
    {NULL, NULL, NULL},
};
