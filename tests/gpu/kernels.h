/* SPDX-License-Identifier: MIT */
/* Real work for streams: small kernels, as PTX text that the driver compiles for its device. */
#ifndef GPU_KERNELS_H
#define GPU_KERNELS_H

#include "driver.h"

#include <stdbool.h>

/*
 * Loads them into the current context and tries one. False, said as a skip, where this driver has
 * no such door or, being a stand-in, lets launches succeed and runs nothing.
 */
bool kernels_load(void);

/* Launches `fill` on the stream: to[i] = value + i, for FILLED numbers. */
enum { FILLED = 4096 };
CUresult kernels_fill(CUstream stream, CUdeviceptr to, uint32_t value);

/* Memory for FILLED numbers, and whether `fill` has been there since. */
CUresult kernels_memory(CUdeviceptr *memory);
bool kernels_filled(CUdeviceptr memory, uint32_t value);

/* All of it: fills memory by the stream, waits for the stream, looks; 0 if every number is right.
 */
CUresult kernels_try(CUstream stream, uint32_t value);

/* Launches blocks on the stream that each stay on the device for that time. */
CUresult kernels_spin(CUstream stream, unsigned int blocks, uint64_t nanoseconds);

/*
 * Launches blocks that each write when they started, by %globaltimer, to to[their number], and stay
 * for that time. With a priority, by cuLaunchKernelEx and the attribute.
 */
CUresult kernels_stamp(CUstream stream, unsigned int blocks, CUdeviceptr to, uint64_t nanoseconds,
                       const int *priority);

/* Launches one thread that writes the value to memory of the host, from cuMemAllocHost. */
CUresult kernels_mark(CUstream stream, uint32_t *to, uint32_t value, const int *priority);

/* As kernels_fill, with the priority. */
CUresult kernels_fill_at(CUstream stream, CUdeviceptr to, uint32_t value, int priority);

#endif
