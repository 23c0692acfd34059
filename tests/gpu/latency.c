/* SPDX-License-Identifier: MIT */
/*
 * latency: how long does a short kernel on the default stream take to start, while a batch of long
 * ones runs in another stream, for which the program names the least priority?
 *
 *   latency plain   launches as most programs do
 *   latency asks    asks for the greatest priority itself, on each launch
 */
#include "driver.h"
#include "kernels.h"
#include "report.h"
#include "start.h"

#include <string.h>
#include <unistd.h>

enum {
    MULTIPROCESSOR_COUNT = 16,
    BLOCKS_AT_ONCE = 8, /* of 256 threads, on one multiprocessor */
    WAVES = 100,
    BATCH = 4 /* launches, of some 2 milliseconds each */
};
static const uint64_t block_nanoseconds = 20000;

static CUstream batch;
static unsigned int blocks;

/* Into the batch, at another point each time. */
static CUresult begin_batch(unsigned int number)
{
    CUresult result = 0;

    for (int i = 0; result == 0 && i < BATCH; i++)
        result = kernels_spin(batch, blocks, block_nanoseconds);
    usleep(500 + number * 37 % 1500);
    return result;
}

int main(int argc, char **argv)
{
    int least = 0, greatest = 0, processors = 1;
    bool asks = argc > 1 && strcmp(argv[1], "asks") == 0;
    const int *priority = asks ? &greatest : NULL;

    driver_start();
    if (driver_use(0) != 0 || !driver.cuCtxSynchronize || !driver.cuMemAllocHost_v2 ||
        !kernels_load()) {
        report_skip("latency: not measured: this driver runs no kernels");
        return report_end();
    }
    if (asks && !driver.cuLaunchKernelEx) {
        report_skip("latency: a driver before 11.8 has no cuLaunchKernelEx");
        return report_end();
    }
    driver.cuCtxGetStreamPriorityRange(&least, &greatest);
    driver.cuDeviceGetAttribute(&processors, MULTIPROCESSOR_COUNT, 0);
    blocks = (unsigned int)processors * BLOCKS_AT_ONCE * WAVES;
    CUresult result = driver.cuStreamCreateWithPriority(&batch, 1, least);
    if (result == 0)
        result = kernels_spin(batch, 1, 0); /* the first launch may load it */
    if (result == 0)
        result = start_prepare(priority);
    report(result == 0, "a stream, memory, and each kernel once: %d", result);
    if (result == 0)
        start_measure("How soon does a short kernel on stream 0 start?", begin_batch, priority);
    return report_end();
}
