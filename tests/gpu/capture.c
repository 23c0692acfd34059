/* SPDX-License-Identifier: MIT */
/*
 * capture: streams are created while another stream is captured into a graph, in each of the three
 * modes. What is allowed then, and what ends the capture, must be as it is without the library; and
 * the graph must do its work.
 */
#include "driver.h"
#include "kernels.h"
#include "level.h"
#include "report.h"

static const char *const modes[] = {"global", "thread-local", "relaxed"};

enum { NODE_PRIORITY = 8, NODES = 16 };

/* "copied from stream priority during stream capture", says cuda.h; the value's first member. */
static void tell_nodes(const char *mode, CUgraph graph)
{
    CUgraphNode nodes[NODES];
    size_t count = NODES;

    if (!driver.cuGraphGetNodes || !driver.cuGraphKernelNodeGetAttribute ||
        driver.cuGraphGetNodes(graph, nodes, &count) != 0)
        return;
    for (size_t i = 0; i < count && i < NODES; i++) {
        int value[64] = {-999}; /* 32 or 64 bytes, by version */
        if (driver.cuGraphKernelNodeGetAttribute(nodes[i], NODE_PRIORITY, value) == 0)
            report_note("%s: node %zu has priority %d", mode, i, value[0]);
    }
}

/* Creates by both functions and says what the capture is then. */
static void create_within(const char *mode, CUstream captured, CUstream made[2])
{
    int status = -1;
    CUresult result = driver.cuStreamCreate(&made[0], 1);

    driver.cuStreamIsCapturing(captured, &status);
    report_fact("%s: cuStreamCreate = %d, capture status %d", mode, result, status);
    result = driver.cuStreamCreateWithPriority(&made[1], 1, 0);
    driver.cuStreamIsCapturing(captured, &status);
    report_fact("%s: cuStreamCreateWithPriority = %d, capture status %d", mode, result, status);
}

/* The captured work goes by a stream that was made meanwhile, and comes back. */
static CUresult branch(CUstream captured, CUstream made, CUdeviceptr memory, uint32_t value)
{
    CUevent out = NULL, back = NULL;
    enum { DISABLE_TIMING = 2 };
    CUresult result = driver.cuEventCreate(&out, DISABLE_TIMING);

    if (result == 0)
        result = driver.cuEventCreate(&back, DISABLE_TIMING);
    if (result == 0)
        result = driver.cuEventRecord(out, captured);
    if (result == 0)
        result = driver.cuStreamWaitEvent(made, out, 0);
    if (result == 0)
        result = kernels_fill(made, memory, value);
    if (result == 0)
        result = driver.cuEventRecord(back, made);
    if (result == 0)
        result = driver.cuStreamWaitEvent(captured, back, 0);
    return result;
}

static void capture(int mode, uint32_t value)
{
    CUstream captured = NULL, made[2] = {NULL, NULL};
    CUgraphExec exec = NULL;
    CUgraph graph = NULL;
    CUdeviceptr memory = 0;
    CUresult result = kernels_memory(&memory);

    if (result == 0)
        result = driver.cuStreamCreateWithPriority(&captured, 1, 0);
    if (result == 0)
        result = driver.cuStreamBeginCapture_v2(captured, mode);
    report(result == 0, "%s: a capture begins: %d", modes[mode], result);
    if (result != 0)
        return;
    create_within(modes[mode], captured, made);
    result = kernels_fill(captured, memory, value + 1);
    report_fact("%s: a kernel = %d", modes[mode], result);
    if (made[0]) {
        result = branch(captured, made[0], memory, value);
        report_fact("%s: a branch on the new stream = %d", modes[mode], result);
    } else {
        kernels_fill(captured, memory, value);
    }
    result = driver.cuStreamEndCapture(captured, &graph);
    report_fact("%s: the capture ends = %d, a graph: %d", modes[mode], result, graph != NULL);
    if (result != 0 || !graph)
        return;
    tell_nodes(modes[mode], graph);
    result = driver.cuGraphInstantiateWithFlags(&exec, graph, 0);
    if (result == 0)
        result = driver.cuGraphLaunch(exec, captured);
    if (result == 0)
        result = driver.cuStreamSynchronize(captured);
    report(result == 0 && kernels_filled(memory, value), "%s: the graph's work is right: %d",
           modes[mode], result);
}

int main(int argc, char **argv)
{
    level_read(argc, argv);
    driver_start();
    if (!driver.cuStreamBeginCapture_v2 || !driver.cuStreamEndCapture ||
        !driver.cuStreamIsCapturing || !driver.cuGraphInstantiateWithFlags ||
        !driver.cuGraphLaunch || !driver.cuEventCreate || !driver.cuEventRecord ||
        !driver.cuStreamWaitEvent) {
        report_skip("capture: this driver has no graphs, or is older than 11.4");
        return report_end();
    }
    CUresult result = driver_use(0);
    report(result == 0, "device 0 can be used: %d", result);
    if (result != 0 || !kernels_load())
        return report_end();
    for (int mode = 0; mode < 3; mode++)
        capture(mode, 500u * (unsigned int)mode);
    return report_end();
}
