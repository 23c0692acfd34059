/* SPDX-License-Identifier: MIT */
/* The functions that launch and that give a stream an attribute, and how each is called. */
#ifndef PROBE_LAUNCHES_H
#define PROBE_LAUNCHES_H

#include "driver.h"

enum launch {
    CU_LAUNCH_KERNEL,
    CU_LAUNCH_KERNEL_PTSZ,
    CU_LAUNCH_KERNEL_EX,
    CU_LAUNCH_KERNEL_EX_PTSZ,
    CU_LAUNCH_COOPERATIVE_KERNEL,
    CU_LAUNCH_COOPERATIVE_KERNEL_PTSZ,
    LAUNCHES
};

struct launch_row {
    const char *name;
    int version; /* that it is asked for with; cudart asks for the same */
};

extern const struct launch_row launch_rows[LAUNCHES];

/*
 * Launches a kernel without parameters by `function`, which is the one that `launch` names, with
 * the priority, if it is not NULL and the function takes attributes.
 */
CUresult launch_call(enum launch launch, void *function, CUfunction kernel, CUstream stream,
                     const int *priority);

/* Gives the stream the priority by `function`, which is cuStreamSetAttribute in either form. */
CUresult launch_set_priority(void *function, CUstream stream, int priority);

#endif
