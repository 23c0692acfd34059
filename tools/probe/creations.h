/* SPDX-License-Identifier: MIT */
/* The functions that create streams, and how each is called. */
#ifndef PROBE_CREATIONS_H
#define PROBE_CREATIONS_H

#include "session.h"

enum creation {
    CU_STREAM_CREATE,
    CU_STREAM_CREATE_WITH_PRIORITY,
    CU_GREEN_CTX_STREAM_CREATE,
    CUDA_STREAM_CREATE,
    CUDA_STREAM_CREATE_WITH_FLAGS,
    CUDA_STREAM_CREATE_WITH_PRIORITY,
    CUDA_EXECUTION_CTX_STREAM_CREATE,
    CREATIONS
};

struct creation_row {
    const char *name;
    bool of_runtime, names_priority;
    int version; /* that a driver's function is asked for with; cudart asks for the same */
};

extern const struct creation_row creation_rows[CREATIONS];

/*
 * Creates a stream on a device by `function`, which is the one that `creation` names, and reads
 * its priority back from the driver: fills in all of the row but its way.
 */
void creation_try(struct session *session, enum creation creation, void *function, int device,
                  struct row *row);

#endif
