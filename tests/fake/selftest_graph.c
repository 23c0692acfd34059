/* SPDX-License-Identifier: MIT */
/* selftest_graph.c - the contract of stream capture and graphs. */
#include <pthread.h>
#include <stddef.h>

#include "fake_cuda.h"
#include "selftest.h"

static const char ptx[] = ".version 8.0\n.target sm_90\n.visible .entry bare() { ret; }\n"
                          ".visible .entry breaks() { ret; }\n";

static void *cuda;
static CUfunction bare, breaks;
static CUstream blocking, other; /* of priorities -1 and -2; the other is a non-blocking one */

static void start(void)
{
    CUcontext ctx;
    CUmodule module;
    cuda = library("driver/libcuda.so.1");
    GIVES(FN(cuda, cuInit)(0), 0);
    GIVES(FN(cuda, cuCtxCreate_v2)(&ctx, 0, 0), 0);
    GIVES(FN(cuda, cuStreamCreateWithPriority)(&blocking, 0, -1), 0);
    GIVES(FN(cuda, cuStreamCreateWithPriority)(&other, 1, -2), 0);
    GIVES(FN(cuda, cuModuleLoadData)(&module, ptx), 0);
    GIVES(FN(cuda, cuModuleGetFunction)(&bare, module, "bare"), 0);
    GIVES(FN(cuda, cuModuleGetFunction)(&breaks, module, "breaks"), 0);
    forget_record();
}

static int launch(CUstream stream)
{
    return (int)FN(cuda, cuLaunchKernel)(bare, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL);
}

static int launch_at(CUstream stream, int priority)
{
    CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_PRIORITY};
    CUlaunchConfig config = {1, 1, 1, 1, 1, 1, 0, stream, &attribute, 1};
    attribute.value.priority = priority;
    return (int)FN(cuda, cuLaunchKernelEx)(&config, bare, NULL, NULL);
}

static int begin(CUstream stream, CUstreamCaptureMode mode)
{
    return (int)FN(cuda, cuStreamBeginCapture_v2)(stream, mode);
}

static int status_of(CUstream stream)
{
    CUstreamCaptureStatus status = (CUstreamCaptureStatus)9;
    GIVES(FN(cuda, cuStreamIsCapturing)(stream, &status), 0);
    return (int)status;
}

static int node_priority(CUgraphNode node)
{
    CUkernelNodeAttrValue value = {{0}};
    GIVES(FN(cuda, cuGraphKernelNodeGetAttribute)(node, CU_LAUNCH_ATTRIBUTE_PRIORITY, &value), 0);
    return value.priority;
}

static void captures(void)
{
    start();
    CUgraph graph = NULL, same = NULL;
    CUgraphNode nodes[4] = {NULL};
    const CUgraphNode *last = NULL;
    CUstreamCaptureStatus status;
    cuuint64_t id = 0;
    size_t count = 4, dependencies = 9;
    GIVES(begin(other, CU_STREAM_CAPTURE_MODE_GLOBAL), 0);
    GIVES(begin(other, CU_STREAM_CAPTURE_MODE_GLOBAL), 401);
    GIVES(status_of(other), 1);
    GIVES(status_of(blocking), 0);
    GIVES(launch(other), 0);
    GIVES(launch_at(other, -9), 0);
    GIVES(launch(blocking), 0); /* not captured */
    GIVES(launch(NULL), 0);     /* a non-blocking stream is no concern of the legacy one */
    GIVES(FN(cuda, cuStreamGetCaptureInfo_v2)(other, &status, &id, &same, &last, &dependencies), 0);
    CHECK(status == CU_STREAM_CAPTURE_STATUS_ACTIVE && id == 1 && dependencies == 1);
    GIVES(FN(cuda, cuStreamEndCapture)(other, &graph), 0);
    GIVES(FN(cuda, cuStreamEndCapture)(other, &graph), 401);
    CHECK(same == graph);
    GIVES(FN(cuda, cuGraphGetNodes)(graph, nodes, &count), 0);
    CHECK(count == 2 && nodes[2] == NULL);
    GIVES(node_priority(nodes[0]), -2);
    GIVES(node_priority(nodes[1]), -5);
    GIVES(begin((CUstream)0x1230, CU_STREAM_CAPTURE_MODE_GLOBAL), 400);
    GIVES(begin(other, (CUstreamCaptureMode)3), 1);
    GIVES(FN(cuda, cuGraphDestroy)(graph), 0);
    GIVES(FN(cuda, cuGraphDestroy)(graph), 1);
}

