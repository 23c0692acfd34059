/* SPDX-License-Identifier: MIT */
/*
 * early_calls: a program, linked to the driver, that looks symbols up and creates streams before
 * main: in its constructors, and (PREINIT) before all libraries' constructors. Prints nothing
 * before main.
 */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <stdio.h>

enum { MOMENTS = 4 };

static struct {
    const char *when;
    int start, direct, looked_up, priority, other_priority;
    int there, null;
} moments[MOMENTS];
static int count;

static void at(const char *when)
{
    CUcontext context = NULL;
    CUstream stream = NULL, other = NULL;
    CUresult (*found)(CUstream *, unsigned int);

    moments[count].when = when;
    moments[count].start =
        cuInit(0) + cuDevicePrimaryCtxRetain(&context, 0) + cuCtxSetCurrent(context);
    moments[count].direct = (int)cuStreamCreate(&stream, 1);
    moments[count].priority = moments[count].other_priority = -999;
    cuStreamGetPriority(stream, &moments[count].priority);
    found = (CUresult(*)(CUstream *, unsigned int))dlsym(RTLD_DEFAULT, "cuStreamCreate");
    moments[count].looked_up = found ? (int)found(&other, 1) : -1;
    cuStreamGetPriority(other, &moments[count].other_priority);
    moments[count].there = dlsym(RTLD_NEXT, "getpid") && dlsym(RTLD_DEFAULT, "cuInit") &&
                           dlsym(RTLD_NEXT, "cuStreamCreateWithPriority");
    moments[count].null =
        !dlsym(RTLD_DEFAULT, "cudaStreamCreate") && !dlsym(RTLD_NEXT, "no_such_function");
    count++;
}

#ifdef PREINIT
static void before_all(void)
{
    at("preinit");
}

__attribute__((section(".preinit_array"), used)) static void (*const preinit[])(void) = {
    before_all};
#endif

__attribute__((constructor(101))) static void early(void)
{
    at("constructor 101");
}

__attribute__((constructor)) static void constructor(void)
{
    at("constructor");
}

int main(void)
{
    at("main");
    for (int i = 0; i < count; i++)
        printf("%s: start %d, direct %d, looked up %d, %d %d\n", moments[i].when, moments[i].start,
               moments[i].direct, moments[i].looked_up, moments[i].there, moments[i].null);
    /* Before all constructors libc itself doesn't know the environment, nor can the level be known.
     */
    for (int i = count - 3; i < count; i++)
        printf("%s: direct priority=%d, looked up priority=%d\n", moments[i].when,
               moments[i].priority, moments[i].other_priority);
    return 0;
}
