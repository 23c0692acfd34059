/* SPDX-License-Identifier: MIT */
/*
 * memory.c - device memory: blocks of this process's own. A copy or a fill is done at once, and
 * only if it lies inside one block, so a wrong pointer is an error here as on a device.
 *
 * A block outlives its context, unlike a device's.
 */
#include <stdlib.h>
#include <string.h>

#include "compute.h"

enum { MAX_BLOCKS = 1024 };

static const size_t device_memory = (size_t)512 << 20;

static struct block {
    atomic_uintptr_t start; /* 0: not in use, or not yet */
    size_t size;
    CUdevice device;
} blocks[MAX_BLOCKS];
static atomic_bool taken[MAX_BLOCKS];

static size_t used_memory(CUdevice device)
{
    size_t used = 0;
    for (int i = 0; i < MAX_BLOCKS; i++) {
        if (atomic_load(&blocks[i].start) && blocks[i].device == device)
            used += blocks[i].size;
    }
    return used;
}

CUresult memory_new(CUdevice device, size_t bytes, CUdeviceptr *pointer)
{
    if (bytes > device_memory - used_memory(device))
        return CUDA_ERROR_OUT_OF_MEMORY;
    int slot = slot_claim(taken, MAX_BLOCKS);
    if (slot < 0)
        return CUDA_ERROR_OUT_OF_MEMORY;
    void *start = calloc(1, bytes);
    if (!start) {
        atomic_store(&taken[slot], false);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    blocks[slot].size = bytes;
    blocks[slot].device = device;
    atomic_store(&blocks[slot].start, (uintptr_t)start);
    *pointer = (uintptr_t)start;
    return CUDA_SUCCESS;
}

static struct block *block_at(CUdeviceptr pointer)
{
    for (int i = 0; i < MAX_BLOCKS; i++) {
        if (pointer && atomic_load(&blocks[i].start) == pointer)
            return &blocks[i];
    }
    return NULL;
}

void memory_drop(CUdeviceptr pointer)
{
    struct block *block = block_at(pointer);
    if (!block)
        return;
    atomic_store(&block->start, 0);
    free((void *)(uintptr_t)pointer);
    atomic_store(&taken[block - blocks], false);
}

static bool inside(CUdeviceptr pointer, size_t bytes)
{
    for (int i = 0; i < MAX_BLOCKS; i++) {
        uintptr_t start = atomic_load(&blocks[i].start);
        if (start && pointer >= start && pointer - start <= blocks[i].size &&
            bytes <= blocks[i].size - (pointer - start))
            return true;
    }
    return false;
}

bool memory_holds(CUdeviceptr pointer)
{
    return inside(pointer, 1);
}

static CUresult body_cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!bytes)
        return CUDA_ERROR_INVALID_VALUE;
    if (!driver_has_device(device))
        return CUDA_ERROR_INVALID_DEVICE;
    *bytes = device_memory;
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION_AS(cuDeviceTotalMem_v2, body_cuDeviceTotalMem, (size_t * bytes, CUdevice device),
                   (bytes, device), "%s device=%d", FAKE_OUT(bytes), device)

static CUresult body_cuMemGetInfo(size_t *free, size_t *total)
{
    CUcontext ctx;
    CUresult result = current_context(&ctx);
    if (result != CUDA_SUCCESS)
        return result;
    if (!free || !total)
        return CUDA_ERROR_INVALID_VALUE;
    *free = device_memory - used_memory(context_device(ctx));
    *total = device_memory;
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION_AS(cuMemGetInfo_v2, body_cuMemGetInfo, (size_t * free, size_t *total),
                   (free, total), "%s", FAKE_OUT(free))

static CUresult body_cuMemAlloc(CUdeviceptr *pointer, size_t bytes)
{
    CUcontext ctx;
    CUresult result = current_context(&ctx);
    if (result != CUDA_SUCCESS)
        return result;
    if (!pointer || bytes == 0)
        return CUDA_ERROR_INVALID_VALUE;
    return memory_new(context_device(ctx), bytes, pointer);
}
DRIVER_FUNCTION_AS(cuMemAlloc_v2, body_cuMemAlloc, (CUdeviceptr * pointer, size_t bytes),
                   (pointer, bytes), "%s bytes=%zu", FAKE_OUT(pointer), bytes)

static CUresult body_cuMemFree(CUdeviceptr pointer)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!block_at(pointer))
        return CUDA_ERROR_INVALID_VALUE;
    memory_drop(pointer);
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION_AS(cuMemFree_v2, body_cuMemFree, (CUdeviceptr pointer), (pointer),
                   FAKE_NO_ARGUMENTS)

