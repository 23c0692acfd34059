/* SPDX-License-Identifier: MIT */
/* linked_alone: a program that is linked to the driver and to no libdl. */
#include "fake_cuda.h"

#include <stdio.h>

static void show(const char *function, int result, CUstream stream)
{
    int priority = -999;

    cuStreamGetPriority(stream, &priority);
    printf("%s = %d priority=%d\n", function, result, priority);
}

int main(void)
{
    CUcontext context;
    CUstream stream = NULL;

    if (cuInit(0) || cuCtxCreate_v2(&context, 0, 0))
        return 1;
    for (int i = 0; i < 2; i++) { /* the second time it is remembered where the first call led */
        int result = cuStreamCreate(&stream, 0);
        show("cuStreamCreate", result, stream);
        result = cuStreamCreateWithPriority(&stream, 1, -1);
        show("cuStreamCreateWithPriority", result, stream);
    }
    return 0;
}
