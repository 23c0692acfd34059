/* SPDX-License-Identifier: MIT */
/* compute.h - what the files behind fake_compute.h share. */
#ifndef FAKE_COMPUTE_SHARED_H
#define FAKE_COMPUTE_SHARED_H

#include <stdatomic.h>
#include <stddef.h>

#include "driver.h"

/* The limits of a present-day device. */
enum { MAX_BLOCK_THREADS = 1024, STATIC_SHARED_MEMORY = 49152, MAX_SHARED_MEMORY = 232448 };

/* Objects of a kind lie in a fixed array, with a flag each, as contexts and streams do. */
static inline int slot_claim(atomic_bool *taken, int count)
{
    for (int i = 0; i < count; i++) {
        bool free_slot = false;
        if (atomic_compare_exchange_strong(&taken[i], &free_slot, true))
            return i;
    }
    return -1;
}

/* The place of `handle` in an array of `count` objects of `size` bytes; -1: it is none of them. */
static inline int slot_of(const void *handle, const void *array, size_t size,
                          const atomic_bool *taken, int count)
{
    uintptr_t offset = (uintptr_t)handle - (uintptr_t)array;
    if (!handle || offset >= size * (size_t)count || offset % size != 0)
        return -1;
    int slot = (int)(offset / size);
    return atomic_load(&taken[slot]) ? slot : -1;
}

/* memory.c */
CUresult memory_new(CUdevice device, size_t bytes, CUdeviceptr *pointer);
void memory_drop(CUdeviceptr pointer);
bool memory_holds(CUdeviceptr pointer);

/* modules.c */
bool module_is_ptx(const char *text);
bool function_valid(CUfunction function);
const char *function_name(CUfunction function);    /* "?" where it is none, for the record */
unsigned int function_shared(CUfunction function); /* the most dynamic shared memory it may have */
CUdevice function_device(CUfunction function);
/* The bytes of its first parameter, if that is a number; 0: it isn't, or there is none. */
size_t function_first_parameter(CUfunction function);

/* A launch, whichever function asked for it. */
struct launch {
    CUfunction function;
    unsigned int grid[3];
    unsigned int block[3];
    unsigned int shared;
    CUstream stream;
    bool cooperative;
    const CUlaunchAttribute *attributes;
    unsigned int attribute_count;
    void **parameters;
    void **extra;
};

/* launches.c */
CUresult launch_check(const struct launch *launch);               /* all but the stream */
bool launch_priority(const struct launch *launch, int *priority); /* false: it names none */
void launch_run(CUfunction function, CUcontext ctx);

/* launch_text.c: what the record says of a launch (fake_launch.h). */
enum { LAUNCH_TEXT = 1536 };
const char *launch_text(struct launch launch, char text[LAUNCH_TEXT]);
#define LAUNCH_SHOWN(...) launch_text(__VA_ARGS__, (char[LAUNCH_TEXT]){0})

/* graphs.c */
CUresult graph_new(CUgraph *graph);
void graph_drop(CUgraph graph);
CUresult graph_add(CUgraph graph, const struct launch *launch, int priority, CUgraphNode *node);
/* The node that the next one follows; either pointer may be NULL. */
void graph_last_node(CUgraph graph, const CUgraphNode **node, size_t *count);

#endif
