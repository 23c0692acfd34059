/* SPDX-License-Identifier: MIT */
/* How soon a short kernel on the default stream starts, by the host's clock: from before its launch
 * until its mark is seen in the host's memory. */
#ifndef GPU_START_H
#define GPU_START_H

#include "driver.h"

#include <stdbool.h>

enum { START_SAMPLES = 200 };

/* Makes the memory and launches the kernel once, which may load it. Needs kernels_load. */
CUresult start_prepare(const int *priority);

/*
 * Takes START_SAMPLES of them, each after `before` has done its part, if there is one, and says p50
 * and p99 as an answer to the question. With a priority, the launches ask for it.
 */
void start_measure(const char *question, CUresult (*before)(unsigned int number),
                   const int *priority);

#endif