/* What each transfer checks first: the stream, then the device's side. */
static CUresult check(CUdeviceptr pointer, size_t bytes, CUstream stream)
{
    CUresult result = stream_check(stream);
    if (result != CUDA_SUCCESS)
        return result;
    return inside(pointer, bytes) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult body_cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes,
                                       CUstream stream)
{
    CUresult result = check(to, bytes, stream);
    if (result == CUDA_SUCCESS && !from && bytes > 0)
        result = CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS && bytes > 0)
        memcpy((void *)(uintptr_t)to, from, bytes);
    return result;
}
DRIVER_FUNCTION_AS(cuMemcpyHtoDAsync_v2, body_cuMemcpyHtoDAsync,
                   (CUdeviceptr to, const void *from, size_t bytes, CUstream stream),
                   (to, from, bytes, stream), " bytes=%zu", bytes)

static CUresult body_cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    CUresult result = check(from, bytes, stream);
    if (result == CUDA_SUCCESS && !to && bytes > 0)
        result = CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS && bytes > 0)
        memcpy(to, (const void *)(uintptr_t)from, bytes);
    return result;
}
DRIVER_FUNCTION_AS(cuMemcpyDtoHAsync_v2, body_cuMemcpyDtoHAsync,
                   (void *to, CUdeviceptr from, size_t bytes, CUstream stream),
                   (to, from, bytes, stream), "%s bytes=%zu", FAKE_OUT(to), bytes)

static CUresult body_cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes)
{
    return body_cuMemcpyDtoHAsync(to, from, bytes, NULL);
}
DRIVER_FUNCTION_AS(cuMemcpyDtoH_v2, body_cuMemcpyDtoH, (void *to, CUdeviceptr from, size_t bytes),
                   (to, from, bytes), "%s bytes=%zu", FAKE_OUT(to), bytes)

static CUresult body_cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                                       CUstream stream)
{
    CUresult result = check(to, bytes, stream);
    if (result == CUDA_SUCCESS)
        result = check(from, bytes, stream);
    if (result == CUDA_SUCCESS)
        memmove((void *)(uintptr_t)to, (const void *)(uintptr_t)from, bytes);
    return result;
}
DRIVER_FUNCTION_AS(cuMemcpyDtoDAsync_v2, body_cuMemcpyDtoDAsync,
                   (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream),
                   (to, from, bytes, stream), " bytes=%zu", bytes)

static CUresult body_cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count,
                                     CUstream stream)
{
    CUresult result = check(to, count, stream);
    if (result == CUDA_SUCCESS)
        memset((void *)(uintptr_t)to, value, count);
    return result;
}
DRIVER_FUNCTION(cuMemsetD8Async,
                (CUdeviceptr to, unsigned char value, size_t count, CUstream stream),
                (to, value, count, stream), " value=%u count=%zu", (unsigned int)value, count)

static CUresult body_cuMemsetD32Async(CUdeviceptr to, unsigned int value, size_t count,
                                      CUstream stream)
{
    if (to % sizeof value != 0 || count > SIZE_MAX / sizeof value)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = check(to, count * sizeof value, stream);
    unsigned int *words = (unsigned int *)(uintptr_t)to;
    for (size_t i = 0; result == CUDA_SUCCESS && i < count; i++)
        words[i] = value;
    return result;
}
DRIVER_FUNCTION(cuMemsetD32Async,
                (CUdeviceptr to, unsigned int value, size_t count, CUstream stream),
                (to, value, count, stream), " value=%u count=%zu", value, count)
