/*
 * latency: how long does a short kernel on the default stream take to start, while a batch of long
 * ones runs in another stream, for which the program names the least priority? The time is the
 * host's, from before the launch until the kernel's mark is seen in the host's memory.
 *
 *   latency plain   launches as most programs do
 *   latency asks    asks for the greatest priority itself, on each launch
 */
#include "driver.h"
#include "kernels.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    MULTIPROCESSOR_COUNT = 16,
    BLOCKS_AT_ONCE = 8,
    WAVES = 100,
    BATCH = 4, /* launches, of some 2 milliseconds each */
    SAMPLES = 200,
    LONGEST = 10 /* seconds */
};
static const uint64_t block_nanoseconds = 20000;

static CUstream batch;
static uint32_t *mark;
static unsigned int blocks;

static double microseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

/* A result of 0 where the kernel was never seen to start is told by `took`, which is negative. */
static CUresult sample(uint32_t number, const int *priority, double *took)
{
    CUresult result = 0;

    for (int i = 0; result == 0 && i < BATCH; i++)
        result = kernels_spin(batch, blocks, block_nanoseconds);
    usleep(500 + number * 37 % 1500); /* into the batch, at another point each time */
    double began = microseconds();
    if (result == 0)
        result = kernels_mark(NULL, mark, number, priority);
    *took = -1;
    while (result == 0 && *took < 0 && microseconds() - began < LONGEST * 1e6)
        if (*(volatile uint32_t *)mark == number)
            *took = microseconds() - began;
    return result == 0 ? driver.cuCtxSynchronize() : result;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void measure(const int *priority)
{
    double took[SAMPLES];

    for (uint32_t i = 0; i < SAMPLES; i++) {
        CUresult result = sample(i + 1, priority, &took[i]);
        if (result != 0 || took[i] < 0) {
            report_answer("How soon does a short kernel on stream 0 start?: not measured, error %d",
                          result);
            return;
        }
    }
    qsort(took, SAMPLES, sizeof *took, compare);
    report_answer(
        "How soon does a short kernel on stream 0 start?: p50 %.0f us, p99 %.0f us, least "
        "%.0f us, most %.0f us, of %d",
        took[SAMPLES / 2], took[SAMPLES * 99 / 100], took[0], took[SAMPLES - 1], SAMPLES);
}

int main(int argc, char **argv)
{
    int least = 0, greatest = 0, processors = 1;
    bool asks = argc > 1 && strcmp(argv[1], "asks") == 0;

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
        result = driver.cuMemAllocHost_v2((void **)&mark, sizeof *mark);
    report(result == 0, "a stream and memory: %d", result);
    if (result != 0)
        return report_end();
    *mark = 0;
    /* A kernel may be loaded at its first launch, and no other may run meanwhile. */
    result = kernels_spin(batch, 1, 0);
    if (result == 0)
        result = kernels_mark(NULL, mark, 0, asks ? &greatest : NULL);
    if (result == 0)
        result = driver.cuCtxSynchronize();
    report(result == 0, "the kernels run once: %d", result);
    measure(asks ? &greatest : NULL);
    return report_end();
}
