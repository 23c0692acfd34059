/* SPDX-License-Identifier: MIT */
/* The driver's devices, each with a context of its own to make streams in. */
#ifndef PROBE_DEVICE_H
#define PROBE_DEVICE_H

#include "driver.h"

struct device {
    struct device_facts facts;
    CUcontext context; /* NULL: the device can't be used, and facts.why says why */
    CUgreenCtx green;
    CUfunction kernel;
};

/* The number of devices, or -1 with the reason in `why`. */
int device_count(const struct driver *driver, char *why, size_t size);

/* Learns what there is to know of a device; its context is current afterwards. */
void device_start(const struct driver *driver, int number, struct device *device);

/* Makes a device's context current. */
CUresult device_use(const struct driver *driver, const struct device *device);

/* The device's green context, made at the first call; NULL with the reason in `why`: none. */
CUgreenCtx device_green(const struct driver *driver, struct device *device, char *why, size_t size);

/* A kernel that does nothing, in the current context, which is the device's; NULL as above. */
CUfunction device_kernel(const struct driver *driver, struct device *device, char *why,
                         size_t size);

#endif
