/* SPDX-License-Identifier: MIT */
/* found_lookups: looks the lookup functions up, and creates streams by what those find. */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <stdio.h>

#define RUNTIME "libcudart_alone.so.12" /* its file, and its symbols' version */

static void *driver, *runtime;

static void create_by_dlsym(void *(*find)(void *restrict, const char *restrict))
{
    CUstream stream = NULL;
    int priority = 99;
    int result = (int)((__typeof(&cuStreamCreate))find(driver, "cuStreamCreate"))(&stream, 0);

    ((__typeof(&cuStreamGetPriority))find(driver, "cuStreamGetPriority"))(stream, &priority);
    printf("dlsym: %d priority=%d\n", result, priority);
}

static void create_by_dlvsym(void *(*find)(void *restrict, const char *restrict,
                                           const char *restrict))
{
    cudaStream_t stream = NULL;
    int priority = 99;
    int result =
        (int)((__typeof(&cudaStreamCreate))find(runtime, "cudaStreamCreate", RUNTIME))(&stream);

    ((__typeof(&cudaStreamGetPriority))dlsym(runtime, "cudaStreamGetPriority"))(stream, &priority);
    printf("dlvsym: %d priority=%d\n", result, priority);
    printf("dlvsym by no version: %s\n",
           find(runtime, "cudaStreamCreate", "no version") ? "there" : "nothing");
}

int main(void)
{
    void *const handles[] = {RTLD_DEFAULT, RTLD_NEXT, dlopen("libc.so.6", RTLD_LAZY)};
    CUcontext context = NULL;

    driver = dlopen("libcuda.so.1", RTLD_NOW);
    runtime = dlopen(RUNTIME, RTLD_NOW);
    if (!driver || !runtime)
        return 3;
    ((__typeof(&cuInit))dlsym(driver, "cuInit"))(0);
    ((__typeof(&cuDevicePrimaryCtxRetain))dlsym(driver, "cuDevicePrimaryCtxRetain"))(&context, 0);
    ((__typeof(&cuCtxSetCurrent))dlsym(driver, "cuCtxSetCurrent"))(context);
    for (int i = 0; i < 3; i++) {
        create_by_dlsym((__typeof(&dlsym))dlsym(handles[i], "dlsym"));
        create_by_dlvsym((__typeof(&dlvsym))dlsym(handles[i], "dlvsym"));
    }
    return 0;
}
