/* SPDX-License-Identifier: MIT */
/* graphs.c - graphs: made by hand or by capture, and their kernel nodes. */
#include "graphs.h"

#include <string.h>

enum { MAX_GRAPHS = 64, MAX_NODES = 2048, MAX_GRAPH_NODES = 256 };

static struct CUgraph_st {
    unsigned int number;
    unsigned int count;
    CUgraphNode nodes[MAX_GRAPH_NODES];
} graphs[MAX_GRAPHS];
static atomic_bool graphs_taken[MAX_GRAPHS];

static struct CUgraphNode_st nodes[MAX_NODES];
static atomic_bool nodes_taken[MAX_NODES];

bool graph_valid(CUgraph graph)
{
    return slot_of(graph, graphs, sizeof graphs[0], graphs_taken, MAX_GRAPHS) >= 0;
}

unsigned int graph_number(CUgraph graph)
{
    return graph_valid(graph) ? graph->number : 0;
}

bool graph_node_valid(CUgraphNode node)
{
    return slot_of(node, nodes, sizeof nodes[0], nodes_taken, MAX_NODES) >= 0;
}

unsigned int graph_nodes(CUgraph graph, CUgraphNode **first)
{
    *first = graph->nodes;
    return graph->count;
}

CUresult graph_new(CUgraph *graph)
{
    static atomic_uint graphs_made;
    int slot = slot_claim(graphs_taken, MAX_GRAPHS);
    if (slot < 0)
        return CUDA_ERROR_OUT_OF_MEMORY;
    graphs[slot].number = atomic_fetch_add(&graphs_made, 1) + 1;
    graphs[slot].count = 0;
    *graph = &graphs[slot];
    return CUDA_SUCCESS;
}

void graph_drop(CUgraph graph)
{
    for (unsigned int i = 0; i < graph->count; i++)
        atomic_store(&nodes_taken[graph->nodes[i] - nodes], false);
    atomic_store(&graphs_taken[graph - graphs], false);
}

void graph_last_node(CUgraph graph, const CUgraphNode **node, size_t *count)
{
    if (node)
        *node = graph->count > 0 ? &graph->nodes[graph->count - 1] : NULL;
    if (count)
        *count = graph->count > 0;
}

CUresult graph_add(CUgraph graph, const struct launch *launch, int priority, CUgraphNode *node)
{
    int slot = graph->count < MAX_GRAPH_NODES ? slot_claim(nodes_taken, MAX_NODES) : -1;
    if (slot < 0)
        return CUDA_ERROR_OUT_OF_MEMORY;
    struct CUgraphNode_st *made = &nodes[slot];
    *made = (struct CUgraphNode_st){.graph = graph, .function = launch->function};
    made->number = graph->count + 1;
    for (unsigned int i = 0; i < launch->attribute_count; i++) {
        if (attribute_known(launch->attributes[i].id, IN_NODE))
            attribute_keep(&made->attributes, launch->attributes[i].id,
                           &launch->attributes[i].value);
    }
    if (launch->cooperative)
        attribute_keep(&made->attributes, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &(int){1});
    made->priority = priority;
    graph->nodes[graph->count++] = made;
    if (node)
        *node = made;
    return CUDA_SUCCESS;
}

static CUresult body_cuGraphCreate(CUgraph *graph, unsigned int flags)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    return graph && flags == 0 ? graph_new(graph) : CUDA_ERROR_INVALID_VALUE;
}
DRIVER_FUNCTION(cuGraphCreate, (CUgraph * graph, unsigned int flags), (graph, flags), "%s flags=%u",
                FAKE_OUT(graph), flags)

static CUresult check(CUgraph graph)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    return graph_valid(graph) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult body_cuGraphDestroy(CUgraph graph)
{
    CUresult result = check(graph);
    if (result == CUDA_SUCCESS)
        graph_drop(graph);
    return result;
}
DRIVER_FUNCTION(cuGraphDestroy, (CUgraph graph), (graph), FAKE_NO_ARGUMENTS)

/* Without an array it only counts; what an array has beyond the nodes is emptied (cuda.h 13.0). */
static CUresult body_cuGraphGetNodes(CUgraph graph, CUgraphNode *into, size_t *count)
{
    CUresult result = check(graph);
    if (result != CUDA_SUCCESS)
        return result;
    if (!count)
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; into && i < *count; i++)
        into[i] = i < graph->count ? graph->nodes[i] : NULL;
    if (!into || *count > graph->count)
        *count = graph->count;
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuGraphGetNodes, (CUgraph graph, CUgraphNode *into, size_t *count),
                (graph, into, count), "%s graph=%u", FAKE_OUT(into), graph_number(graph))

