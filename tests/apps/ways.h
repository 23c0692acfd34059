/* SPDX-License-Identifier: MIT */
/* The public ways in which a program comes by a creation function. */
#ifndef APPS_WAYS_H
#define APPS_WAYS_H

#include "creations.h"

#include <stdbool.h>

/*
 * Goes the way of that name and creates streams; returns the exit status: 2 for no such way.
 * HOST_CUDA and HOST_CUDART in the environment name the libraries to open (default libcuda.so.1
 * and libcudart.so.12; empty: that level is left out).
 */
int go(const char *way);

/* The two halves of it: opens the libraries, with dlopen's flags RTLD_LOCAL or RTLD_GLOBAL ... */
void open_libraries(int flags, void **driver, void **runtime);
/* ... and fills in what the way offers; false: there is no such way. */
bool come_by(const char *way, struct creation_functions *create);

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
