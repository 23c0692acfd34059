/* SPDX-License-Identifier: MIT */
/*
 * The other doors to a priority: attributes that a program sets on a stream that is there already,
 * or on a node of a graph. A priority is a named one there, so it takes the level unless the policy
 * is to keep. What the program reads back is what the driver has.
 */
#include "cuda.h"

#include <stddef.h>

/* In the stream's own context, which need not be current. */
static bool level_of_stream(const struct cuda_library *driver, CUstream stream, int *level)
{
    __typeof(driver->own.cuStreamGetCtx) of_stream = CUDA_OWN(driver, cuStreamGetCtx);
    __typeof(driver->own.cuCtxGetCurrent) current = CUDA_OWN(driver, cuCtxGetCurrent);
    CUcontext its = NULL, here = NULL;

    if (!of_stream || !current || of_stream(stream, &its) != CUDA_SUCCESS ||
        current(&here) != CUDA_SUCCESS)
        return false;
    return its == here ? cuda_level_here(driver, level) : cuda_level_in(driver, its, level);
}

static bool is_for_level(CUlaunchAttributeID attribute, const CUlaunchAttributeValue *value)
{
    return attribute == CU_LAUNCH_ATTRIBUTE_PRIORITY && value && cuda_level_applies(true);
}

#define STREAM_ATTRIBUTE(form)                                                                     \
    CUresult cuStreamSetAttribute##form##_body(struct cuda_library *library, CUstream hStream,     \
                                               CUstreamAttrID attr,                                \
                                               const CUstreamAttrValue *value)                     \
    {                                                                                              \
        CUstreamAttrValue changed = {.all = {0}};                                                  \
                                                                                                   \
        if (is_for_level(attr, value) && level_of_stream(library, hStream, &changed.priority) &&   \
            CUDA_REAL(library, cuStreamSetAttribute##form)(hStream, attr, &changed) ==             \
                CUDA_SUCCESS)                                                                      \
            return CUDA_SUCCESS;                                                                   \
        return CUDA_REAL(library, cuStreamSetAttribute##form)(hStream, attr, value);               \
    }

STREAM_ATTRIBUTE()
STREAM_ATTRIBUTE(_ptsz)

CUresult cuGraphKernelNodeSetAttribute_body(struct cuda_library *library, CUgraphNode hNode,
                                            CUkernelNodeAttrID attr,
                                            const CUkernelNodeAttrValue *value)
{
    CUkernelNodeAttrValue changed = {.all = {0}};

    if (is_for_level(attr, value) && cuda_level_here(library, &changed.priority) &&
        CUDA_REAL(library, cuGraphKernelNodeSetAttribute)(hNode, attr, &changed) == CUDA_SUCCESS)
        return CUDA_SUCCESS;
    return CUDA_REAL(library, cuGraphKernelNodeSetAttribute)(hNode, attr, value);
}

#define CUDA_ENTRIES_attributes(...) CUDA_ENTRIES(__VA_ARGS__)
#include "entries.h"
