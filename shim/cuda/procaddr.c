/* The functions that hand out driver functions. The real one answers first; ours follows it. */
#include "../symbols.h"
#include "../text.h"
#include "cuda.h"

#include <stddef.h>

/*
 * The entry to put before a driver's answer, or NULL. Which hook it implements goes by the name
 * under which the function's own object exports it, since the name that was asked for says nothing
 * of the arguments ("cuGetProcAddress" has four or five); a driver that hands out addresses that it
 * does not export is judged by the version that was asked for, if one was.
 */
static void *entry_for(const char *symbol, void *function, int version,
                       const struct cuda_library *door)
{
    struct cuda_library *library = NULL;
    int implemented = -1;

    for (int hook = 0; hook < CUDA_HOOKS; hook++) {
        if (!text_same(symbol, cuda_rows[hook].base))
            continue;
        library = cuda_known_library_of((enum cuda_hook)hook, function);
        if (library)
            return cuda_entry((enum cuda_hook)hook, library);
        bool exported = cuda_export_beside((enum cuda_hook)hook, function) == function;
        if (exported || (version >= cuda_rows[hook].since && version <= cuda_rows[hook].until))
            implemented = hook;
        if (exported)
            break;
    }
    if (implemented >= 0)
        library = cuda_library_of((enum cuda_hook)implemented, function, door);
    return library ? cuda_entry((enum cuda_hook)implemented, library) : NULL;
}

/* What the program gets: the result as it came, and after a success our entry in *pfn. */
static int answered(int result, const struct cuda_library *door, const char *symbol, void **pfn,
                    int version)
{
    if (result != CUDA_SUCCESS || !symbol || !cuda_may_be_hooked(symbol) || !pfn || !*pfn ||
        objects_is_ours(*pfn))
        return result;
    void *entry = entry_for(symbol, *pfn, version, door);
    if (entry)
        *pfn = entry;
    return result;
}

CUresult cuGetProcAddress_body(struct cuda_library *library, const char *symbol, void **pfn,
                               int cudaVersion, cuuint64_t flags)
{
    return answered(CUDA_REAL(library, cuGetProcAddress)(symbol, pfn, cudaVersion, flags), library,
                    symbol, pfn, cudaVersion);
}

CUresult cuGetProcAddress_v2_body(struct cuda_library *library, const char *symbol, void **pfn,
                                  int cudaVersion, cuuint64_t flags,
                                  CUdriverProcAddressQueryResult *symbolStatus)
{
    return answered(
        CUDA_REAL(library, cuGetProcAddress_v2)(symbol, pfn, cudaVersion, flags, symbolStatus),
        library, symbol, pfn, cudaVersion);
}

/*
 * The runtime's own doors end in the driver's, so what they answer is mostly ours by then. Where no
 * version is named the runtime chooses one that it does not tell.
 */
enum { UNKNOWN_VERSION = 0 };

cudaError_t cudaGetDriverEntryPoint_body(struct cuda_library *library, const char *symbol,
                                         void **funcPtr, unsigned long long flags,
                                         cudaDriverEntryPointQueryResult *driverStatus)
{
    return answered(
        CUDA_REAL(library, cudaGetDriverEntryPoint)(symbol, funcPtr, flags, driverStatus), NULL,
        symbol, funcPtr, UNKNOWN_VERSION);
}

cudaError_t cudaGetDriverEntryPoint_ptsz_body(struct cuda_library *library, const char *symbol,
                                              void **funcPtr, unsigned long long flags,
                                              cudaDriverEntryPointQueryResult *driverStatus)
{
    return answered(
        CUDA_REAL(library, cudaGetDriverEntryPoint_ptsz)(symbol, funcPtr, flags, driverStatus),
        NULL, symbol, funcPtr, UNKNOWN_VERSION);
}

cudaError_t cudaGetDriverEntryPointByVersion_body(struct cuda_library *library, const char *symbol,
                                                  void **funcPtr, unsigned int cudaVersion,
                                                  unsigned long long flags,
                                                  cudaDriverEntryPointQueryResult *driverStatus)
{
    return answered(CUDA_REAL(library, cudaGetDriverEntryPointByVersion)(
                        symbol, funcPtr, cudaVersion, flags, driverStatus),
                    NULL, symbol, funcPtr, (int)cudaVersion);
}

cudaError_t cudaGetDriverEntryPointByVersion_ptsz_body(
    struct cuda_library *library, const char *symbol, void **funcPtr, unsigned int cudaVersion,
    unsigned long long flags, cudaDriverEntryPointQueryResult *driverStatus)
{
    return answered(CUDA_REAL(library, cudaGetDriverEntryPointByVersion_ptsz)(
                        symbol, funcPtr, cudaVersion, flags, driverStatus),
                    NULL, symbol, funcPtr, (int)cudaVersion);
}