static CUresult add_node(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                         size_t count, const struct launch *launch)
{
    CUresult result = check(graph);
    if (result != CUDA_SUCCESS)
        return result;
    if (!node || (count > 0 && !dependencies))
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count; i++) {
        if (!graph_node_valid(dependencies[i]) || dependencies[i]->graph != graph)
            return CUDA_ERROR_INVALID_VALUE;
    }
    result = launch_check(launch);
    return result == CUDA_SUCCESS ? graph_add(graph, launch, 0, node) : result;
}

/* The second form's parameters begin as the first's; the kernels it may have instead aren't here.
 */
#define ADD_NODE(name, type)                                                                       \
    static struct launch launch_of_##name(const type *params)                                      \
    {                                                                                              \
        return (struct launch){                                                                    \
            .function = params->func,                                                              \
            .grid = {params->gridDimX, params->gridDimY, params->gridDimZ},                        \
            .block = {params->blockDimX, params->blockDimY, params->blockDimZ},                    \
            .shared = params->sharedMemBytes,                                                      \
            .parameters = params->kernelParams,                                                    \
            .extra = params->extra,                                                                \
        };                                                                                         \
    }                                                                                              \
    static CUresult body_##name(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, \
                                size_t count, const type *params)                                  \
    {                                                                                              \
        if (!params)                                                                               \
            return driver_initialised() ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_NOT_INITIALIZED;   \
        struct launch launch = launch_of_##name(params);                                           \
        return add_node(node, graph, dependencies, count, &launch);                                \
    }                                                                                              \
    DRIVER_FUNCTION(name,                                                                          \
                    (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies,           \
                     size_t count, const type *params),                                            \
                    (node, graph, dependencies, count, params), "%s graph=%u kernel=%s",           \
                    FAKE_OUT(node), graph_number(graph),                                           \
                    function_name(params ? params->func : NULL))

ADD_NODE(cuGraphAddKernelNode, CUDA_KERNEL_NODE_PARAMS_v1)
ADD_NODE(cuGraphAddKernelNode_v2, CUDA_KERNEL_NODE_PARAMS_v2)

/* What the record names a node by: "GRAPH.NODE". */
#define NODE_SHOWN "%u.%u"
#define NODE_NUMBERS(node)                                                                         \
    graph_node_valid(node) ? graph_number((node)->graph) : 0,                                      \
        graph_node_valid(node) ? (node)->number : 0

static CUresult check_attribute(CUgraphNode node, CUkernelNodeAttrID id, const void *value)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    return graph_node_valid(node) && value && attribute_known(id, IN_NODE)
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

static CUresult body_cuGraphKernelNodeSetAttribute(CUgraphNode node, CUkernelNodeAttrID id,
                                                   const CUkernelNodeAttrValue *value)
{
    CUresult result = check_attribute(node, id, value);
    if (result != CUDA_SUCCESS)
        return result;
    attribute_keep(&node->attributes, id, value);
    if (id == CU_LAUNCH_ATTRIBUTE_PRIORITY) {
        int priority;
        memcpy(&priority, value, sizeof priority);
        node->priority = priority_on_device(priority, function_device(node->function));
    }
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuGraphKernelNodeSetAttribute,
                (CUgraphNode node, CUkernelNodeAttrID id, const CUkernelNodeAttrValue *value),
                (node, id, value), " node=" NODE_SHOWN " attribute=[%s]", NODE_NUMBERS(node),
                ATTRIBUTE_SHOWN(id, value))

static CUresult body_cuGraphKernelNodeGetAttribute(CUgraphNode node, CUkernelNodeAttrID id,
                                                   CUkernelNodeAttrValue *value)
{
    CUresult result = check_attribute(node, id, value);
    if (result != CUDA_SUCCESS)
        return result;
    if (id == CU_LAUNCH_ATTRIBUTE_PRIORITY)
        memcpy(value, &node->priority, sizeof node->priority);
    else
        attribute_give(&node->attributes, id, value);
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuGraphKernelNodeGetAttribute,
                (CUgraphNode node, CUkernelNodeAttrID id, CUkernelNodeAttrValue *value),
                (node, id, value), "%s node=" NODE_SHOWN " attribute=%d", FAKE_OUT(value),
                NODE_NUMBERS(node), (int)id)

static CUresult body_cuGraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!graph_node_valid(to) || !graph_node_valid(from))
        return CUDA_ERROR_INVALID_VALUE;
    to->attributes = from->attributes;
    to->priority = from->priority;
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuGraphKernelNodeCopyAttributes, (CUgraphNode to, CUgraphNode from), (to, from),
                " to=" NODE_SHOWN " from=" NODE_SHOWN, NODE_NUMBERS(to), NODE_NUMBERS(from))
