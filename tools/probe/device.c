/* SPDX-License-Identifier: MIT */
#include "device.h"

#include <stdalign.h>
#include <stdio.h>

/* cuda.h 13.0: CUdevice_attribute, CUdevResourceType, CUgreenCtxCreate_flags. */
enum { CAPABILITY_MAJOR = 75, CAPABILITY_MINOR = 76, RESOURCE_SM = 1, DEFAULT_STREAM = 1 };

int device_count(const struct driver *driver, char *why, size_t size)
{
    char error[256];
    int count = 0;
    CUresult result = driver->cuDeviceGetCount(&count);

    if (result != CUDA_SUCCESS)
        snprintf(why, size, "%s: cuDeviceGetCount gives %s", driver->facts.path,
                 driver_error(driver, result, error, sizeof error));
    else if (count <= 0)
        snprintf(why, size, "%s: the driver has no device", driver->facts.path);
    else
        return count;
    return -1;
}

/* Before CUDA 7.0 a driver has no primary contexts. */
static CUresult make_context(const struct driver *driver, struct device *device)
{
    if (driver->cuDevicePrimaryCtxRetain)
        return driver->cuDevicePrimaryCtxRetain(&device->context, device->facts.device);
    if (driver->cuCtxCreate_v2)
        return driver->cuCtxCreate_v2(&device->context, 0, device->facts.device);
    return CUDA_ERROR_NOT_FOUND;
}

void device_start(const struct driver *driver, int number, struct device *device)
{
    const char *step = "its context";
    char error[200];

    *device = (struct device){.facts = {.device = number}};
    struct device_facts *facts = &device->facts;
    if (driver->cuDeviceGetName)
        driver->cuDeviceGetName(facts->name, sizeof facts->name, number);
    facts->name[sizeof facts->name - 1] = '\0';
    if (driver->cuDeviceGetAttribute) {
        driver->cuDeviceGetAttribute(&facts->major, CAPABILITY_MAJOR, number);
        driver->cuDeviceGetAttribute(&facts->minor, CAPABILITY_MINOR, number);
    }
    CUresult result = make_context(driver, device);
    if (result == CUDA_SUCCESS)
        result = device_use(driver, device);
    if (result != CUDA_SUCCESS) {
        device->context = NULL;
    } else {
        step = "cuCtxGetStreamPriorityRange";
        result = driver->cuCtxGetStreamPriorityRange
                     ? driver->cuCtxGetStreamPriorityRange(&facts->least, &facts->greatest)
                     : CUDA_ERROR_NOT_FOUND;
    }
    facts->has_range = result == CUDA_SUCCESS;
    if (!facts->has_range)
        snprintf(facts->why, sizeof facts->why, "%s: %s", step,
                 driver_error(driver, result, error, sizeof error));
}

CUresult device_use(const struct driver *driver, const struct device *device)
{
    return driver->cuCtxSetCurrent ? driver->cuCtxSetCurrent(device->context)
                                   : CUDA_ERROR_NOT_FOUND;
}

CUgreenCtx device_green(const struct driver *driver, struct device *device, char *why, size_t size)
{
    /* CUdevResource is 144 bytes in CUDA 12.4 to 13.0, and only handed from call to call here. */
    static alignas(16) unsigned char resource[4096];
    CUdevResourceDesc description;
    char error[200];

    if (device->green)
        return device->green;
    if (!driver->cuDeviceGetDevResource || !driver->cuDevResourceGenerateDesc ||
        !driver->cuGreenCtxCreate) {
        snprintf(why, size, "this driver has no green contexts");
        return NULL;
    }
    CUdevice number = device->facts.device;
    CUresult result = driver->cuDeviceGetDevResource(number, resource, RESOURCE_SM);
    if (result == CUDA_SUCCESS)
        result = driver->cuDevResourceGenerateDesc(&description, resource, 1);
    if (result == CUDA_SUCCESS)
        result = driver->cuGreenCtxCreate(&device->green, description, number, DEFAULT_STREAM);
    if (result == CUDA_SUCCESS)
        return device->green;
    device->green = NULL;
    snprintf(why, size, "this device has no green context: %s",
             driver_error(driver, result, error, sizeof error));
    return NULL;
}

CUfunction device_kernel(const struct driver *driver, struct device *device, char *why, size_t size)
{
    /* An old version and target, for old drivers; newer ones compile it for their devices. */
    static const char ptx[] = ".version 6.0\n.target sm_50\n.address_size 64\n"
                              ".visible .entry nothing()\n{\n    ret;\n}\n";
    CUmodule module = NULL;
    char error[200];

    if (device->kernel)
        return device->kernel;
    if (!driver->cuModuleLoadData || !driver->cuModuleGetFunction || !driver->cuCtxSynchronize) {
        snprintf(why, size, "this driver loads no kernels");
        return NULL;
    }
    CUresult result = driver->cuModuleLoadData(&module, ptx);
    if (result == CUDA_SUCCESS)
        result = driver->cuModuleGetFunction(&device->kernel, module, "nothing");
    if (result == CUDA_SUCCESS)
        return device->kernel;
    device->kernel = NULL;
    snprintf(why, size, "this driver does not load the kernel to try it with: %s",
             driver_error(driver, result, error, sizeof error));
    return NULL;
}
