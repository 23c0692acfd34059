/* SPDX-License-Identifier: MIT */
/* own_definition: a program that defines cuStreamCreate itself, for its libraries to find, and
 * calls it by its name, by RTLD_DEFAULT and by its own handle. */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <stdio.h>

CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
    printf("mine, flags %u\n", flags);
    *stream = NULL;
    return CUDA_SUCCESS;
}

int main(void)
{
    __typeof(&cuStreamCreate) by_default, by_handle;
    CUstream stream;

    by_default = (__typeof(by_default))dlsym(RTLD_DEFAULT, "cuStreamCreate");
    by_handle = (__typeof(by_handle))dlsym(dlopen(NULL, RTLD_LAZY), "cuStreamCreate");
    return cuStreamCreate(&stream, 1) || by_default(&stream, 2) || by_handle(&stream, 3);
}
