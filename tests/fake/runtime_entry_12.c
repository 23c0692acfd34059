/* SPDX-License-Identifier: MIT */
/*
 * runtime_entry_12.c - cudaGetDriverEntryPoint since 12.0, with a status, and its ByVersion form.
 *
 * The driver does the finding; a name it doesn't know is a success with NULL. The unversioned form
 * asks with the runtime's own version, so a driver older than the runtime refuses it (report D10).
 */
#include <stddef.h>

#include "runtime.h"

typedef enum cudaDriverEntryPointQueryResult entry_status;

static cudaError_t ask(const char *symbol, void **function, unsigned int version,
                       unsigned long long flags, entry_status *status)
{
    if (!symbol || !function)
        return cudaErrorInvalidValue;
    CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    if (!runtime_table())
        return cudaErrorInsufficientDriver;
    CUresult result = door_ask(symbol, function, (int)version, flags, status ? &found : NULL);
    if (result == CUDA_SUCCESS && status)
        *status = (entry_status)found;
    return (cudaError_t)result;
}

/* In the _ptsz forms the default is the per-thread-stream function (cudaEnableDefault). */
static unsigned long long per_thread(unsigned long long flags)
{
    return flags == CU_GET_PROC_ADDRESS_DEFAULT ? CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM
                                                : flags;
}

#define ENTRY_POINT(name, seen_flags)                                                              \
    static cudaError_t body_##name(const char *symbol, void **function, unsigned long long flags,  \
                                   entry_status *status)                                           \
    {                                                                                              \
        return ask(symbol, function, RUNTIME_VERSION, seen_flags, status);                         \
    }                                                                                              \
    RUNTIME_FUNCTION(                                                                              \
        name,                                                                                      \
        (const char *symbol, void **function, unsigned long long flags, entry_status *status),     \
        (symbol, function, flags, status), "%s symbol=%s flags=%llu", FAKE_OUT(function),          \
        symbol ? symbol : "NULL", flags)

#define ENTRY_POINT_BY_VERSION(name, seen_flags)                                                   \
    static cudaError_t body_##name(const char *symbol, void **function, unsigned int version,      \
                                   unsigned long long flags, entry_status *status)                 \
    {                                                                                              \
        return ask(symbol, function, version, seen_flags, status);                                 \
    }                                                                                              \
    RUNTIME_FUNCTION(name,                                                                         \
                     (const char *symbol, void **function, unsigned int version,                   \
                      unsigned long long flags, entry_status *status),                             \
                     (symbol, function, version, flags, status),                                   \
                     "%s symbol=%s version=%u flags=%llu", FAKE_OUT(function),                     \
                     symbol ? symbol : "NULL", version, flags)

ENTRY_POINT(cudaGetDriverEntryPoint, flags)
ENTRY_POINT(cudaGetDriverEntryPoint_ptsz, per_thread(flags))
ENTRY_POINT_BY_VERSION(cudaGetDriverEntryPointByVersion, flags)
ENTRY_POINT_BY_VERSION(cudaGetDriverEntryPointByVersion_ptsz, per_thread(flags))
