/* SPDX-License-Identifier: MIT */
/* A runtime in two layers: every stream is made by one function of the runtime beneath. */
#include "fake_cuda.h"

#include <dlfcn.h>

#define BENEATH(name) ((__typeof(&name))dlsym(dlopen("libcudart.so.12", RTLD_LAZY), #name))

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority)
{
    return BENEATH(cudaStreamCreateWithPriority)(stream, flags, priority);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    return BENEATH(cudaStreamCreateWithPriority)(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return BENEATH(cudaStreamCreateWithPriority)(stream, 0, 0);
}

/* Not by a lookup that a tool would see, as a runtime with a table of its driver's has it. */
static cudaError_t find(const char *door, const char *symbol, void **function)
{
    void *driver = dlopen("libproxy_driver.so", RTLD_LAZY);
    void *(*ask)(const char *) = (void *(*)(const char *))dlsym(driver, door);

    *function = ask(symbol);
    return cudaSuccess;
}

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *status)
{
    (void)flags, (void)status;
    return find("proxy_function", symbol, function);
}

cudaError_t cudaGetDriverEntryPoint_ptsz(const char *symbol, void **function,
                                         unsigned long long flags,
                                         enum cudaDriverEntryPointQueryResult *status)
{
    (void)flags, (void)status;
    return find("proxy_function", symbol, function);
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function,
                                             unsigned int version, unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *status)
{
    (void)version, (void)flags, (void)status;
    return find("proxy_twin", symbol, function);
}

cudaError_t cudaGetDriverEntryPointByVersion_ptsz(const char *symbol, void **function,
                                                  unsigned int version, unsigned long long flags,
                                                  enum cudaDriverEntryPointQueryResult *status)
{
    (void)version, (void)flags, (void)status;
    return find("proxy_twin", symbol, function);
}
