/* A driver in two layers: what makes streams here hands on to the driver beneath, by its lookup. */
#include "fake_cuda.h"

#include <dlfcn.h>

#define BENEATH(name) ((__typeof(&name))dlsym(dlopen("libcuda.so.1", RTLD_LAZY), #name))

CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
    return BENEATH(cuStreamCreate)(stream, flags);
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority)
{
    return BENEATH(cuStreamCreateWithPriority)(stream, flags, priority);
}

CUresult cuGreenCtxStreamCreate(CUstream *stream, CUgreenCtx green, unsigned int flags,
                                int priority)
{
    return BENEATH(cuGreenCtxStreamCreate)(stream, green, flags, priority);
}
