/* SPDX-License-Identifier: MIT */
/*
 * door_v1.c - the door of runtimes 11.3 to 11.8: cuGetProcAddress with four arguments, which is
 * asked for itself too.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#include "runtime.h"

typedef __typeof__(cuGetProcAddress) proc_address;

static proc_address *door;

bool door_open(void *library)
{
    void *function = dlsym(library, "cuGetProcAddress");
    memcpy(&door, &function, sizeof door);
    if (!door)
        return false;
    function = NULL;
    if (door("cuGetProcAddress", &function, RUNTIME_VERSION, CU_GET_PROC_ADDRESS_DEFAULT) ==
            CUDA_SUCCESS &&
        function)
        memcpy(&door, &function, sizeof door);
    return true;
}

/* The old ABI has no status; nobody who asks here has one. */
CUresult door_ask(const char *symbol, void **function, int version, cuuint64_t flags,
                  CUdriverProcAddressQueryResult *status)
{
    (void)status;
    if (door)
        return door(symbol, function, version, flags);
    *function = NULL;
    return CUDA_ERROR_NOT_FOUND;
}
