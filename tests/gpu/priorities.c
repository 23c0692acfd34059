/* SPDX-License-Identifier: MIT */
/* priorities: streams by each function on each device, read back, with real work on each. */
#include "driver.h"
#include "kernels.h"
#include "level.h"
#include "report.h"

#include <stdbool.h>

static bool with_kernels;

static void look(const char *function, CUdevice device, unsigned int flags, CUresult result,
                 CUstream stream, int expected)
{
    int priority = -999;
    unsigned int made = 999;

    report_fact("%s device %d flags %u = %d", function, device, flags, result);
    if (result != 0)
        return;
    result = driver.cuStreamGetPriority(stream, &priority);
    report(result == 0 && priority == expected, "%s device %d flags %u: priority %d, expected %d",
           function, device, flags, priority, expected);
    if (driver.cuStreamGetFlags) {
        result = driver.cuStreamGetFlags(stream, &made);
        report(result == 0 && made == flags, "%s device %d: flags %u, asked %u", function, device,
               made, flags);
    }
    if (with_kernels) {
        result = kernels_try(stream, 1000u + flags);
        report(result == 0, "%s device %d flags %u: a kernel's work is right: %d", function, device,
               flags, result);
    }
    if (driver.cuStreamDestroy_v2) {
        result = driver.cuStreamDestroy_v2(stream);
        report(result == 0, "%s device %d flags %u: destroyed: %d", function, device, flags,
               result);
    }
}

int main(int argc, char **argv)
{
    level_read(argc, argv);
    driver_start();
    for (CUdevice device = 0; device < driver.devices; device++) {
        int least = 0, greatest = 0;
        CUresult result = driver_use(device);
        if (result == 0)
            result = driver.cuCtxGetStreamPriorityRange(&least, &greatest);
        report(result == 0, "device %d can be used: %d", device, result);
        if (result != 0)
            continue;
        with_kernels = kernels_load();
        for (unsigned int flags = 0; flags < 2; flags++) {
            CUstream stream = NULL;
            result = driver.cuStreamCreate(&stream, flags);
            look("cuStreamCreate", device, flags, result, stream, level_unnamed(least, greatest));
            /* Both ends, the default, the middle, and beyond both ends: those are clamped. */
            int asked[] = {least, greatest, 0, (least + greatest) / 2, least + 3, greatest - 3};
            for (int i = 0; i < 6; i++) {
                result = driver.cuStreamCreateWithPriority(&stream, flags, asked[i]);
                look("cuStreamCreateWithPriority", device, flags, result, stream,
                     level_named(asked[i], least, greatest));
            }
        }
    }
    return report_end();
}
