/* SPDX-License-Identifier: MIT */
/*
 * runtime_entry_11.c - cudaGetDriverEntryPoint of 11.3 to 11.8: three arguments, and a name that
 * the driver doesn't know is an error (cudaErrorSymbolNotFound, the driver's 500).
 */
#include <stddef.h>

#include "runtime.h"

static cudaError_t ask(const char *symbol, void **function, unsigned long long flags)
{
    if (!symbol || !function)
        return cudaErrorInvalidValue;
    if (!runtime_table())
        return cudaErrorInsufficientDriver;
    return (cudaError_t)door_ask(symbol, function, RUNTIME_VERSION, flags, NULL);
}

/* In the _ptsz form the default is the per-thread-stream function. */
static cudaError_t ask_per_thread(const char *symbol, void **function, unsigned long long flags)
{
    if (flags == CU_GET_PROC_ADDRESS_DEFAULT)
        flags = CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    return ask(symbol, function, flags);
}

RUNTIME_FUNCTION_AS(cudaGetDriverEntryPoint, ask,
                    (const char *symbol, void **function, unsigned long long flags),
                    (symbol, function, flags), "%s symbol=%s flags=%llu", FAKE_OUT(function),
                    symbol ? symbol : "NULL", flags)
RUNTIME_FUNCTION_AS(cudaGetDriverEntryPoint_ptsz, ask_per_thread,
                    (const char *symbol, void **function, unsigned long long flags),
                    (symbol, function, flags), "%s symbol=%s flags=%llu", FAKE_OUT(function),
                    symbol ? symbol : "NULL", flags)
