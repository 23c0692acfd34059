/* Real work for streams: two small kernels, as PTX text that the driver compiles for its device. */
#ifndef GPU_KERNELS_H
#define GPU_KERNELS_H

#include "driver.h"

#include <stdbool.h>

/* Loads them into the current context. False, said as a skip, where this driver has no such door.
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

#endif
