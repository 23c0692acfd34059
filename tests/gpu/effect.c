/* SPDX-License-Identifier: MIT */
/*
 * effect: does a priority do anything? Two streams of one process get the same long queue of short
 * kernels that fill the device, the first stream's queue first. Said is when each queue was done;
 * nothing is asserted, since priorities are hints.
 *
 *   effect named     the program names the least for the first, the greatest for the second
 *   effect unnamed   it names the least for the first and no priority for the second
 */
#include "driver.h"
#include "kernels.h"
#include "report.h"

#include <string.h>

enum { MULTIPROCESSOR_COUNT = 16, LAUNCHES = 300, WAVES = 2, BLOCKS_AT_ONCE = 8, ROUNDS = 5 };
static const uint64_t block_nanoseconds = 20000;

static CUevent start, done[2];

/* The time that each queue took, in milliseconds; a CUDA error where that can't be had. */
static CUresult race(CUstream streams[2], unsigned int blocks, float took[2])
{
    CUresult result = driver.cuEventRecord(start, streams[0]);

    /* The second starts no sooner than the first. */
    if (result == 0)
        result = driver.cuStreamWaitEvent(streams[1], start, 0);
    for (int s = 0; s < 2; s++) {
        for (int i = 0; result == 0 && i < LAUNCHES; i++)
            result = kernels_spin(streams[s], blocks, block_nanoseconds);
        if (result == 0)
            result = driver.cuEventRecord(done[s], streams[s]);
    }
    if (result == 0)
        result = driver.cuCtxSynchronize();
    for (int s = 0; result == 0 && s < 2; s++)
        result = driver.cuEventElapsedTime(&took[s], start, done[s]);
    return result;
}

int main(int argc, char **argv)
{
    int least = 0, greatest = 0, priorities[2] = {-999, -999}, processors = 1;
    int named = argc > 1 && strcmp(argv[1], "named") == 0;
    CUstream streams[2] = {NULL, NULL};

    driver_start();
    if (!driver.cuEventCreate || !driver.cuEventElapsedTime || !driver.cuCtxSynchronize ||
        !driver.cuEventRecord || !driver.cuStreamWaitEvent || driver_use(0) != 0 ||
        !kernels_load()) {
        report_skip("effect: not measured yet: this driver runs no kernels");
        return report_end();
    }
    driver.cuCtxGetStreamPriorityRange(&least, &greatest);
    driver.cuDeviceGetAttribute(&processors, MULTIPROCESSOR_COUNT, 0);
    CUresult result = driver.cuStreamCreateWithPriority(&streams[0], 1, least);
    if (result == 0)
        result = named ? driver.cuStreamCreateWithPriority(&streams[1], 1, greatest)
                       : driver.cuStreamCreate(&streams[1], 1);
    CUevent *events[] = {&start, &done[0], &done[1]};
    for (int i = 0; result == 0 && i < 3; i++)
        result = driver.cuEventCreate(events[i], 0);
    report(result == 0, "two streams and three events: %d", result);
    if (result != 0)
        return report_end();
    for (int s = 0; s < 2; s++)
        driver.cuStreamGetPriority(streams[s], &priorities[s]);
    /* The first round, which compiles and warms up, is said too: there is nothing to hide. */
    for (int round = 0; round < ROUNDS; round++) {
        float took[2] = {0, 0};
        result = race(streams, (unsigned int)processors * BLOCKS_AT_ONCE * WAVES, took);
        report(result == 0, "round %d: %d", round, result);
        if (result == 0)
            report_note(
                "effect: priorities %d and %d: first queue done after %.2f ms, second after "
                "%.2f ms, ratio %.2f",
                priorities[0], priorities[1], (double)took[0], (double)took[1],
                (double)took[0] / (double)took[1]);
    }
    return report_end();
}
