/* SPDX-License-Identifier: MIT */
/*
 * lone_errors: creates a stream while an error is pending, and one while none is, by a runtime that
 * has no driver under it. Prints what the last error is after each.
 */
#include "fake_cuda.h"

#include <stdio.h>

static void create(void)
{
    cudaStream_t stream = NULL;
    int result = (int)cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);

    printf("created: %d, last error %d\n", result, (int)cudaPeekAtLastError());
}

int main(void)
{
    cudaSetDevice(99);
    create();
    cudaGetLastError();
    create();
    return 0;
}
