/* SPDX-License-Identifier: MIT */
/*
 * reopened: calls cuStreamCreate by its name, which one driver after the other defines: each is
 * opened before the last one is closed, so that none lies where another lay. Prints what priority
 * the streams have.
 */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <stdio.h>

#pragma weak cuStreamCreate

static void create(const char *name, void *driver)
{
    CUcontext context = NULL;

#define FROM(function) ((__typeof(&function))dlsym(driver, #function))
    FROM(cuInit)(0);
    FROM(cuCtxCreate_v2)(&context, 0, 0);
    for (int i = 0; i < 3; i++) {
        CUstream stream = NULL;
        int priority = 99, result = (int)cuStreamCreate(&stream, 0);
        FROM(cuStreamGetPriority)(stream, &priority);
        printf("%s: %d, priority %d\n", name, result, priority);
    }
}

int main(void)
{
    static const char *const names[] = {"libcuda.so.1", "libcuda_b.so.1", "libcuda.so.1"};
    void *before = NULL;

    if (!cuStreamCreate)
        return 2;
    for (int i = 0; i < 3; i++) {
        void *driver = dlopen(names[i], RTLD_NOW | RTLD_GLOBAL);
        if (before)
            dlclose(before);
        if (i && dlopen(names[i - 1], RTLD_NOW | RTLD_NOLOAD))
            printf("%s is not unloaded\n", names[i - 1]);
        create(names[i], driver);
        before = driver;
    }
    return 0;
}
