/* The functions that hand out driver functions. The real one answers first; ours follows it. */
#include "../symbols.h"
#include "../text.h"
#include "cuda.h"

#include <stddef.h>

/*
 * The hook that a driver's answer implements, or -1. What counts is the name under which the
 * function's own object exports it, since a name alone says nothing of the arguments
 * ("cuGetProcAddress" has four or five); a driver that hands out addresses that it does not export
 * is judged by the version that was asked for. 0 stands for a version that is not known.
 */
static int hook_of(const char *symbol, const void *function, int version)
{
    int by_version = -1;

    for (int hook = 0; hook < CUDA_HOOKS; hook++) {
        if (!text_same(symbol, cuda_rows[hook].base))
            continue;
        if (cuda_known_library_of((enum cuda_hook)hook, function) ||
            cuda_export_beside((enum cuda_hook)hook, function) == function)
            return hook;
        if (version >= cuda_rows[hook].since && version <= cuda_rows[hook].until)
            by_version = hook;
    }
    return by_version;
}

/* Puts our entry in the place of the function that *pfn was answered with. */
static void answer(const struct cuda_library *door, const char *symbol, void **pfn, int version)
{
    if (!symbol || !*symbol || !pfn || !*pfn || symbols_ours(*pfn))
        return;
    int hook = hook_of(symbol, *pfn, version);
    if (hook < 0)
        return;
    struct cuda_library *library = cuda_library_of((enum cuda_hook)hook, *pfn, door);
    if (library)
        *pfn = cuda_entry((enum cuda_hook)hook, library);
}

CUresult cuGetProcAddress_body(struct cuda_library *library, const char *symbol, void **pfn,
                               int cudaVersion, cuuint64_t flags)
{
    CUresult result = library->real.cuGetProcAddress(symbol, pfn, cudaVersion, flags);

    if (result == CUDA_SUCCESS)
        answer(library, symbol, pfn, cudaVersion);
    return result;
}

CUresult cuGetProcAddress_v2_body(struct cuda_library *library, const char *symbol, void **pfn,
                                  int cudaVersion, cuuint64_t flags,
                                  CUdriverProcAddressQueryResult *symbolStatus)
{
    CUresult result =
        library->real.cuGetProcAddress_v2(symbol, pfn, cudaVersion, flags, symbolStatus);

    if (result == CUDA_SUCCESS)
        answer(library, symbol, pfn, cudaVersion);
    return result;
}

/*
 * The runtime's own doors end in the driver's, so what they answer is mostly ours by then. Without
 * a version the runtime chooses one that it does not tell.
 */
cudaError_t cudaGetDriverEntryPoint_body(struct cuda_library *library, const char *symbol,
                                         void **funcPtr, unsigned long long flags,
                                         cudaDriverEntryPointQueryResult *driverStatus)
{
    cudaError_t result =
        library->real.cudaGetDriverEntryPoint(symbol, funcPtr, flags, driverStatus);

    if (result == CUDA_SUCCESS)
        answer(NULL, symbol, funcPtr, 0);
    return result;
}

cudaError_t cudaGetDriverEntryPoint_ptsz_body(struct cuda_library *library, const char *symbol,
                                              void **funcPtr, unsigned long long flags,
                                              cudaDriverEntryPointQueryResult *driverStatus)
{
    cudaError_t result =
        library->real.cudaGetDriverEntryPoint_ptsz(symbol, funcPtr, flags, driverStatus);

    if (result == CUDA_SUCCESS)
        answer(NULL, symbol, funcPtr, 0);
    return result;
}

cudaError_t cudaGetDriverEntryPointByVersion_body(struct cuda_library *library, const char *symbol,
                                                  void **funcPtr, unsigned int cudaVersion,
                                                  unsigned long long flags,
                                                  cudaDriverEntryPointQueryResult *driverStatus)
{
    cudaError_t result = library->real.cudaGetDriverEntryPointByVersion(
        symbol, funcPtr, cudaVersion, flags, driverStatus);

    if (result == CUDA_SUCCESS)
        answer(NULL, symbol, funcPtr, (int)cudaVersion);
    return result;
}

cudaError_t cudaGetDriverEntryPointByVersion_ptsz_body(
    struct cuda_library *library, const char *symbol, void **funcPtr, unsigned int cudaVersion,
    unsigned long long flags, cudaDriverEntryPointQueryResult *driverStatus)
{
    cudaError_t result = library->real.cudaGetDriverEntryPointByVersion_ptsz(
        symbol, funcPtr, cudaVersion, flags, driverStatus);

    if (result == CUDA_SUCCESS)
        answer(NULL, symbol, funcPtr, (int)cudaVersion);
    return result;
}
