/* SPDX-License-Identifier: MIT */
/*
 * execution WHOSE: a stream in the execution context of the current device or, where there are two,
 * of the other one. The program names -2.
 */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FROM(name) ((__typeof(&name))dlsym(runtime, #name))

int main(int argc, char **argv)
{
    const char *name = getenv("HOST_CUDART");
    void *runtime = dlopen(name ? name : "libcudart.so.12", RTLD_NOW);
    cudaExecutionContext_t context = NULL;
    cudaStream_t stream = NULL;
    unsigned int flags = 99;
    int priority = 99;

    if (!runtime || argc != 2)
        return 2;
    FROM(cudaSetDevice)(0);
    FROM(cudaDeviceGetExecutionCtx)(&context, strcmp(argv[1], "other") == 0);
    int result = (int)FROM(cudaExecutionCtxStreamCreate)(&stream, context, 1, -2);
    FROM(cudaStreamGetPriority)(stream, &priority);
    FROM(cudaStreamGetFlags)(stream, &flags);
    printf("%d priority=%d flags=%u\n", result, priority, flags);
    printf("last error %d\n", FROM(cudaGetLastError)());
    return 0;
}
