/* SPDX-License-Identifier: MIT */
/*
 * launch_captures WAY: launches while a stream is captured, in each mode: into the captured stream
 * and the thread's own and, a second time, into the legacy one too. WAY is one of launches.c: how
 * it came by cuLaunchKernel and cuLaunchKernelEx.
 *
 * Prints each result, and the priorities that the graph's nodes have; then launches the graph, by
 * its stream's priority and by its nodes'.
 */
#include "launches.h"

#include <dlfcn.h>
#include <stdio.h>

void *driver, *runtime;

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
                          ".visible .entry counts(.param .u32 number) { ret; }\n";

static struct launch_functions launch;
static CUfunction kernel;
static unsigned int number; /* of the launch: its parameter */

static void plain_by(int form, const char *into, CUstream stream)
{
    void *parameters[] = {&number};

    number++;
    printf("  cuLaunchKernel into %s = %d\n", into,
           launch.cuLaunchKernel[form](kernel, 1, 1, 1, 1, 1, 1, 0, stream, parameters, NULL));
}

static void plain(const char *into, CUstream stream)
{
    plain_by(0, into, stream);
}

static void with_priority(const char *into, CUstream stream)
{
    CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_PRIORITY};
    CUlaunchConfig config = {1, 1, 1, 1, 1, 1, 0, stream, &attribute, 1};
    void *parameters[] = {&number};

    number++;
    attribute.value.priority = -3;
    if (launch.cuLaunchKernelEx[0])
        printf("  cuLaunchKernelEx at -3 into %s = %d\n", into,
               launch.cuLaunchKernelEx[0](&config, kernel, parameters, NULL));
}

static void show_status(CUstream stream)
{
    CUstreamCaptureStatus status = (CUstreamCaptureStatus)9;
    int result = (int)FROM(driver, cuStreamIsCapturing)(stream, &status);

    printf("  cuStreamIsCapturing = %d, status %d\n", result, (int)status);
}

static void use(CUgraph graph, CUstream stream)
{
    CUgraphNode nodes[16];
    CUgraphExec exec = NULL;
    size_t count = 16;

    FROM(driver, cuGraphGetNodes)(graph, nodes, &count);
    for (size_t i = 0; i < count && i < 16; i++) {
        CUkernelNodeAttrValue value = {{0}};
        FROM(driver, cuGraphKernelNodeGetAttribute)
        (nodes[i], CU_LAUNCH_ATTRIBUTE_PRIORITY, &value);
        printf("  node %zu: priority %d\n", i, value.priority);
    }
    for (unsigned int flags = 0; flags <= 8; flags += 8) {
        int result = (int)FROM(driver, cuGraphInstantiateWithFlags)(&exec, graph, flags);
        printf("  cuGraphInstantiateWithFlags, %u = %d\n", flags, result);
        if (result == 0)
            printf("  cuGraphLaunch = %d\n", FROM(driver, cuGraphLaunch)(exec, stream));
    }
}

static void capture(const char *name, CUstream stream, int mode, bool legacy_too)
{
    CUgraph graph = NULL;
    int result = (int)FROM(driver, cuStreamBeginCapture_v2)(stream, (CUstreamCaptureMode)mode);

    printf("%s, mode %d: cuStreamBeginCapture = %d\n", name, mode, result);
    if (result != 0)
        return;
    plain("it", stream);
    with_priority("it", stream);
    plain("the thread's own", CU_STREAM_PER_THREAD);
    if (launch.cuLaunchKernel[1])
        plain_by(1, "the thread's own, as stream 0", NULL);
    show_status(stream);
    if (legacy_too) {
        plain("the legacy stream", NULL);
        with_priority("the legacy stream", NULL);
        show_status(stream);
        plain("it", stream);
    }
    result = (int)FROM(driver, cuStreamEndCapture)(stream, &graph);
    printf("  cuStreamEndCapture = %d, %s\n", result, graph ? "a graph" : "none");
    if (graph)
        use(graph, stream);
}

int main(int argc, char **argv)
{
    CUstream blocking = NULL, other = NULL;
    CUcontext context = NULL;
    CUmodule module = NULL;

    driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_GLOBAL);
    runtime = dlopen("libcudart.so.12", RTLD_LAZY | RTLD_GLOBAL);
    if (argc != 2 || !driver || !launch_functions_by(argv[1], &launch) ||
        !launch.cuLaunchKernel[0] || FROM(driver, cuInit)(0) != 0)
        return 2;
    FROM(driver, cuCtxCreate_v2)(&context, 0, 0);
    FROM(driver, cuStreamCreate)(&blocking, CU_STREAM_DEFAULT);
    FROM(driver, cuStreamCreate)(&other, CU_STREAM_NON_BLOCKING);
    FROM(driver, cuModuleLoadData)(&module, ptx);
    FROM(driver, cuModuleGetFunction)(&kernel, module, "counts");
    for (int i = 0; i < 6; i++) {
        capture("a non-blocking stream", other, i / 2, i % 2);
        capture("a blocking stream", blocking, i / 2, i % 2);
        capture("the thread's own stream", CU_STREAM_PER_THREAD, i / 2, i % 2);
        capture("stream 0", NULL, i / 2, i % 2);
        capture("the legacy stream", CU_STREAM_LEGACY, i / 2, i % 2);
    }
    return 0;
}
