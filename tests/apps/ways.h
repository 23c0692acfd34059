/* The public ways in which a program comes by a creation function. */
#ifndef APPS_WAYS_H
#define APPS_WAYS_H

#include "creations.h"

/*
 * Goes the way of that name and creates streams; returns the exit status: 2 for no such way.
 * HOST_CUDA and HOST_CUDART in the environment name the libraries to open (default libcuda.so.1
 * and libcudart.so.12; empty: that level is left out).
 */
int go(const char *way);

/* What the object that is linked to CUDA calls directly; a host that isn't linked has none. */
#define LOOKUP_FUNCTIONS(X)                                                                        \
    X(cuGetProcAddress)                                                                            \
    X(cuGetProcAddress_v2)                                                                         \
    X(cudaGetDriverEntryPoint)                                                                     \
    X(cudaGetDriverEntryPoint_ptsz)                                                                \
    X(cudaGetDriverEntryPointByVersion)                                                            \
    X(cudaGetDriverEntryPointByVersion_ptsz)

struct lookup_functions {
#define X(name) __typeof(&name) name;
    LOOKUP_FUNCTIONS(X)
#undef X
};

void linked_functions(struct creation_functions *create, struct lookup_functions *lookup);

#endif
