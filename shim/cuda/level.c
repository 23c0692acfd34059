/* SPDX-License-Identifier: MIT */
/* What the level is in a context that isn't current. */
#include "cuda.h"

#include <stddef.h>

bool cuda_level_in(const struct cuda_library *driver, CUcontext context, int *priority)
{
    __typeof(driver->own.cuCtxPushCurrent_v2) push = CUDA_COMPANION(driver, cuCtxPushCurrent_v2);
    __typeof(driver->own.cuCtxPopCurrent_v2) pop = CUDA_COMPANION(driver, cuCtxPopCurrent_v2);

    if (!push || !pop || push(context) != CUDA_SUCCESS)
        return false;
    bool known = cuda_level_here(driver, priority);
    pop(&context);
    return known;
}
