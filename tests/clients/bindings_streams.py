# SPDX-License-Identifier: MIT
"""Streams by NVIDIA's Python bindings of the driver: each creation function."""

from cuda.bindings import driver

NON_BLOCKING = driver.CUstream_flags.CU_STREAM_NON_BLOCKING
SM = driver.CUdevResourceType.CU_DEV_RESOURCE_TYPE_SM
DEFAULT_STREAM = driver.CUgreenCtxCreate_flags.CU_GREEN_CTX_DEFAULT_STREAM


def must(result):
    error, *values = result
    if error != driver.CUresult.CUDA_SUCCESS:
        raise SystemExit(f"{error!r}")
    return values[0] if values else None


def show(function, *arguments):
    stream = must(function(*arguments))
    priority = must(driver.cuStreamGetPriority(stream))
    flags = must(driver.cuStreamGetFlags(stream))
    print(f"stream {function.__name__} flags={flags} priority={priority}")


must(driver.cuInit(0))
device = must(driver.cuDeviceGet(0))
must(driver.cuCtxSetCurrent(must(driver.cuDevicePrimaryCtxRetain(device))))
print("range", driver.cuCtxGetStreamPriorityRange())

show(driver.cuStreamCreate, 0)
show(driver.cuStreamCreate, NON_BLOCKING)
show(driver.cuStreamCreateWithPriority, NON_BLOCKING, -1)
description = must(driver.cuDevResourceGenerateDesc([must(driver.cuDeviceGetDevResource(device, SM))], 1))
green = must(driver.cuGreenCtxCreate(description, device, DEFAULT_STREAM))
show(driver.cuGreenCtxStreamCreate, green, NON_BLOCKING, -1)
