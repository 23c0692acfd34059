/* SPDX-License-Identifier: MIT */
/* future: asks for a version at which the driver has other functions under the old names. */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <stdio.h>

int main(void)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    __typeof(&cuGetProcAddress_v2) ask;
    CUcontext context = NULL;
    CUstream stream = NULL;
    void *create = NULL, *with_priority = NULL, *lookup = NULL, *own;

    if (!driver)
        return 3;
    ask = (__typeof(ask))dlsym(driver, "cuGetProcAddress_v2");
    ((__typeof(&cuInit))dlsym(driver, "cuInit"))(0);
    ((__typeof(&cuDevicePrimaryCtxRetain))dlsym(driver, "cuDevicePrimaryCtxRetain"))(&context, 0);
    ((__typeof(&cuCtxSetCurrent))dlsym(driver, "cuCtxSetCurrent"))(context);
    ask("cuStreamCreate", &create, 14000, 0, NULL);
    ask("cuStreamCreateWithPriority", &with_priority, 14000, 0, NULL);
    ask("cuGetProcAddress", &lookup, 14000, 0, NULL);
    own = dlsym(driver, "cuGetProcAddress_v3");
    printf("the driver's own: %d %d %d\n", create == dlsym(driver, "cuStreamCreate_v2"),
           with_priority == dlsym(driver, "cuStreamCreateWithPriority_v2"), lookup == own);
    printf("%d\n", ((__typeof(&cuStreamCreate_v2))create)(7, &stream, 1));
    printf("%d\n", ((__typeof(&cuStreamCreateWithPriority_v2))with_priority)(7, &stream, 1, -2));
    return 0;
}
