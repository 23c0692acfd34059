/* SPDX-License-Identifier: MIT */
/*
 * order: does a kernel on a default stream start before blocks that were queued earlier, in a
 * stream of the least priority? Each block writes when it started. Said is how many of the queued
 * blocks had, when the kernel did; once for a plain launch and once with the priority on it.
 */
#include "driver.h"
#include "kernels.h"
#include "report.h"

#include <stdlib.h>
#include <unistd.h>

enum {
    MULTIPROCESSOR_COUNT = 16,
    BLOCKS_AT_ONCE = 8, /* of 256 threads, on one multiprocessor */
    WAVES = 4,
    LAUNCHES = 10,
    ROUNDS = 21,
    HEAD_START = 500 /* microseconds, of some 4000 that the queue takes */
};
static const uint64_t block_nanoseconds = 100000;

static CUstream queue;
static CUdeviceptr stamps; /* of the queued blocks, then the kernel's */
static uint64_t *seen;
static unsigned int blocks; /* of one launch */

static size_t queued(void)
{
    return (size_t)blocks * LAUNCHES;
}

/* The share of the queued blocks that started before the kernel, in percent; -1: an error. */
static double overtaken(const int *priority, CUresult *result)
{
    size_t before = 0;

    *result = 0;
    for (unsigned int i = 0; *result == 0 && i < LAUNCHES; i++)
        *result = kernels_stamp(queue, blocks, stamps + (uint64_t)i * blocks * sizeof(uint64_t),
                                block_nanoseconds, NULL);
    usleep(HEAD_START);
    if (*result == 0)
        *result = kernels_stamp(NULL, 1, stamps + queued() * sizeof(uint64_t), 0, priority);
    if (*result == 0)
        *result = driver.cuCtxSynchronize();
    if (*result == 0)
        *result = driver.cuMemcpyDtoH_v2(seen, stamps, (queued() + 1) * sizeof(uint64_t));
    if (*result != 0)
        return -1;
    for (size_t i = 0; i < queued(); i++)
        before += seen[i] < seen[queued()];
    return 100.0 * (double)before / (double)queued();
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void measure(const char *how, const int *priority)
{
    double shares[ROUNDS];

    for (int round = 0; round < ROUNDS; round++) {
        CUresult result;
        shares[round] = overtaken(priority, &result);
        if (result != 0) {
            report_answer("Does a kernel on stream 0 overtake queued blocks?: %s: not measured, "
                          "error %d",
                          how, result);
            return;
        }
    }
    qsort(shares, ROUNDS, sizeof *shares, compare);
    report_answer("Does a kernel on stream 0 overtake queued blocks?: %s: when it started, %.0f %% "
                  "of %zu blocks queued before it had started (median of %d; least %.0f, most "
                  "%.0f)",
                  how, shares[ROUNDS / 2], queued(), ROUNDS, shares[0], shares[ROUNDS - 1]);
}

int main(void)
{
    int least = 0, greatest = 0, processors = 1;

    driver_start();
    if (driver_use(0) != 0 || !driver.cuCtxSynchronize || !kernels_load()) {
        report_skip("order: not measured: this driver runs no kernels");
        return report_end();
    }
    driver.cuCtxGetStreamPriorityRange(&least, &greatest);
    driver.cuDeviceGetAttribute(&processors, MULTIPROCESSOR_COUNT, 0);
    blocks = (unsigned int)processors * BLOCKS_AT_ONCE * WAVES;
    seen = calloc(queued() + 1, sizeof *seen);
    /* One that does not wait for the default stream, nor the default stream for it. */
    CUresult result = driver.cuStreamCreateWithPriority(&queue, 1, least);
    if (result == 0)
        result = driver.cuMemAlloc_v2(&stamps, (queued() + 1) * sizeof(uint64_t));
    report(result == 0 && seen, "a stream and memory: %d", result);
    if (result != 0 || !seen)
        return report_end();
    /* A kernel may be loaded at its first launch, and no other may run meanwhile. */
    result = kernels_stamp(queue, 1, stamps, 0, NULL);
    if (result == 0)
        result = driver.cuCtxSynchronize();
    report(result == 0, "the kernel runs once: %d", result);
    measure("a plain launch", NULL);
    if (driver.cuLaunchKernelEx)
        measure("a launch at the greatest priority", &greatest);
    free(seen);
    return report_end();
}
