/* SPDX-License-Identifier: MIT */
/*
 * bystanders.c - functions that a client looks up and gives up without (hashcat 6.2.6, Numba 0.68.1
 * and Triton 3.9.0 do), but never calls: they are there, and say that they are not supported.
 */
#include "compute.h"

#define BYSTANDER(name, params, args, ...)                                                         \
    static CUresult body_##name params                                                             \
    {                                                                                              \
        (void)(__VA_ARGS__);                                                                       \
        return CUDA_ERROR_NOT_SUPPORTED;                                                           \
    }                                                                                              \
    DRIVER_FUNCTION(name, params, args, FAKE_NO_ARGUMENTS)

BYSTANDER(cuCtxGetCacheConfig, (CUfunc_cache * config), (config), config)
BYSTANDER(cuCtxSetCacheConfig, (CUfunc_cache config), (config), config)
BYSTANDER(cuCtxGetSharedMemConfig, (CUsharedconfig * config), (config), config)
BYSTANDER(cuCtxSetSharedMemConfig, (CUsharedconfig config), (config), config)
BYSTANDER(cuFuncSetCacheConfig, (CUfunction function, CUfunc_cache config), (function, config),
          (void)function, config)
BYSTANDER(cuFuncSetSharedMemConfig, (CUfunction function, CUsharedconfig config),
          (function, config), (void)function, config)
BYSTANDER(cuMemAllocHost_v2, (void **pointer, size_t bytes), (pointer, bytes), (void)pointer, bytes)
BYSTANDER(cuMemFreeHost, (void *pointer), (pointer), pointer)
BYSTANDER(cuModuleLoad, (CUmodule * module, const char *file), (module, file), (void)module, file)
BYSTANDER(cuCtxGetLimit, (size_t * value, CUlimit limit), (value, limit), (void)value, limit)
BYSTANDER(cuCtxSetLimit, (CUlimit limit, size_t value), (limit, value), (void)limit, value)
BYSTANDER(cuIpcOpenMemHandle_v2, (CUdeviceptr * pointer, CUipcMemHandle handle, unsigned int flags),
          (pointer, handle, flags), (void)pointer, (void)handle, flags)
BYSTANDER(cuPointerGetAttribute, (void *value, CUpointer_attribute attribute, CUdeviceptr pointer),
          (value, attribute, pointer), (void)value, (void)attribute, pointer)
BYSTANDER(cuProfilerStart, (void), (), 0)
BYSTANDER(cuProfilerStop, (void), (), 0)
