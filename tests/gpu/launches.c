/* SPDX-License-Identifier: MIT */
/*
 * launches: which streams take a priority that is asked for on a launch, or as an attribute? The
 * default streams have no creation that could name one. Bare: what the driver does. Under the
 * library: the same results, and the attribute takes the level.
 */
#include "driver.h"
#include "kernels.h"
#include "level.h"
#include "report.h"

#include <stdio.h>

static const char *const names[] = {"stream 0", "CU_STREAM_LEGACY", "CU_STREAM_PER_THREAD",
                                    "a created stream"};
enum { STREAMS = 4, CREATED = 3, UNKNOWN = -999 };

static int priority_of(CUstream stream)
{
    int priority = UNKNOWN;

    return driver.cuStreamGetPriority(stream, &priority) == 0 ? priority : UNKNOWN;
}

/* The launch and its work, by the stream, and by waiting for all: it may have gone elsewhere. */
static void try_launch(const char *name, CUstream stream, int greatest)
{
    CUdeviceptr memory = 0;
    CUresult result = kernels_memory(&memory);

    if (!driver.cuLaunchKernelEx) {
        report_skip("launches: a driver before 11.8 has no cuLaunchKernelEx");
        return;
    }
    if (result == 0)
        result = kernels_fill_at(stream, memory, 7, greatest);
    report_fact("%s: cuLaunchKernelEx with a priority = %d", name, result);
    if (result == 0) {
        result = driver.cuCtxSynchronize();
        report(result == 0 && kernels_filled(memory, 7), "%s: its work is right: %d", name, result);
    }
    if (!level_shimmed())
        report_answer("Is a priority taken on a launch?: %s: %s (%d); the stream's own is %d "
                      "afterwards",
                      name, result == 0 ? "accepted" : "refused", result, priority_of(stream));
    driver.cuMemFree_v2(memory);
}

static void try_attribute(int which, CUstream stream, int least, int greatest)
{
    union attribute_value value = {.room = {0}};
    int before = priority_of(stream);

    value.priority = greatest;
    CUresult result = driver.cuStreamSetAttribute(stream, ATTRIBUTE_PRIORITY, &value);
    int after = priority_of(stream);
    report_fact("%s: cuStreamSetAttribute with a priority = %d", names[which], result);
    if (!level_shimmed())
        report_answer("Is a priority taken as a stream's attribute?: %s: %s (%d); asked for %d, "
                      "cuStreamGetPriority says %d before and %d afterwards",
                      names[which], result == 0 ? "accepted" : "refused", result, greatest, before,
                      after);
    else if (which == CREATED &&
             result == 0) /* where a driver leaves it as it was, so does it here */
        report(after == level_named(greatest, least, greatest) || after == before,
               "%s: priority %d by its attribute", names[which], after);
    value.priority = before;
    if (result == 0 && before != UNKNOWN)
        driver.cuStreamSetAttribute(stream, ATTRIBUTE_PRIORITY, &value);
}

int main(int argc, char **argv)
{
    CUstream streams[STREAMS] = {NULL, (CUstream)1, (CUstream)2, NULL};
    int least = 0, greatest = 0;

    level_read(argc, argv);
    driver_start();
    CUresult result = driver_use(0);
    if (result == 0)
        result = driver.cuCtxGetStreamPriorityRange(&least, &greatest);
    if (result == 0)
        result = driver.cuStreamCreate(&streams[CREATED], 0);
    report(result == 0, "device 0 can be used: %d", result);
    if (result != 0)
        return report_end();
    bool runs = kernels_load();
    for (int i = 0; i < STREAMS; i++) {
        if (runs)
            try_launch(names[i], streams[i], greatest);
        if (driver.cuStreamSetAttribute)
            try_attribute(i, streams[i], least, greatest);
    }
    return report_end();
}
