/* SPDX-License-Identifier: MIT */
/* What the files of the host program "launches" share (its usage is in launches.c). */
#ifndef APPS_LAUNCHES_H
#define APPS_LAUNCHES_H

#include "fake_cuda.h"

#include <stdbool.h>

#define DRIVER_LAUNCHES(X)                                                                         \
    X(cuLaunchKernel)                                                                              \
    X(cuLaunchKernelEx)                                                                            \
    X(cuLaunchCooperativeKernel)

#define RUNTIME_LAUNCHES(X)                                                                        \
    X(cudaLaunchKernel)                                                                            \
    X(cudaLaunchKernelExC)                                                                         \
    X(cudaLaunchCooperativeKernel)

/* Both forms of each: [0] the plain one, [1] _ptsz. NULL where a way has none. */
struct launch_functions {
#define X(name) __typeof(&name) name[2];
    DRIVER_LAUNCHES(X)
    RUNTIME_LAUNCHES(X)
#undef X
};

/* Handles of dlopen, for all else; `runtime` is NULL where there is none. */
extern void *driver, *runtime;
#define FROM(handle, name) ((__typeof(&name))dlsym(handle, #name))

/* launch_ways.c. False: there is no such way. */
bool launch_functions_by(const char *way, struct launch_functions *functions);
/* Says whose each address of a driver's launch function is, by every way. */
void show_addresses(void);

/* launch_linked.c: what the program is linked to; NULLs, where it isn't. */
struct launch_lookups {
    __typeof(&cuGetProcAddress) v1;
    __typeof(&cuGetProcAddress_v2) v2;
};
struct launch_functions launch_functions_linked(void); /* which make the calls */
struct launch_lookups launch_lookups_linked(void);
void *
launch_address_linked(const char *name); /* of the driver's functions, as &cuLaunchKernel is */

/* launch_calls.c: launches by each of them, on each stream, with each set of attributes. */
void launch_by_driver(const struct launch_functions *functions);
void launch_by_runtime(const struct launch_functions *functions);

#endif
