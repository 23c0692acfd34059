/* SPDX-License-Identifier: MIT */
#include "driver.h"

#include "report.h"

#include <dlfcn.h>
#include <stdlib.h>

struct driver driver;

void driver_find(void)
{
    driver.handle = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!driver.handle) {
        report_skip("no driver: %s", dlerror());
        exit(SKIPPED);
    }
#define X(name, parameters) driver.name = (CUresult(*) parameters)dlsym(driver.handle, #name);
    DRIVER_FUNCTIONS(X)
#undef X
    if (!driver.cuInit || !driver.cuDeviceGetCount || !driver.cuDevicePrimaryCtxRetain ||
        !driver.cuCtxSetCurrent || !driver.cuCtxGetStreamPriorityRange || !driver.cuStreamCreate ||
        !driver.cuStreamCreateWithPriority || !driver.cuStreamGetPriority) {
        report_skip("the driver is older than CUDA 7.0: no primary contexts");
        exit(SKIPPED);
    }
}

void driver_start(void)
{
    driver_find();
    int result = driver.cuInit(0);
    if (result != 0) {
        report_skip("no device: cuInit gives %d", result);
        exit(SKIPPED);
    }
    result = driver.cuDeviceGetCount(&driver.devices);
    if (result != 0 || driver.devices == 0) {
        report_skip("no device: cuDeviceGetCount gives %d, %d devices", result, driver.devices);
        exit(SKIPPED);
    }
}

CUresult driver_use(CUdevice device)
{
    CUcontext context = NULL;
    CUresult result = driver.cuDevicePrimaryCtxRetain(&context, device);

    return result == 0 ? driver.cuCtxSetCurrent(context) : result;
}
