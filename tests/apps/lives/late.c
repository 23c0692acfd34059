/* SPDX-License-Identifier: MIT */
/* A library that still calls when the process ends: LATE is its name, in what it prints. */
#include "plugin.h"

#include <dlfcn.h>
#include <stdio.h>

int LATE(void);

/* So that the program can make sure that it is there. */
int LATE(void)
{
    return plugin_start() == CUDA_SUCCESS;
}

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

__attribute__((destructor)) static void last(void)
{
    CUstream stream = NULL;
    int result = plugin_start() == CUDA_SUCCESS ? (int)plugin_create(&stream) : -1;
    CUresult (*found)(CUstream *, unsigned int) =
        (CUresult(*)(CUstream *, unsigned int))plugin_default("cuStreamCreate");
    CUstream other = NULL;
    int other_result = found ? (int)found(&other, 1) : -1;

    printf("%s: direct %d priority=%d, ", TEXT(LATE), result, plugin_priority(stream));
    printf("looked up %d priority=%d, getpid %s\n", other_result, plugin_priority(other),
           plugin_default("getpid") && plugin_next("getpid") ? "there" : "null");
}