static void captures_of_default_streams(void)
{
    start();
    CUstreamCaptureStatus status;
    CUgraph graph = (CUgraph)&status;
    GIVES(begin(NULL, CU_STREAM_CAPTURE_MODE_RELAXED), 900);
    GIVES(begin(CU_STREAM_LEGACY, CU_STREAM_CAPTURE_MODE_RELAXED), 900);
    GIVES(FN(cuda, cuStreamBeginCapture_v2_ptsz)(NULL, CU_STREAM_CAPTURE_MODE_RELAXED), 0);
    GIVES(status_of(CU_STREAM_PER_THREAD), 1);
    GIVES(FN(cuda, cuLaunchKernel_ptsz)(bare, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL), 0);
    GIVES(FN(cuda, cuStreamEndCapture_ptsz)(NULL, &graph), 0);
    CHECK(graph != NULL);
    /* While a blocking stream is captured, the legacy one can't even be asked; asking is harmless.
     */
    GIVES(begin(blocking, CU_STREAM_CAPTURE_MODE_GLOBAL), 0);
    GIVES(FN(cuda, cuStreamIsCapturing)(NULL, &status), 906);
    GIVES(status_of(blocking), 1);
    GIVES(launch(CU_STREAM_PER_THREAD), 0);
    GIVES(launch(NULL), 906);
    GIVES(status_of(blocking), 2);
    GIVES(launch(blocking), 901);
    GIVES(FN(cuda, cuStreamEndCapture)(blocking, &graph), 901);
    CHECK(graph == NULL);
    GIVES(launch(NULL), 0);
    GIVES(launch(blocking), 0);
}

static void *end_elsewhere(void *unused)
{
    CUgraph graph;
    (void)unused;
    GIVES(FN(cuda, cuStreamEndCapture)(other, &graph), 908);
    return NULL;
}

static void captures_that_wait(void)
{
    start();
    CUgraph graph;
    pthread_t thread;
    GIVES(begin(other, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL), 0);
    GIVES(pthread_create(&thread, NULL, end_elsewhere, NULL), 0);
    pthread_join(thread, NULL);
    GIVES(FN(cuda, cuStreamSynchronize)(blocking), 0);
    GIVES(FN(cuda, cuStreamSynchronize)(other), 900);
    GIVES(FN(cuda, cuStreamEndCapture)(other, &graph), 901);
    GIVES(begin(other, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL), 0);
    GIVES(FN(cuda, cuCtxSynchronize)(), 900);
    GIVES(FN(cuda, cuStreamDestroy_v2)(other), 0);
    GIVES(FN(cuda, cuCtxSynchronize)(), 0);
}

static void graphs(void)
{
    start();
    CUgraph graph, wrong = NULL;
    CUgraphNode first, second;
    CUgraphExec by_stream, by_node;
    CUDA_KERNEL_NODE_PARAMS_v1 v1 = {bare, 1, 1, 1, 1, 1, 1, 0, NULL, NULL};
    CUDA_KERNEL_NODE_PARAMS_v2 v2 = {bare, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL, NULL};
    CUkernelNodeAttrValue value = {.priority = -4};
    GIVES(FN(cuda, cuGraphCreate)(&graph, 0), 0);
    GIVES(FN(cuda, cuGraphAddKernelNode)(&first, graph, NULL, 0, &v1), 0);
    GIVES(FN(cuda, cuGraphAddKernelNode_v2)(&second, graph, &first, 1, &v2), 0);
    v2.gridDimX = 0;
    GIVES(FN(cuda, cuGraphAddKernelNode_v2)(&second, graph, NULL, 0, &v2), 1);
    GIVES(FN(cuda, cuGraphAddKernelNode)(&first, wrong, NULL, 0, &v1), 1);
    GIVES(FN(cuda, cuGraphKernelNodeSetAttribute)(first, CU_LAUNCH_ATTRIBUTE_PRIORITY, &value), 0);
    GIVES(node_priority(first), -4);
    GIVES(node_priority(second), 0);
    GIVES(FN(cuda, cuGraphInstantiateWithFlags)(&by_stream, graph, 0), 0);
    GIVES(FN(cuda, cuGraphInstantiateWithFlags)(&by_node, graph, 8), 0);
    GIVES(FN(cuda, cuGraphInstantiateWithFlags)(&by_node, graph, 16), 1);
    GIVES(FN(cuda, cuGraphKernelNodeCopyAttributes)(second, first), 0);
    GIVES(node_priority(second), -4);
    forget_record();
    GIVES(FN(cuda, cuGraphLaunch)(by_stream, other), 0);
    GIVES(FN(cuda, cuGraphLaunch_ptsz)(by_node, NULL), 0);
    GIVES(FN(cuda, cuGraphDestroy)(graph), 0);
    GIVES(FN(cuda, cuGraphExecDestroy)(by_stream), 0);
    GIVES(FN(cuda, cuGraphLaunch)(by_stream, NULL), 1);
    RECORD("cuda cuGraphLaunch graph=1 stream=created#2 nodes=[bare:-2 bare:-2] = 0\n"
           "cuda cuGraphLaunch_ptsz graph=1 stream=0(per-thread) nodes=[bare:-4 bare:0] = 0\n"
           "cuda cuGraphDestroy = 0\n"
           "cuda cuGraphExecDestroy = 0\n"
           "cuda cuGraphLaunch graph=0 stream=0(legacy) nodes=[] = 1\n");
}

