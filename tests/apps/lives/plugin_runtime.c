/* SPDX-License-Identifier: MIT */
/* As plugin.c, but linked to the runtime. */
#include "plugin.h"

CUresult plugin_start(void)
{
    return (CUresult)cudaSetDevice(0);
}

CUresult plugin_create(CUstream *stream)
{
    volatile cudaError_t result = cudaStreamCreate(stream);

    return (CUresult)result;
}

int plugin_priority(CUstream stream)
{
    int priority = -999;

    cudaStreamGetPriority(stream, &priority);
    return priority;
}
