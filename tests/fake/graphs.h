/* SPDX-License-Identifier: MIT */
/* graphs.h - graphs and their nodes, as the files of the driver see them. */
#ifndef FAKE_GRAPHS_H
#define FAKE_GRAPHS_H

#include "attributes.h"
#include "compute.h"

/* All nodes are kernels. What a node depends on is checked where it is told, and not kept. */
struct CUgraphNode_st {
    CUgraph graph;
    unsigned int number; /* in its graph, from 1 */
    CUfunction function;
    int priority;
    struct attribute_values attributes;
};

bool graph_valid(CUgraph graph);
unsigned int graph_number(CUgraph graph); /* in this process, from 1; 0: it is none */
bool graph_node_valid(CUgraphNode node);
/* The nodes, in the order they came. */
unsigned int graph_nodes(CUgraph graph, CUgraphNode **nodes);

#endif