/* A kernel that breaks its context does so when the graph runs, not when it is captured. */
static void breaking_graph(void)
{
    start();
    CUgraph graph;
    CUgraphExec exec;
    GIVES(begin(other, CU_STREAM_CAPTURE_MODE_RELAXED), 0);
    GIVES(FN(cuda, cuLaunchKernel)(breaks, 1, 1, 1, 1, 1, 1, 0, other, NULL, NULL), 0);
    GIVES(FN(cuda, cuStreamEndCapture)(other, &graph), 0);
    GIVES(FN(cuda, cuGraphInstantiateWithFlags)(&exec, graph, 0), 0);
    GIVES(FN(cuda, cuCtxSynchronize)(), 0);
    GIVES(FN(cuda, cuGraphLaunch)(exec, other), 0);
    GIVES(FN(cuda, cuCtxSynchronize)(), 719);
}

static void runtime_captures(void)
{
    void *cudart = library("runtime/libcudart.so.12");
    static const char address;
    const dim3 one = {1, 1, 1};
    cudaStream_t stream;
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec = NULL;
    CUstreamCaptureStatus status;
    cudaLaunchAttributeValue value = {.priority = -3}, got = {{0}};
    GIVES(FN(cudart, fake_cudaRegisterKernel)(&address, ptx, "bare"), 0);
    GIVES(FN(cudart, cudaStreamCreateWithFlags)(&stream, cudaStreamNonBlocking), 0);
    GIVES(FN(cudart, cudaStreamSetAttribute)(stream, cudaLaunchAttributePriority, &value), 0);
    GIVES(FN(cudart, cudaStreamGetAttribute_ptsz)(stream, cudaLaunchAttributePriority, &got), 0);
    GIVES(got.priority, -3);
    GIVES(FN(cudart, cudaStreamCopyAttributes)(NULL, stream), 0);
    GIVES(FN(cudart, cudaStreamBeginCapture)(stream, CU_STREAM_CAPTURE_MODE_GLOBAL), 0);
    GIVES(FN(cudart, cudaLaunchKernel)(&address, one, one, NULL, 0, stream), 0);
    GIVES(FN(cudart, cudaStreamIsCapturing)(stream, &status), 0);
    GIVES(status, 1);
    GIVES(FN(cudart, cudaStreamSynchronize)(NULL), 0);
    GIVES(FN(cudart, cudaStreamEndCapture)(stream, &graph), 0);
    GIVES(FN(cudart, cudaGraphInstantiateWithFlags)(&exec, graph, 8), 0);
    forget_record();
    GIVES(FN(cudart, cudaGraphLaunch_ptsz)(exec, NULL), 0);
    RECORD("cuda cuCtxGetCurrent = 0\n"
           "cuda cuGraphLaunch_ptsz graph=1 stream=0(per-thread) nodes=[bare:-3] = 0\n"
           "cudart cudaGraphLaunch_ptsz = 0\n");
    GIVES(FN(cudart, cudaStreamBeginCapture)(NULL, CU_STREAM_CAPTURE_MODE_GLOBAL), 900);
    GIVES(FN(cudart, cudaGetLastError)(), 900);
}

const struct test_case graph_cases[] = {
    {"captures", "", captures},
    {"captures and default streams", "", captures_of_default_streams},
    {"captures and waits", "", captures_that_wait},
    {"graphs", "", graphs},
    {"a graph that breaks its context", "FAKE_CUDA_STICKY=breaks", breaking_graph},
    {"captures by the runtime", "FAKE_CUDART_DRIVER=" FAKE_LIBRARIES "/driver/libcuda.so.1",
     runtime_captures},
    {NULL, NULL, NULL},
};
