/* SPDX-License-Identifier: MIT */
/* door_none.c - no door: a runtime with no driver under it knows no driver function. */
#include <stddef.h>

#include "runtime.h"

CUresult door_ask(const char *symbol, void **function, int version, cuuint64_t flags,
                  CUdriverProcAddressQueryResult *status)
{
    (void)symbol, (void)version, (void)flags;
    *function = NULL;
    if (status)
        *status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return CUDA_SUCCESS;
}
