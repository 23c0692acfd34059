/* SPDX-License-Identifier: MIT */
/* What the level is in a driver's context, and whether it applies. */
#include "../asked.h"
#include "cuda.h"

#include <stddef.h>

bool cuda_level_applies(bool named)
{
    return asked()->priority != PRIORITY_DEFAULT &&
           !(named && asked()->explicit_policy == EXPLICIT_KEEP);
}

bool cuda_level_here(const struct cuda_library *driver, int *priority)
{
    __typeof(driver->own.cuCtxGetStreamPriorityRange) range =
        CUDA_COMPANION(driver, cuCtxGetStreamPriorityRange);
    int least = 0, greatest = 0;

    return range && range(&least, &greatest) == CUDA_SUCCESS &&
           priority_native(asked()->priority, least, greatest, priority);
}

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
