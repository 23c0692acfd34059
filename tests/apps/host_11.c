/* SPDX-License-Identifier: MIT */
/* host_11: the driver by the entry point function of CUDA 11, which has three arguments. */
#define FAKE_CUDART_11
#include "fake_cuda.h"

#include <dlfcn.h>
#include <stdio.h>

int main(void)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    void *runtime = dlopen("libcudart.so.11.0", RTLD_NOW);
    __typeof(&cudaGetDriverEntryPoint) ask;
    void *create = NULL;

    if (!driver || !runtime)
        return 3;
    ((__typeof(&cudaFree))dlsym(runtime, "cudaFree"))(NULL);
    ask = (__typeof(ask))dlsym(runtime, "cudaGetDriverEntryPoint");
    for (int i = 0; i < 2; i++) {
        CUstream stream = NULL;
        int priority = -999;
        int asked = (int)ask("cuStreamCreate", &create, 0);
        int made = create ? (int)((__typeof(&cuStreamCreate))create)(&stream, 1) : -1;
        ((__typeof(&cuStreamGetPriority))dlsym(driver, "cuStreamGetPriority"))(stream, &priority);
        printf("asked = %d, made = %d priority=%d\n", asked, made, priority);
        ask = (__typeof(ask))dlsym(runtime, "cudaGetDriverEntryPoint_ptsz");
    }
    return 0;
}
