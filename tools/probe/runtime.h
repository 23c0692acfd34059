/* SPDX-License-Identifier: MIT */
/* The CUDA runtime as a shared library, where there is one: most programs carry their own. */
#ifndef PROBE_RUNTIME_H
#define PROBE_RUNTIME_H

#include "driver.h"

typedef struct cudaExecutionContext_st *cudaExecutionContext_t;

struct runtime {
    void *handle;
    const char *name; /* its soname, which is also the version of its symbols */
};

/*
 * Opens and starts the newest one, of the releases known here, that the loader finds and that runs
 * on this driver. False: none, and `why` says so as a sentence without its full stop.
 */
bool runtime_start(struct runtime *runtime, int scope, char *why, size_t size);

/* Makes a device the current one. Returns its error. */
int runtime_use(const struct runtime *runtime, int device);

/* The execution context of a device (CUDA 13.1), or NULL with the reason in `why`. */
cudaExecutionContext_t runtime_context(const struct runtime *runtime, int device, char *why,
                                       size_t size);

#endif
