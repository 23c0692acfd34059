/* SPDX-License-Identifier: MIT */
/*
 * runtime_launches.c - the runtime's launches: a host function's address stands for a kernel, which
 * is loaded at its first launch; then one call of the driver, in the form of the same name.
 */
#include <stdatomic.h>
#include <stddef.h>

#include "runtime.h"

enum { MAX_KERNELS = 64 };

static struct kernel {
    const void *function;
    const char *image;
    const char *name;
    _Atomic(CUfunction) loaded; /* for all contexts: the stand-in's functions belong to none */
} kernels[MAX_KERNELS];
static atomic_int kernels_known;

static cudaError_t body_fake_cudaRegisterKernel(const void *function, const char *image,
                                                const char *name)
{
    if (!function || !image || !name)
        return cudaErrorInvalidValue;
    int slot = atomic_fetch_add(&kernels_known, 1);
    if (slot >= MAX_KERNELS)
        return cudaErrorMemoryAllocation;
    kernels[slot].image = image;
    kernels[slot].name = name;
    kernels[slot].function = function;
    return cudaSuccess;
}
RUNTIME_FUNCTION(fake_cudaRegisterKernel,
                 (const void *function, const char *image, const char *name),
                 (function, image, name), " name=%s", name ? name : "NULL")

static struct kernel *find_kernel(const void *function)
{
    for (int i = 0; function && i < MAX_KERNELS; i++) {
        if (kernels[i].function == function)
            return &kernels[i];
    }
    return NULL;
}

static cudaError_t load(const struct runtime_driver *driver, struct kernel *kernel)
{
    CUmodule module;
    CUfunction loaded;
    cudaError_t result = DRIVER_CALL(driver, cuModuleLoadData, &module, kernel->image);
    if (result == cudaSuccess)
        result = DRIVER_CALL(driver, cuModuleGetFunction, &loaded, module, kernel->name);
    if (result == cudaSuccess)
        atomic_store(&kernel->loaded, loaded);
    return result;
}

/* What each launch begins with: the driver and the driver's function. */
static cudaError_t prepare(const void *function, const struct runtime_driver **driver,
                           CUfunction *loaded)
{
    cudaError_t result = runtime_context(driver);
    if (result != cudaSuccess)
        return result;
    struct kernel *kernel = find_kernel(function);
    if (!kernel)
        return cudaErrorInvalidDeviceFunction;
    if (!atomic_load(&kernel->loaded))
        result = load(*driver, kernel);
    *loaded = atomic_load(&kernel->loaded);
    return result;
}

static const char *kernel_name(const void *function)
{
    struct kernel *kernel = find_kernel(function);
    return kernel ? kernel->name : "?";
}

#define SHAPE_FORMAT " kernel=%s grid=%u,%u,%u block=%u,%u,%u shared=%zu params=%s"
#define SHAPE(grid, block, shared)                                                                 \
    kernel_name(function), (grid).x, (grid).y, (grid).z, (block).x, (block).y, (block).z, shared,  \
        parameters ? "set" : "NULL"

/* The driver's cooperative launch has no `extra`, which is the one difference between the two. */
#define LAUNCH(name, driver_name, ...)                                                             \
    static cudaError_t body_##name(const void *function, dim3 grid, dim3 block, void **parameters, \
                                   size_t shared, cudaStream_t stream)                             \
    {                                                                                              \
        const struct runtime_driver *driver;                                                       \
        CUfunction loaded;                                                                         \
        cudaError_t result = prepare(function, &driver, &loaded);                                  \
        if (result != cudaSuccess)                                                                 \
            return result;                                                                         \
        return DRIVER_CALL(driver, driver_name, loaded, grid.x, grid.y, grid.z, block.x, block.y,  \
                           block.z, (unsigned int)shared, stream, __VA_ARGS__);                    \
    }                                                                                              \
    RUNTIME_FUNCTION(name,                                                                         \
                     (const void *function, dim3 grid, dim3 block, void **parameters,              \
                      size_t shared, cudaStream_t stream),                                         \
                     (function, grid, block, parameters, shared, stream), SHAPE_FORMAT,            \
                     SHAPE(grid, block, shared))

LAUNCH(cudaLaunchKernel, cuLaunchKernel, parameters, NULL)
LAUNCH(cudaLaunchKernel_ptsz, cuLaunchKernel_ptsz, parameters, NULL)
LAUNCH(cudaLaunchCooperativeKernel, cuLaunchCooperativeKernel, parameters)
LAUNCH(cudaLaunchCooperativeKernel_ptsz, cuLaunchCooperativeKernel_ptsz, parameters)

static CUlaunchConfig driver_config(const cudaLaunchConfig_t *config)
{
    return (CUlaunchConfig){
        .gridDimX = config->gridDim.x,
        .gridDimY = config->gridDim.y,
        .gridDimZ = config->gridDim.z,
        .blockDimX = config->blockDim.x,
        .blockDimY = config->blockDim.y,
        .blockDimZ = config->blockDim.z,
        .sharedMemBytes = (unsigned int)config->dynamicSmemBytes,
        .hStream = config->stream,
        .attrs = config->attrs,
        .numAttrs = config->numAttrs,
    };
}

#define LAUNCH_EX(name, driver_name)                                                               \
    static cudaError_t body_##name(const cudaLaunchConfig_t *config, const void *function,         \
                                   void **parameters)                                              \
    {                                                                                              \
        const struct runtime_driver *driver;                                                       \
        CUfunction loaded;                                                                         \
        if (!config)                                                                               \
            return cudaErrorInvalidValue;                                                          \
        cudaError_t result = prepare(function, &driver, &loaded);                                  \
        if (result != cudaSuccess)                                                                 \
            return result;                                                                         \
        CUlaunchConfig of_driver = driver_config(config);                                          \
        return DRIVER_CALL(driver, driver_name, &of_driver, loaded, parameters, NULL);             \
    }                                                                                              \
    RUNTIME_FUNCTION(                                                                              \
        name, (const cudaLaunchConfig_t *config, const void *function, void **parameters),         \
        (config, function, parameters), " kernel=%s attributes=%u params=%s",                      \
        kernel_name(function), config ? config->numAttrs : 0, parameters ? "set" : "NULL")

LAUNCH_EX(cudaLaunchKernelExC, cuLaunchKernelEx)
LAUNCH_EX(cudaLaunchKernelExC_ptsz, cuLaunchKernelEx_ptsz)
