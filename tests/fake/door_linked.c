/* SPDX-License-Identifier: MIT */
/* door_linked.c - the door of the linked runtime: a plain call. */
#include "runtime.h"

CUresult door_ask(const char *symbol, void **function, int version, cuuint64_t flags,
                  CUdriverProcAddressQueryResult *status)
{
    return cuGetProcAddress_v2(symbol, function, version, flags, status);
}
