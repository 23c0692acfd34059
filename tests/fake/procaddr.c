/* SPDX-License-Identifier: MIT */
/*
 * procaddr.c - cuGetProcAddress, both ABIs: a base name and a version choose the function
 * (cuda.h 13.0, at cuGetProcAddress).
 *
 * Found names come from entries.def. The two ABIs differ in more than an argument: the first says
 * CUDA_ERROR_NOT_FOUND where the second succeeds with NULL and tells by the status (NVIDIA's 11.x
 * documentation of cuGetProcAddress and cudaGetDriverEntryPoint, against cuda.h 13.0).
 */
#include <stddef.h>
#include <string.h>

#include "driver.h"

typedef void (*any_function)(void);

struct entry {
    const char *base;
    any_function exported;
    any_function inner;
    int since;
    bool per_thread;
};

enum { IN_FUTURE = -1 };

static const struct entry entries[] = {
#define ENTRY(base, exported, since, per_thread)                                                   \
    {#base, (any_function)exported, (any_function)inner_##exported, since, per_thread},
#define FUTURE(base, exported)                                                                     \
    {#base, (any_function)exported, (any_function)inner_##exported, IN_FUTURE, false},
#include "entries.def"
#undef ENTRY
#undef FUTURE
};

/* The version that brings an entry; 0: this driver hasn't got it. */
static int introduced(const struct entry *entry)
{
    if (entry->since == IN_FUTURE)
        return fake_future();
    return entry->since <= FAKE_AGE ? entry->since : 0;
}

/* The newest revision not newer than `version`; of a pair, the per-thread form if it was asked. */
static const struct entry *choose(const char *symbol, int version, bool per_thread, bool *known)
{
    const struct entry *best = NULL;
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        const struct entry *entry = &entries[i];
        int since = introduced(entry);
        if (!since || strcmp(entry->base, symbol) != 0)
            continue;
        *known = true;
        if (since > version || (entry->per_thread && !per_thread))
            continue;
        if (!best || since > introduced(best) ||
            (since == introduced(best) && entry->per_thread > best->per_thread))
            best = entry;
    }
    return best;
}

static void *address(const struct entry *entry)
{
    return (void *)(uintptr_t)(fake_inner() ? entry->inner : entry->exported);
}

static CUdriverProcAddressQueryResult find(const char *symbol, void **function, int version,
                                           bool per_thread)
{
    *function = NULL;
    if (fake_lacks(symbol))
        return CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    if (fake_nulls(symbol))
        return CU_GET_PROC_ADDRESS_SUCCESS;
    bool known = false;
    const struct entry *entry = choose(symbol, version, per_thread, &known);
    if (!known)
        return CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    if (!entry)
        return CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
    *function = address(entry);
    return CU_GET_PROC_ADDRESS_SUCCESS;
}

/* Needs no cuInit: libcudart asks before it (field report D2). */
CUresult entry_find(const char *symbol, void **function, int version, cuuint64_t flags,
                    CUdriverProcAddressQueryResult *status)
{
    if (!symbol || !function || flags > CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM ||
        version > fake_version())
        return CUDA_ERROR_INVALID_VALUE;
    bool per_thread = flags == CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    CUdriverProcAddressQueryResult found = find(symbol, function, version, per_thread);
    if (status)
        *status = found;
    return CUDA_SUCCESS;
}

/* The empty name is libcudart's probe for a stub library (facts 1.4): success in both ABIs. */
static CUresult body_cuGetProcAddress(const char *symbol, void **function, int version,
                                      cuuint64_t flags)
{
    CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SUCCESS;
    CUresult result = entry_find(symbol, function, version, flags, &status);
    if (result != CUDA_SUCCESS || status == CU_GET_PROC_ADDRESS_SUCCESS || !*symbol)
        return result;
    return CUDA_ERROR_NOT_FOUND;
}
DRIVER_FUNCTION(cuGetProcAddress,
                (const char *symbol, void **function, int version, cuuint64_t flags),
                (symbol, function, version, flags), "%s symbol=%s version=%d flags=%u",
                FAKE_OUT(function), symbol ? symbol : "NULL", version, (unsigned int)flags)

DRIVER_FUNCTION_AS(cuGetProcAddress_v2, entry_find,
                   (const char *symbol, void **function, int version, cuuint64_t flags,
                    CUdriverProcAddressQueryResult *status),
                   (symbol, function, version, flags, status), "%s symbol=%s version=%d flags=%u",
                   FAKE_OUT(function), symbol ? symbol : "NULL", version, (unsigned int)flags)
