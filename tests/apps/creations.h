/* SPDX-License-Identifier: MIT */
/*
 * What every host program does: create streams by each creation function, on each device, and print
 * what it asked for and what it reads back. How it came by the functions is the host's affair.
 */
#ifndef APPS_CREATIONS_H
#define APPS_CREATIONS_H

#include "fake_cuda.h"

/* The hooked creation functions; NULL where a way has none. */
#define CREATION_FUNCTIONS(X)                                                                      \
    X(cuStreamCreate)                                                                              \
    X(cuStreamCreateWithPriority)                                                                  \
    X(cuGreenCtxStreamCreate)                                                                      \
    X(cudaStreamCreate)                                                                            \
    X(cudaStreamCreateWithFlags)                                                                   \
    X(cudaStreamCreateWithPriority)                                                                \
    X(cudaExecutionCtxStreamCreate)

struct creation_functions {
#define X(name) __typeof(&name) name;
    CREATION_FUNCTIONS(X)
#undef X
};

/*
 * Prints a line for each creation:
 *   FUNCTION device=D flags=F asked=P|none = RESULT [priority=N flags=F]
 * All else that it needs of a driver or runtime it takes from `driver` and `runtime`, handles of
 * dlopen; NULL leaves that level out. Returns 0, or 1 where the driver would not start.
 */
int create_streams(const struct creation_functions *create, void *driver, void *runtime);

#endif
