/* SPDX-License-Identifier: MIT */
/* graph_execs.c - executable graphs: a copy of what a graph's nodes would do. */
#include <stdio.h>

#include "graphs.h"
#include "streams.h"

enum { MAX_EXECS = 64, MAX_WORK = 256, NODES_TEXT = 1024 };

static struct CUgraphExec_st {
    unsigned int number; /* the graph's */
    bool node_priorities;
    unsigned int count;
    struct {
        CUfunction function;
        int priority;
    } work[MAX_WORK];
} execs[MAX_EXECS];
static atomic_bool taken[MAX_EXECS];

static bool valid(CUgraphExec exec)
{
    return slot_of(exec, execs, sizeof execs[0], taken, MAX_EXECS) >= 0;
}

/* The flags: CUgraphInstantiate_flags in cuda.h 13.0. */
static CUresult body_cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph,
                                                 unsigned long long flags)
{
    const unsigned long long known = 1 | 2 | 4 | CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY;
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!exec || !graph_valid(graph) || (flags & ~known))
        return CUDA_ERROR_INVALID_VALUE;
    int slot = slot_claim(taken, MAX_EXECS);
    if (slot < 0)
        return CUDA_ERROR_OUT_OF_MEMORY;
    struct CUgraphExec_st *made = &execs[slot];
    CUgraphNode *nodes;
    made->number = graph_number(graph);
    made->node_priorities = flags & CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY;
    made->count = graph_nodes(graph, &nodes);
    for (unsigned int i = 0; i < made->count; i++) {
        made->work[i].function = nodes[i]->function;
        made->work[i].priority = nodes[i]->priority;
    }
    *exec = made;
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuGraphInstantiateWithFlags,
                (CUgraphExec * exec, CUgraph graph, unsigned long long flags), (exec, graph, flags),
                "%s graph=%u flags=%llu", FAKE_OUT(exec), graph_number(graph), flags)

static CUresult body_cuGraphExecDestroy(CUgraphExec exec)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!valid(exec))
        return CUDA_ERROR_INVALID_VALUE;
    atomic_store(&taken[exec - execs], false);
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuGraphExecDestroy, (CUgraphExec exec), (exec), FAKE_NO_ARGUMENTS)

/* Into a capturing stream, the nodes become part of what is captured. */
static CUresult capture_all(CUgraphExec exec, CUgraph graph)
{
    CUresult result = CUDA_SUCCESS;
    for (unsigned int i = 0; result == CUDA_SUCCESS && i < exec->count; i++) {
        struct launch launch = {.function = exec->work[i].function};
        result = graph_add(graph, &launch, exec->work[i].priority, NULL);
    }
    return result;
}

static CUresult body_cuGraphLaunch(CUgraphExec exec, CUstream stream)
{
    CUstream found;
    CUgraph graph;
    CUresult result = stream_find(stream, &found);
    if (result == CUDA_SUCCESS && !valid(exec))
        result = CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        result = capture_admit(found, &graph);
    if (result != CUDA_SUCCESS)
        return result;
    if (graph)
        return capture_all(exec, graph);
    for (unsigned int i = 0; i < exec->count; i++)
        launch_run(exec->work[i].function, found->ctx);
    return CUDA_SUCCESS;
}

/* Each node with the priority that it would run at: its own if that was asked, or the stream's. */
static const char *nodes_text(CUgraphExec exec, CUstream stream, char text[NODES_TEXT])
{
    size_t used = 0;
    for (unsigned int i = 0; valid(exec) && i < exec->count && used < NODES_TEXT; i++) {
        int written =
            snprintf(text + used, NODES_TEXT - used, "%s%s:%d", i > 0 ? " " : "",
                     function_name(exec->work[i].function),
                     exec->node_priorities ? exec->work[i].priority : stream_priority(stream));
        used += (size_t)(written > 0 ? written : 0);
    }
    return text;
}
BOTH_FORMS_AS(cuGraphLaunch, body_cuGraphLaunch, (CUgraphExec exec, CUstream stream),
              (exec, stream), (exec, stream_ptsz(stream)), " graph=%u stream=%s nodes=[%s]",
              valid(exec) ? exec->number : 0, STREAM_SHOWN(stream),
              nodes_text(exec, stream, (char[NODES_TEXT]){0}))
