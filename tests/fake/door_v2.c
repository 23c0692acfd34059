/* SPDX-License-Identifier: MIT */
/*
 * door_v2.c - the door of runtimes since 12.0: cuGetProcAddress_v2, found by one dlsym, then asked
 * for cuGetProcAddress itself; the last answer serves for all the rest (facts/cuda.md 1.4).
 */
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#include "runtime.h"

typedef __typeof__(cuGetProcAddress_v2) proc_address;

static proc_address *door;

/* The 11.3 form is asked for and not used, as the real runtime does. */
static void ask_for_itself(void)
{
    static const int versions[] = {11030, 12000};
    proc_address *last = NULL;
    void *function = NULL;
    door("cuInit", &function, 2000, CU_GET_PROC_ADDRESS_DEFAULT, NULL);
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        function = NULL;
        if (door("cuGetProcAddress", &function, versions[i], CU_GET_PROC_ADDRESS_DEFAULT, NULL) ==
            CUDA_SUCCESS)
            memcpy(&last, &function, sizeof last);
        else
            last = NULL;
    }
    if (last)
        door = last;
}

bool door_open(void *library)
{
    void *function = dlsym(library, "cuGetProcAddress_v2");
    memcpy(&door, &function, sizeof door);
    if (door && door("", &function, 0, 0, NULL) == CUDA_ERROR_STUB_LIBRARY)
        door = NULL;
    if (door)
        ask_for_itself();
    return door != NULL;
}

CUresult door_ask(const char *symbol, void **function, int version, cuuint64_t flags,
                  CUdriverProcAddressQueryResult *status)
{
    if (door)
        return door(symbol, function, version, flags, status);
    *function = NULL;
    if (status)
        *status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return CUDA_SUCCESS;
}
