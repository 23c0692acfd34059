/* SPDX-License-Identifier: MIT */
#include "kernels.h"

#include "kernels_ptx.h"
#include "report.h"

#include <string.h>

enum { NOT_FOUND = 500, NOTHING_DONE = -1, BLOCK_THREADS = 256 };

enum { FILL, SPIN, STAMP, MARK, KERNELS };
static const char *const names[KERNELS] = {"fill", "spin", "stamp", "mark"};
static CUfunction functions[KERNELS];

static bool has_functions(void)
{
    return driver.cuModuleLoadData && driver.cuModuleGetFunction && driver.cuLaunchKernel &&
           driver.cuMemAlloc_v2 && driver.cuMemFree_v2 && driver.cuMemcpyDtoH_v2 &&
           driver.cuStreamSynchronize;
}

bool kernels_load(void)
{
    CUmodule module = NULL;

    if (!has_functions()) {
        report_skip("kernels: this driver has no cuModuleLoadData or its like");
        return false;
    }
    CUresult result = driver.cuModuleLoadData(&module, kernels_ptx);
    for (int i = 0; result == 0 && i < KERNELS; i++)
        result = driver.cuModuleGetFunction(&functions[i], module, names[i]);
    report(result == 0, "the kernels load: %d", result);
    if (result != 0)
        return false;
    /* A fact, so that a driver that runs kernels bare, and under the library no more, is noticed.
     */
    result = kernels_try(NULL, 1);
    report_fact("a kernel's work = %d", result);
    if (result == NOTHING_DONE)
        report_skip("kernels: launches succeed here, and nothing runs: a stand-in driver");
    else
        report(result == 0, "a kernel's work is done: %d", result);
    return result == 0;
}

static CUresult launch(int kernel, unsigned int blocks, unsigned int threads, CUstream stream,
                       void **parameters, const int *priority)
{
    if (!priority)
        return driver.cuLaunchKernel(functions[kernel], blocks, 1, 1, threads, 1, 1, 0, stream,
                                     parameters, NULL);
    if (!driver.cuLaunchKernelEx)
        return NOT_FOUND;
    struct launch_attribute attribute = {.id = ATTRIBUTE_PRIORITY, .value.priority = *priority};
    struct launch_config config = {{blocks, 1, 1}, {threads, 1, 1}, 0, stream, &attribute, 1};
    return driver.cuLaunchKernelEx(&config, functions[kernel], parameters, NULL);
}

CUresult kernels_memory(CUdeviceptr *memory)
{
    return driver.cuMemAlloc_v2(memory, FILLED * sizeof(uint32_t));
}

static CUresult fill(CUstream stream, CUdeviceptr to, uint32_t value, const int *priority)
{
    void *parameters[] = {&to, &value};
    enum { THREADS = 128 };

    return launch(FILL, FILLED / THREADS, THREADS, stream, parameters, priority);
}

CUresult kernels_fill(CUstream stream, CUdeviceptr to, uint32_t value)
{
    return fill(stream, to, value, NULL);
}

CUresult kernels_fill_at(CUstream stream, CUdeviceptr to, uint32_t value, int priority)
{
    return fill(stream, to, value, &priority);
}

bool kernels_filled(CUdeviceptr memory, uint32_t value)
{
    static uint32_t numbers[FILLED];

    memset(numbers, 0xff, sizeof(numbers));
    if (driver.cuMemcpyDtoH_v2(numbers, memory, sizeof(numbers)) != 0)
        return false;
    for (uint32_t i = 0; i < FILLED; i++) {
        if (numbers[i] != value + i)
            return false;
    }
    return true;
}

CUresult kernels_try(CUstream stream, uint32_t value)
{
    CUdeviceptr memory = 0;
    CUresult result = kernels_memory(&memory);

    if (result != 0)
        return result;
    /* Another value first, so that no other stream's work can pass for this one's. */
    result = kernels_fill(stream, memory, value + FILLED);
    if (result == 0)
        result = kernels_fill(stream, memory, value);
    if (result == 0)
        result = driver.cuStreamSynchronize(stream);
    if (result == 0 && !kernels_filled(memory, value))
        result = NOTHING_DONE;
    driver.cuMemFree_v2(memory);
    return result;
}

CUresult kernels_spin(CUstream stream, unsigned int blocks, uint64_t nanoseconds)
{
    void *parameters[] = {&nanoseconds};

    return launch(SPIN, blocks, BLOCK_THREADS, stream, parameters, NULL);
}

CUresult kernels_stamp(CUstream stream, unsigned int blocks, CUdeviceptr to, uint64_t nanoseconds,
                       const int *priority)
{
    void *parameters[] = {&to, &nanoseconds};

    return launch(STAMP, blocks, BLOCK_THREADS, stream, parameters, priority);
}

CUresult kernels_mark(CUstream stream, uint32_t *to, uint32_t value, const int *priority)
{
    void *parameters[] = {&to, &value};

    return launch(MARK, 1, 1, stream, parameters, priority);
}
