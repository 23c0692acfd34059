/*
 * reopened: calls cuStreamCreate by its name while one driver after the other defines it, each
 * opened and closed again. Prints what priority the streams have.
 */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <stdio.h>

#pragma weak cuStreamCreate

static void create(const char *name, int times)
{
    void *driver = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
    CUcontext context = NULL;

#define FROM(function) ((__typeof(&function))dlsym(driver, #function))
    FROM(cuInit)(0);
    FROM(cuCtxCreate_v2)(&context, 0, 0);
    for (int i = 0; i < times; i++) {
        CUstream stream = NULL;
        int priority = 99, result = (int)cuStreamCreate(&stream, 0);
        FROM(cuStreamGetPriority)(stream, &priority);
        printf("%s: %d, priority %d\n", name, result, priority);
    }
    dlclose(driver);
    if (dlopen(name, RTLD_NOW | RTLD_NOLOAD))
        printf("%s is not unloaded\n", name);
}

int main(void)
{
    if (!cuStreamCreate)
        return 2;
    create("libcuda.so.1", 3);
    create("libcuda_b.so.1", 3);
    create("libcuda.so.1", 3);
    return 0;
}
