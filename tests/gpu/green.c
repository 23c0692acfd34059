/* SPDX-License-Identifier: MIT */
/* green: streams of green contexts, which need not be current; the caller's context stays current.
 */
#include "driver.h"
#include "kernels.h"
#include "level.h"
#include "report.h"

#include <stdalign.h>

enum { RESOURCE_SM = 1, DEFAULT_STREAM = 1, NON_BLOCKING = 1 };

/* CUdevResource: 144 bytes in CUDA 12.4 to 13.0; only handed from call to call here. */
static alignas(16) unsigned char resource[4096];

static void create(CUdevice device, CUgreenCtx green, CUcontext current, int asked, int expected)
{
    CUcontext after = (CUcontext)resource;
    CUstream stream = NULL;
    int priority = -999;

    driver.cuCtxSetCurrent(current);
    CUresult result = driver.cuGreenCtxStreamCreate(&stream, green, NON_BLOCKING, asked);
    driver.cuCtxGetCurrent(&after);
    report(after == current, "device %d, %s: the current context is as it was", device,
           current ? "a context current" : "none current");
    report_fact("cuGreenCtxStreamCreate device %d current %d asked %d = %d", device,
                current != NULL, asked, result);
    if (result != 0)
        return;
    result = driver.cuStreamGetPriority(stream, &priority);
    report(result == 0 && priority == expected,
           "cuGreenCtxStreamCreate device %d asked %d: priority %d, expected %d", device, asked,
           priority, expected);

    /* Work on it, in its own context. */
    CUcontext own = NULL;
    if (driver.cuCtxFromGreenCtx(&own, green) == 0 && driver.cuCtxSetCurrent(own) == 0 &&
        kernels_load()) {
        result = kernels_try(stream, 77);
        report(result == 0, "a kernel's work on it is right: %d", result);
    }
    driver.cuCtxSetCurrent(current);
}

int main(int argc, char **argv)
{
    level_read(argc, argv);
    driver_start();
    if (!driver.cuGreenCtxStreamCreate || !driver.cuGreenCtxCreate || !driver.cuCtxFromGreenCtx ||
        !driver.cuDeviceGetDevResource || !driver.cuDevResourceGenerateDesc) {
        report_skip("green: a driver before 12.5 has no cuGreenCtxStreamCreate");
        return report_end();
    }
    for (CUdevice device = 0; device < driver.devices; device++) {
        CUdevResourceDesc description = NULL;
        CUcontext current = NULL;
        CUgreenCtx green = NULL;
        int least = 0, greatest = 0;
        CUresult result = driver_use(device);
        if (result == 0)
            result = driver.cuCtxGetStreamPriorityRange(&least, &greatest);
        if (result == 0)
            result = driver.cuDeviceGetDevResource(device, resource, RESOURCE_SM);
        if (result == 0)
            result = driver.cuDevResourceGenerateDesc(&description, resource, 1);
        if (result == 0)
            result = driver.cuGreenCtxCreate(&green, description, device, DEFAULT_STREAM);
        report_fact("a green context of device %d = %d", device, result);
        if (result != 0) {
            report_skip("green: device %d has no green context: %d", device, result);
            continue;
        }
        driver.cuCtxGetCurrent(&current);
        int asked[] = {0, greatest};
        for (int i = 0; i < 2; i++) {
            int expected = level_named(asked[i], least, greatest);
            create(device, green, current, asked[i], expected);
            create(device, green, NULL, asked[i], expected);
        }
    }
    return report_end();
}
