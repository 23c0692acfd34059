/* SPDX-License-Identifier: MIT */
/* The functions that hand out driver functions. The real one answers first; ours follows it. */
#include "../report.h"
#include "../symbols.h"
#include "../text.h"
#include "cuda.h"

#include <stddef.h>

enum { PER_THREAD_DEFAULT_STREAM = 2 }; /* CU_GET_PROC_ADDRESS_..., and the runtime's alike */

static bool is_per_thread(enum cuda_hook hook)
{
    const char *name = cuda_names[hook].text;

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
                       struct cuda_library *door)
{
    struct cuda_library *library = NULL;
    int implemented = -1;

    for (uint32_t rows = cuda_candidates(symbol); rows; rows &= rows - 1) {
        enum cuda_hook hook = (enum cuda_hook)__builtin_ctz(rows);
        if (!cuda_is_base(symbol, &cuda_rows[hook]) || !cuda_wanted(hook))
            continue;
        if (door && cuda_settle_own(door, hook, function))
            return cuda_hand_out(hook, door, WAY_ENTRY_POINT, NULL);
        library = cuda_known_library_of(hook, function);
        if (library)
            return cuda_hand_out(hook, library, WAY_ENTRY_POINT, NULL);
        bool exported = cuda_export_beside(hook, function) == function;
        if (exported || means(hook, version, flags))
            implemented = (int)hook;
        if (exported)
            break;
    }
    if (implemented >= 0)
        library = cuda_library_of((enum cuda_hook)implemented, function, door);
    return library ? cuda_hand_out((enum cuda_hook)implemented, library, WAY_ENTRY_POINT, NULL)
                   : NULL;
}

static __attribute__((noinline)) void replace(struct cuda_library *door, const char *symbol,
                                              void **pfn, int version, cuuint64_t flags)
{
    void *entry = !objects_is_ours(*pfn) ? entry_for(symbol, *pfn, version, flags, door) : NULL;

    if (entry)
        *pfn = entry;
}

/*
 * The entry before a function that a driver has just answered with and that is known as its own,
 * whatever it was asked for by; or NULL.
 */
static inline void *known_entry(const struct cuda_library *door, const char *symbol,
                                const void *function)
{
    uint32_t rows = cuda_candidates(symbol) & cuda_quiet;

    for (; rows; rows &= rows - 1) {
        enum cuda_hook hook = (enum cuda_hook)__builtin_ctz(rows);
        if (cuda_slot(door, hook) == function)
            return cuda_entry(hook, door);
    }
    return NULL;
}

/* What the program gets: the result as it came, and after a success our entry in *pfn. */
static inline int answered(int result, struct cuda_library *door, const char *symbol, void **pfn,
                           int version, cuuint64_t flags)
{
    void *entry;

    if (result != CUDA_SUCCESS || !symbol || !pfn || !*pfn)
        return result;
    entry = door ? known_entry(door, symbol, *pfn) : NULL;
    if (entry)
        *pfn = entry;
    else
        replace(door, symbol, pfn, version, flags);
    return result;
}

/*
 * Each of them, by what it is asked in the driver's terms. The library is a door where the answer
 * may be the driver's own. Names that can't be hooked don't come here, but where there is
 * attention.
 */
#define ASKS(result, name, parameters, arguments, door, symbol, pfn, version, flags)               \
    CUDA_BODY result name##_body(struct cuda_library *library, CUDA_LIST parameters)               \
    {                                                                                              \
        return answered(CUDA_REAL(library, name) arguments, door, symbol, pfn, version, flags);    \
    }

ASKS(CUresult, cuGetProcAddress,
     (const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags),
     (symbol, pfn, cudaVersion, flags), library, symbol, pfn, cudaVersion, flags)
ASKS(CUresult, cuGetProcAddress_v2,
     (const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
      CUdriverProcAddressQueryResult *symbolStatus),
     (symbol, pfn, cudaVersion, flags, symbolStatus), library, symbol, pfn, cudaVersion, flags)

/*
 * The runtime's own doors end in the driver's, so what they answer is mostly ours by then. Where no
 * version is named the runtime chooses one that it does not tell. In the _ptsz forms, what is asked
 * for the default is the thread's own stream.
 */
enum { UNKNOWN_VERSION = 0 };

static cuuint64_t in_ptsz(unsigned long long flags)
{
    return flags ? flags : PER_THREAD_DEFAULT_STREAM;
}

#define ENTRY_POINT(form, its_flags)                                                               \
    ASKS(cudaError_t, cudaGetDriverEntryPoint##form,                                               \
         (const char *symbol, void **funcPtr, unsigned long long flags,                            \
          cudaDriverEntryPointQueryResult *driverStatus),                                          \
         (symbol, funcPtr, flags, driverStatus), NULL, symbol, funcPtr, UNKNOWN_VERSION,           \
         its_flags)                                                                                \
    ASKS(cudaError_t, cudaGetDriverEntryPointByVersion##form,                                      \
         (const char *symbol, void **funcPtr, unsigned int cudaVersion, unsigned long long flags,  \
          cudaDriverEntryPointQueryResult *driverStatus),                                          \
         (symbol, funcPtr, cudaVersion, flags, driverStatus), NULL, symbol, funcPtr,               \
         (int)cudaVersion, its_flags)

ENTRY_POINT(, flags)
ENTRY_POINT(_ptsz, in_ptsz(flags))

#define CUDA_ENTRIES_procaddr(...) CUDA_ENTRIES(__VA_ARGS__)
#include "entries.h"
