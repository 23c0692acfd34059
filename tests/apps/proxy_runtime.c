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
