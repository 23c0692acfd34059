/* SPDX-License-Identifier: MIT */
/* A library that is linked to the driver, for hosts that open it RTLD_LOCAL: it asks in its own
 * name. */
#include "plugin.h"

#include <dlfcn.h>

/* Kept from becoming jumps: glibc judges a lookup by its return address. */
void *plugin_default(const char *name)
{
    void *volatile found = dlsym(RTLD_DEFAULT, name);

    return found;
}

void *plugin_next(const char *name)
{
    void *volatile found = dlsym(RTLD_NEXT, name);

    return found;
}

CUresult plugin_create(CUstream *stream)
{
    volatile CUresult result = cuStreamCreate(stream, 1);

    return result;
}

CUresult plugin_start(void)
{
    CUcontext context;

    if (cuInit(0) != CUDA_SUCCESS || cuDevicePrimaryCtxRetain(&context, 0) != CUDA_SUCCESS)
        return CUDA_ERROR_NOT_INITIALIZED;
    return cuCtxSetCurrent(context);
}

int plugin_priority(CUstream stream)
{
    int priority = -999;

    cuStreamGetPriority(stream, &priority);
    return priority;
}
