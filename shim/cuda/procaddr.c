/* SPDX-License-Identifier: MIT */
/* The functions that hand out driver functions. The real one answers first; ours follows it. */
#include "../asked.h"
#include "../report.h"
#include "../symbols.h"
#include "../text.h"
#include "cuda.h"

#include <stddef.h>

static void *hand_out(enum cuda_hook hook, const struct cuda_library *library)
{
    if (ASKED_ATTENTION())
        cuda_watch_handed(hook, WAY_ENTRY_POINT, NULL);
    return cuda_entry(hook, library);
}

enum { PER_THREAD_DEFAULT_STREAM = 2 }; /* CU_GET_PROC_ADDRESS_..., and the runtime's alike */

static bool is_per_thread(enum cuda_hook hook)
{
    const char *name = cuda_rows[hook].name;

    while (*name && !text_same(name, "_ptsz"))
        name++;
    return *name;
}

/* Whether a question by this version and these flags means the row, by what CUDA documents. */
static bool means(enum cuda_hook hook, int version, cuuint64_t flags)
{
    return version >= cuda_rows[hook].since && version <= cuda_rows[hook].until &&
           (flags & PER_THREAD_DEFAULT_STREAM || !is_per_thread(hook));
}

/*
 * The entry to put before a driver's answer, or NULL. Which hook it implements goes by the name
 * under which the function's own object exports it, since the name that was asked for says nothing
 * of the arguments ("cuGetProcAddress" has four or five); a driver that hands out addresses that it
 * does not export is judged by the version and flags that it was asked by, if it was by a version.
 * (Among the rows the form for the thread's own default stream comes after the other one.)
 */
static void *entry_for(const char *symbol, void *function, int version, cuuint64_t flags,
                       const struct cuda_library *door)
{
    struct cuda_library *library = NULL;
    int implemented = -1;

    for (uint32_t rows = cuda_candidates(symbol); rows; rows &= rows - 1) {
        enum cuda_hook hook = (enum cuda_hook)__builtin_ctz(rows);
        if (!cuda_is(symbol, cuda_rows[hook].base) || !cuda_wanted(hook))
            continue;
        library = cuda_known_library_of(hook, function);
        if (library)
            return hand_out(hook, library);
        bool exported = cuda_export_beside(hook, function) == function;
        if (exported || means(hook, version, flags))
            implemented = (int)hook;
        if (exported)
            break;
    }
    if (implemented >= 0)
        library = cuda_library_of((enum cuda_hook)implemented, function, door);
    return library ? hand_out((enum cuda_hook)implemented, library) : NULL;
}

static __attribute__((noinline)) void replace(const struct cuda_library *door, const char *symbol,
                                              void **pfn, int version, cuuint64_t flags)
{
    void *entry =
        *pfn && !objects_is_ours(*pfn) ? entry_for(symbol, *pfn, version, flags, door) : NULL;

    if (entry)
        *pfn = entry;
}

/* What the program gets: the result as it came, and after a success our entry in *pfn. */
static inline int answered(int result, const struct cuda_library *door, const char *symbol,
                           void **pfn, int version, cuuint64_t flags)
{
    if (symbol && cuda_candidates(symbol) && result == CUDA_SUCCESS && pfn)
        replace(door, symbol, pfn, version, flags);
    return result;
}

CUresult cuGetProcAddress_body(struct cuda_library *library, const char *symbol, void **pfn,
                               int cudaVersion, cuuint64_t flags)
{
    return answered(CUDA_REAL(library, cuGetProcAddress)(symbol, pfn, cudaVersion, flags), library,
                    symbol, pfn, cudaVersion, flags);
}

CUresult cuGetProcAddress_v2_body(struct cuda_library *library, const char *symbol, void **pfn,
                                  int cudaVersion, cuuint64_t flags,
                                  CUdriverProcAddressQueryResult *symbolStatus)
{
    return answered(
        CUDA_REAL(library, cuGetProcAddress_v2)(symbol, pfn, cudaVersion, flags, symbolStatus),
        library, symbol, pfn, cudaVersion, flags);
}

/*
 * The runtime's own doors end in the driver's, so what they answer is mostly ours by then. Where no
 * version is named the runtime chooses one that it does not tell.
 */
enum { UNKNOWN_VERSION = 0 };

/* In the _ptsz forms, what is asked for the default is the thread's own stream. */
static cuuint64_t in_ptsz(unsigned long long flags)
{
    return flags ? flags : PER_THREAD_DEFAULT_STREAM;
}

cudaError_t cudaGetDriverEntryPoint_body(struct cuda_library *library, const char *symbol,
                                         void **funcPtr, unsigned long long flags,
                                         cudaDriverEntryPointQueryResult *driverStatus)
{
    return answered(
        CUDA_REAL(library, cudaGetDriverEntryPoint)(symbol, funcPtr, flags, driverStatus), NULL,
        symbol, funcPtr, UNKNOWN_VERSION, flags);
}

cudaError_t cudaGetDriverEntryPoint_ptsz_body(struct cuda_library *library, const char *symbol,
                                              void **funcPtr, unsigned long long flags,
                                              cudaDriverEntryPointQueryResult *driverStatus)
{
    return answered(
        CUDA_REAL(library, cudaGetDriverEntryPoint_ptsz)(symbol, funcPtr, flags, driverStatus),
        NULL, symbol, funcPtr, UNKNOWN_VERSION, in_ptsz(flags));
}

cudaError_t cudaGetDriverEntryPointByVersion_body(struct cuda_library *library, const char *symbol,
                                                  void **funcPtr, unsigned int cudaVersion,
                                                  unsigned long long flags,
                                                  cudaDriverEntryPointQueryResult *driverStatus)
{
    return answered(CUDA_REAL(library, cudaGetDriverEntryPointByVersion)(
                        symbol, funcPtr, cudaVersion, flags, driverStatus),
                    NULL, symbol, funcPtr, (int)cudaVersion, flags);
}

cudaError_t cudaGetDriverEntryPointByVersion_ptsz_body(
    struct cuda_library *library, const char *symbol, void **funcPtr, unsigned int cudaVersion,
    unsigned long long flags, cudaDriverEntryPointQueryResult *driverStatus)
{
    return answered(CUDA_REAL(library, cudaGetDriverEntryPointByVersion_ptsz)(
                        symbol, funcPtr, cudaVersion, flags, driverStatus),
                    NULL, symbol, funcPtr, (int)cudaVersion, in_ptsz(flags));
}
