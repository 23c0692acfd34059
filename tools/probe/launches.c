/* SPDX-License-Identifier: MIT */
#include "launches.h"

#include <stdalign.h>

const struct launch_row launch_rows[LAUNCHES] = {
    [CU_LAUNCH_KERNEL] = {"cuLaunchKernel", 4000},
    [CU_LAUNCH_KERNEL_PTSZ] = {"cuLaunchKernel_ptsz", 7000},
    [CU_LAUNCH_KERNEL_EX] = {"cuLaunchKernelEx", 11060},
    [CU_LAUNCH_KERNEL_EX_PTSZ] = {"cuLaunchKernelEx_ptsz", 11060},
    [CU_LAUNCH_COOPERATIVE_KERNEL] = {"cuLaunchCooperativeKernel", 9000},
    [CU_LAUNCH_COOPERATIVE_KERNEL_PTSZ] = {"cuLaunchCooperativeKernel_ptsz", 9000},
};

/* cuda.h 13.0: CUlaunchAttributeID, the same number for launches and streams. */
enum { ATTRIBUTE_PRIORITY = 8 };

/* The whole union is there, though only its first member is used: a driver may copy it. */
union attribute_value {
    char room[64];
    int priority;
};

struct attribute {
    int id;
    alignas(8) union attribute_value value;
};

struct configuration {
    unsigned int grid[3], block[3], shared;
    CUstream stream;
    struct attribute *attributes;
    unsigned int count;
};

_Static_assert(sizeof(struct attribute) == 72, "CUlaunchAttribute");
_Static_assert(sizeof(struct configuration) == 56, "CUlaunchConfig");

#define SHAPE                                                                                      \
    unsigned int grid_x, unsigned int grid_y, unsigned int grid_z, unsigned int block_x,           \
        unsigned int block_y, unsigned int block_z, unsigned int shared, CUstream stream
#define ONE_THREAD 1, 1, 1, 1, 1, 1, 0

typedef CUresult plain(CUfunction kernel, SHAPE, void **parameters, void **extra);
typedef CUresult extended(const struct configuration *configuration, CUfunction kernel,
                          void **parameters, void **extra);
typedef CUresult cooperative(CUfunction kernel, SHAPE, void **parameters);
typedef CUresult set_attribute(CUstream stream, int attribute, const union attribute_value *value);

CUresult launch_call(enum launch launch, void *function, CUfunction kernel, CUstream stream,
                     const int *priority)
{
    struct attribute attribute = {.id = ATTRIBUTE_PRIORITY};
    struct configuration configuration = {.grid = {1, 1, 1}, .block = {1, 1, 1}, .stream = stream};

    switch (launch) {
    case CU_LAUNCH_KERNEL_EX:
    case CU_LAUNCH_KERNEL_EX_PTSZ:
        if (priority) {
            attribute.value.priority = *priority;
            configuration.attributes = &attribute;
            configuration.count = 1;
        }
        return ((extended *)function)(&configuration, kernel, NULL, NULL);
    case CU_LAUNCH_COOPERATIVE_KERNEL:
    case CU_LAUNCH_COOPERATIVE_KERNEL_PTSZ:
        return ((cooperative *)function)(kernel, ONE_THREAD, stream, NULL);
    default:
        return ((plain *)function)(kernel, ONE_THREAD, stream, NULL, NULL);
    }
}

CUresult launch_set_priority(void *function, CUstream stream, int priority)
{
    union attribute_value value = {.room = {0}};

    value.priority = priority;
    return ((set_attribute *)function)(stream, ATTRIBUTE_PRIORITY, &value);
}
