/* SPDX-License-Identifier: MIT */
#include "start.h"

#include "kernels.h"
#include "report.h"

#include <stdlib.h>
#include <time.h>

enum { LONGEST = 10 /* seconds */ };

static uint32_t *mark;

static double microseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

CUresult start_prepare(const int *priority)
{
    CUresult result = driver.cuMemAllocHost_v2((void **)&mark, sizeof *mark);

    if (result == 0) {
        *mark = 0;
        result = kernels_mark(NULL, mark, 0, priority);
    }
    return result == 0 ? driver.cuCtxSynchronize() : result;
}

/* A result of 0 where the kernel was never seen to start is told by `took`, which is negative. */
static CUresult sample(uint32_t number, const int *priority, double *took)
{
    double began = microseconds();
    CUresult result = kernels_mark(NULL, mark, number, priority);

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

void start_measure(const char *question, CUresult (*before)(unsigned int number),
                   const int *priority)
{
    double took[START_SAMPLES];

    for (uint32_t i = 0; i < START_SAMPLES; i++) {
        CUresult result = before ? before(i) : 0;
        if (result == 0)
            result = sample(i + 1, priority, &took[i]);
        if (result != 0 || took[i] < 0) {
            report_answer("%s: not measured, error %d", question, result);
            return;
        }
    }
    qsort(took, START_SAMPLES, sizeof *took, compare);
    report_answer("%s: p50 %.0f us, p99 %.0f us, least %.0f us, most %.0f us, of %d", question,
                  took[START_SAMPLES / 2], took[START_SAMPLES * 99 / 100], took[0],
                  took[START_SAMPLES - 1], START_SAMPLES);
}
