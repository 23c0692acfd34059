/* SPDX-License-Identifier: MIT */
/*
 * For launches_linked: calls as a compiler makes them, so that they go by the procedure linkage
 * table, and the functions' addresses, which don't. Without LAUNCHES_LINKED there is nothing.
 */
#include "launches.h"

#include <string.h>

#ifdef LAUNCHES_LINKED
#define SHAPE_PARAMETERS                                                                           \
    unsigned int gx, unsigned int gy, unsigned int gz, unsigned int bx, unsigned int by,           \
        unsigned int bz, unsigned int shared
#define SHAPE gx, gy, gz, bx, by, bz, shared

#define CALLS(form, suffix)                                                                        \
    static CUresult launch##form(CUfunction function, SHAPE_PARAMETERS, CUstream stream,           \
                                 void **parameters, void **extra)                                  \
    {                                                                                              \
        return cuLaunchKernel##suffix(function, SHAPE, stream, parameters, extra);                 \
    }                                                                                              \
    static CUresult launch_ex##form(const CUlaunchConfig *config, CUfunction function,             \
                                    void **parameters, void **extra)                               \
    {                                                                                              \
        return cuLaunchKernelEx##suffix(config, function, parameters, extra);                      \
    }                                                                                              \
    static CUresult launch_cooperative##form(CUfunction function, SHAPE_PARAMETERS,                \
                                             CUstream stream, void **parameters)                   \
    {                                                                                              \
        return cuLaunchCooperativeKernel##suffix(function, SHAPE, stream, parameters);             \
    }                                                                                              \
    static cudaError_t runtime##form(const void *function, dim3 grid, dim3 block,                  \
                                     void **parameters, size_t shared, cudaStream_t stream)        \
    {                                                                                              \
        return cudaLaunchKernel##suffix(function, grid, block, parameters, shared, stream);        \
    }                                                                                              \
    static cudaError_t runtime_ex##form(const cudaLaunchConfig_t *config, const void *function,    \
                                        void **parameters)                                         \
    {                                                                                              \
        return cudaLaunchKernelExC##suffix(config, function, parameters);                          \
    }                                                                                              \
    static cudaError_t runtime_cooperative##form(const void *function, dim3 grid, dim3 block,      \
                                                 void **parameters, size_t shared,                 \
                                                 cudaStream_t stream)                              \
    {                                                                                              \
        return cudaLaunchCooperativeKernel##suffix(function, grid, block, parameters, shared,      \
                                                   stream);                                        \
    }

CALLS(0, )
CALLS(1, _ptsz)

static CUresult ask_v1(const char *symbol, void **function, int version, cuuint64_t flags)
{
    return cuGetProcAddress(symbol, function, version, flags);
}

static CUresult ask_v2(const char *symbol, void **function, int version, cuuint64_t flags,
                       CUdriverProcAddressQueryResult *status)
{
    return cuGetProcAddress_v2(symbol, function, version, flags, status);
}
#endif

struct launch_functions launch_functions_linked(void)
{
    struct launch_functions functions = {0};

#ifdef LAUNCHES_LINKED
    functions = (struct launch_functions){
        .cuLaunchKernel = {launch0, launch1},
        .cuLaunchKernelEx = {launch_ex0, launch_ex1},
        .cuLaunchCooperativeKernel = {launch_cooperative0, launch_cooperative1},
        .cudaLaunchKernel = {runtime0, runtime1},
        .cudaLaunchKernelExC = {runtime_ex0, runtime_ex1},
        .cudaLaunchCooperativeKernel = {runtime_cooperative0, runtime_cooperative1},
    };
#endif
    return functions;
}

struct launch_lookups launch_lookups_linked(void)
{
    struct launch_lookups lookups = {0};

#ifdef LAUNCHES_LINKED
    lookups.v1 = ask_v1;
    lookups.v2 = ask_v2;
#endif
    return lookups;
}

void *launch_address_linked(const char *name)
{
#ifdef LAUNCHES_LINKED
#define X(function)                                                                                \
    if (strcmp(name, #function) == 0)                                                              \
        return (void *)function;                                                                   \
    if (strcmp(name, #function "_ptsz") == 0)                                                      \
        return (void *)function##_ptsz;
    DRIVER_LAUNCHES(X)
#undef X
#endif
    (void)name;
    return NULL;
}
