/* SPDX-License-Identifier: MIT */
/*
 * asks_first [NOTHING]: looks up what its runtime will look up in the driver, and creates streams
 * by the runtime. Prints their priorities.
 */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <stdio.h>

#define FROM(handle, name) ((__typeof(&name))dlsym(handle, #name))

int main(int argc, char **argv)
{
    (void)argv;
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    void *runtime = dlopen("libcudart.so.12", RTLD_NOW);

    if (!driver || !runtime)
        return 3;
    for (int i = 0; argc < 2 && i < 2; i++) {
        if (!dlsym(driver, "cuGetProcAddress") || !dlsym(driver, "cuGetProcAddress_v2"))
            return 3;
    }
    for (int i = 0; i < 3; i++) {
        cudaStream_t stream = NULL;
        int priority = 99;
        int result = (int)FROM(runtime, cudaStreamCreate)(&stream);
        FROM(runtime, cudaStreamGetPriority)(stream, &priority);
        printf("%d priority=%d\n", result, priority);
    }
    return 0;
}
