/* SPDX-License-Identifier: MIT */
/* device: what there is to test on. The lines "range" are for run.sh, which reads hosts by them. */
#include "driver.h"
#include "report.h"

#include <stdio.h>

enum { STREAM_PRIORITIES_SUPPORTED = 78 };

int main(void)
{
    int version = 0;

    driver_start();
    driver.cuDriverGetVersion(&version);
    report_answer("What was it measured on?: a driver for CUDA %d.%d, %d devices", version / 1000,
                  version % 1000 / 10, driver.devices);
    for (CUdevice device = 0; device < driver.devices; device++) {
        char name[128] = "?";
        int supported = -1, least = -999, greatest = 999;
        if (driver.cuDeviceGetName)
            driver.cuDeviceGetName(name, sizeof(name), device);
        if (driver.cuDeviceGetAttribute)
            driver.cuDeviceGetAttribute(&supported, STREAM_PRIORITIES_SUPPORTED, device);
        CUresult result = driver_use(device);
        if (result == 0)
            result = driver.cuCtxGetStreamPriorityRange(&least, &greatest);
        report(result == 0 && least >= greatest, "device %d has a range: %d", device, result);
        report_answer("Which priorities are there?: device %d, %s: %d (least) to %d (greatest); "
                      "priorities supported: %d",
                      device, name, least, greatest, supported);
        printf("range %d %d %d\n", device, least, greatest);
    }
    return report_end();
}
