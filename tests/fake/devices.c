/* SPDX-License-Identifier: MIT */
/* devices.c - the driver's start and its devices. */
#include <stdatomic.h>
#include <stdio.h>

#include "compute.h"

static atomic_bool initialised;

bool driver_initialised(void)
{
    return atomic_load(&initialised);
}

bool driver_has_device(CUdevice device)
{
    return device >= 0 && device < fake_device_count();
}

static CUresult body_cuInit(unsigned int flags)
{
    if (flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (fake_device_count() == 0)
        return CUDA_ERROR_NO_DEVICE;
    atomic_store(&initialised, true);
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuInit, (unsigned int flags), (flags), " flags=%u", flags)

/* Needs no cuInit. */
static CUresult body_cuDriverGetVersion(int *version)
{
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    *version = fake_version();
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuDriverGetVersion, (int *version), (version), "%s", FAKE_OUT(version))

static CUresult body_cuDeviceGetCount(int *count)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!count)
        return CUDA_ERROR_INVALID_VALUE;
    *count = fake_device_count();
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuDeviceGetCount, (int *count), (count), "%s", FAKE_OUT(count))

static CUresult body_cuDeviceGet(CUdevice *device, int ordinal)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    if (!driver_has_device(ordinal))
        return CUDA_ERROR_INVALID_DEVICE;
    *device = ordinal;
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuDeviceGet, (CUdevice * device, int ordinal), (device, ordinal), "%s ordinal=%d",
                FAKE_OUT(device), ordinal)

static CUresult body_cuDeviceGetName(char *name, int length, CUdevice device)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!name || length <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (!driver_has_device(device))
        return CUDA_ERROR_INVALID_DEVICE;
    if (fake_device_name())
        snprintf(name, (size_t)length, "%s", fake_device_name());
    else
        snprintf(name, (size_t)length, "Stand-in device %d", device);
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuDeviceGetName, (char *name, int length, CUdevice device), (name, length, device),
                "%s length=%d device=%d", FAKE_OUT(name), length, device)

/* All 0 but for the last byte. A device that is not divided has the same for both forms. */
static CUresult body_cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!uuid)
        return CUDA_ERROR_INVALID_VALUE;
    if (!driver_has_device(device))
        return CUDA_ERROR_INVALID_DEVICE;
    *uuid = (CUuuid){.bytes[sizeof uuid->bytes - 1] = (char)(device + 1)};
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuDeviceGetUuid, (CUuuid * uuid, CUdevice device), (uuid, device), "%s device=%d",
                FAKE_OUT(uuid), device)
DRIVER_FUNCTION_AS(cuDeviceGetUuid_v2, body_cuDeviceGetUuid, (CUuuid * uuid, CUdevice device),
                   (uuid, device), "%s device=%d", FAKE_OUT(uuid), device)

/* The attributes that are not 0, after a present-day device. */
static int attribute_value(CUdevice_attribute attribute, CUdevice device)
{
    struct fake_range range = fake_range(device);
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        return MAX_BLOCK_THREADS;
    case CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY:
        return 65536;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE:
        return 32;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE:
        return 1000000; /* kHz */
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
        return 16;
    case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID:
        return device + 1;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
        return 9;
    case CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED:
        return range.least != range.greatest;
    case CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH:
        return 1;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
        return MAX_SHARED_MEMORY;
    default:
        return 0;
    }
}

static CUresult body_cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!value || attribute == 0 || attribute >= CU_DEVICE_ATTRIBUTE_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    if (!driver_has_device(device))
        return CUDA_ERROR_INVALID_DEVICE;
    *value = attribute_value(attribute, device);
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuDeviceGetAttribute, (int *value, CUdevice_attribute attribute, CUdevice device),
                (value, attribute, device), "%s attribute=%d device=%d", FAKE_OUT(value),
                (int)attribute, device)

/* NVIDIA's runtime lives on such private tables; the stand-in has none (facts/cuda.md 1.4). */
static CUresult body_cuGetExportTable(const void **table, const CUuuid *id)
{
    if (!table || !id)
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_ERROR_NOT_FOUND;
}
DRIVER_FUNCTION(cuGetExportTable, (const void **table, const CUuuid *id), (table, id), "%s",
                FAKE_OUT(table))
