/* SPDX-License-Identifier: MIT */
/*
 * future.c - an ABI that no driver has yet, under names that today's functions have. Whoever takes
 * one of these for today's function passes a pointer as `extra`, and the record shows it.
 */
#include "driver.h"

static CUresult body_cuStreamCreate_v2(int extra, CUstream *stream, unsigned int flags)
{
    (void)extra;
    return stream_make_current(stream, flags, 0);
}
DRIVER_FUNCTION(cuStreamCreate_v2, (int extra, CUstream *stream, unsigned int flags),
                (extra, stream, flags), "%s extra=%d flags=%u", FAKE_OUT(stream), extra, flags)

static CUresult body_cuStreamCreateWithPriority_v2(int extra, CUstream *stream, unsigned int flags,
                                                   int priority)
{
    (void)extra;
    return stream_make_current(stream, flags, priority);
}
DRIVER_FUNCTION(cuStreamCreateWithPriority_v2,
                (int extra, CUstream *stream, unsigned int flags, int priority),
                (extra, stream, flags, priority), "%s extra=%d flags=%u priority=%d",
                FAKE_OUT(stream), extra, flags, priority)

static CUresult body_cuGetProcAddress_v3(int extra, const char *symbol, void **function,
                                         int version, cuuint64_t flags,
                                         CUdriverProcAddressQueryResult *status)
{
    (void)extra;
    return entry_find(symbol, function, version, flags, status);
}
DRIVER_FUNCTION(cuGetProcAddress_v3,
                (int extra, const char *symbol, void **function, int version, cuuint64_t flags,
                 CUdriverProcAddressQueryResult *status),
                (extra, symbol, function, version, flags, status),
                "%s extra=%d symbol=%s version=%d flags=%u", FAKE_OUT(function), extra,
                symbol ? symbol : "NULL", version, (unsigned int)flags)
