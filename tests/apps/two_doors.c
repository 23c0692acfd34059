/* SPDX-License-Identifier: MIT */
/* two_doors: looks a function up in the driver, is handed it by the runtime, too, and calls it. */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <stdio.h>

#define FROM(handle, name) ((__typeof(&name))dlsym(handle, #name))

int main(void)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    void *runtime = dlopen("libcudart.so.12", RTLD_NOW);
    void *function = NULL;
    CUstream stream = NULL;

    if (!driver || !runtime || !dlsym(driver, "cuStreamCreate"))
        return 3;
    FROM(runtime, cudaFree)(NULL);
    FROM(runtime, cudaGetDriverEntryPointByVersion)("cuStreamCreate", &function, 12000, 0, NULL);
    if (!function)
        return 3;
    printf("%d\n", (int)((__typeof(&cuStreamCreate))function)(&stream, 1));
    return 0;
}
