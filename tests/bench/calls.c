/* SPDX-License-Identifier: MIT */
/*
 * The calls whose cost is measured: lookups, the creation of streams and launches, each as a host
 * makes them. The names are those of budgets.txt.
 *
 * Those that end in _by_hand are what a program would call in our place to have the level itself;
 * what a bare run of them costs is the driver's part.
 */
#include "calls.h"
#include "fake_cuda.h"

#include <dlfcn.h>
#include <stddef.h>

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
                          ".visible .entry nothing() { ret; }\n";

static void *driver, *libc;
static CUstream stream; /* one that stays */
static CUfunction kernel;
static int failed;
static void *volatile found; /* keeps the lookups from being dropped */

/* As dlsym gives them. */
static __typeof(&cuGetProcAddress_v2) proc_address;
static __typeof(&cuStreamCreate) create;
static __typeof(&cuStreamCreateWithPriority) create_with;
static __typeof(&cuLaunchKernel) launch;
static __typeof(&cuLaunchKernelEx) launch_ex;

int calls_start(void)
{
    CUcontext context;
    CUmodule module;

    libc = dlopen("libc.so.6", RTLD_NOW);
    driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (!libc || !driver || cuInit(0) != CUDA_SUCCESS ||
        cuCtxCreate_v2(&context, 0, 0) != CUDA_SUCCESS ||
        cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) != CUDA_SUCCESS ||
        cuModuleLoadData(&module, ptx) != CUDA_SUCCESS ||
        cuModuleGetFunction(&kernel, module, "nothing") != CUDA_SUCCESS)
        return 0;
    proc_address = (__typeof(proc_address))dlsym(driver, "cuGetProcAddress_v2");
    create = (__typeof(create))dlsym(driver, "cuStreamCreate");
    create_with = (__typeof(create_with))dlsym(driver, "cuStreamCreateWithPriority");
    launch = (__typeof(launch))dlsym(driver, "cuLaunchKernel");
    launch_ex = (__typeof(launch_ex))dlsym(driver, "cuLaunchKernelEx");
    return proc_address && create && create_with && launch && launch_ex;
}

int calls_failed(void)
{
    return failed || !found;
}

/* Lookups. */

static void nothing(void)
{
}

static void dlsym_handle(void)
{
    found = dlsym(libc, "strtol");
}

static void dlsym_default(void)
{
    found = dlsym(RTLD_DEFAULT, "strtol");
}

static void dlsym_next(void)
{
    found = dlsym(RTLD_NEXT, "strtol");
}

static void dlsym_cuda(void)
{
    found = dlsym(driver, "cuStreamGetFlags");
}

static void dlsym_hooked(void)
{
    found = dlsym(driver, "cuStreamCreate");
}

static void dlsym_hooked_default(void)
{
    found = dlsym(RTLD_DEFAULT, "cuStreamCreate");
}

static void ask(const char *name, int version)
{
    CUdriverProcAddressQueryResult status;
    void *function;

    failed |= (int)proc_address(name, &function, version, CU_GET_PROC_ADDRESS_DEFAULT, &status);
    found = function;
}

static void proc_other(void)
{
    ask("cuStreamGetFlags", 5050);
}

static void proc_hooked(void)
{
    ask("cuStreamCreate", 2000);
}

/* The creation of streams, each with its end. */

static void stream_create(void)
{
    CUstream made;

    failed |= (int)create(&made, CU_STREAM_NON_BLOCKING);
    failed |= (int)cuStreamDestroy_v2(made);
}

static void stream_create_linked(void)
{
    CUstream made;

    failed |= (int)cuStreamCreate(&made, CU_STREAM_NON_BLOCKING);
    failed |= (int)cuStreamDestroy_v2(made);
}

static void stream_create_named(void)
{
    CUstream made;

    failed |= (int)create_with(&made, CU_STREAM_NON_BLOCKING, -1);
    failed |= (int)cuStreamDestroy_v2(made);
}

static void stream_create_by_hand(void)
{
    int least, greatest;
    CUstream made;

    failed |= (int)cuCtxGetStreamPriorityRange(&least, &greatest);
    failed |= (int)create_with(&made, CU_STREAM_NON_BLOCKING, greatest);
    failed |= (int)cuStreamDestroy_v2(made);
}

/* Launches. */

#define LAUNCH(function, where) function(kernel, 1, 1, 1, 32, 1, 1, 0, where, NULL, NULL)

static void launch_own(void)
{
    failed |= (int)LAUNCH(launch, stream);
}

static void launch_own_linked(void)
{
    failed |= (int)LAUNCH(cuLaunchKernel, stream);
}

static void launch_default(void)
{
    failed |= (int)LAUNCH(launch, NULL);
}

static void launch_default_linked(void)
{
    failed |= (int)LAUNCH(cuLaunchKernel, NULL);
}

static void launch_ex_on(CUstream where, unsigned int attributes)
{
    CUlaunchAttribute attribute;
    CUlaunchConfig config = {1, 1, 1, 32, 1, 1, 0, where, &attribute, attributes};

    if (attributes) {
        int least;

        attribute.id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
        failed |= (int)cuCtxGetStreamPriorityRange(&least, &attribute.value.priority);
    }
    failed |= (int)launch_ex(&config, kernel, NULL, NULL);
}

static void launch_ex_own(void)
{
    launch_ex_on(stream, 0);
}

static void launch_ex_default(void)
{
    launch_ex_on(NULL, 0);
}

static void launch_default_by_hand(void)
{
    launch_ex_on(NULL, 1);
}

#define CALL(name)                                                                                 \
    {                                                                                              \
#name, name                                                                                \
    }
const struct call calls[] = {
    CALL(nothing), /* what the loop around each of the others costs, in all columns */
    CALL(dlsym_handle),
    CALL(dlsym_default),
    CALL(dlsym_next),
    CALL(dlsym_cuda),
    CALL(dlsym_hooked),
    CALL(dlsym_hooked_default),
    CALL(proc_other),
    CALL(proc_hooked),
    CALL(stream_create),
    CALL(stream_create_linked),
    CALL(stream_create_named),
    CALL(stream_create_by_hand),
    CALL(launch_own),
    CALL(launch_own_linked),
    CALL(launch_default),
    CALL(launch_default_linked),
    CALL(launch_ex_own),
    CALL(launch_ex_default),
    CALL(launch_default_by_hand),
    {NULL, NULL},
};
