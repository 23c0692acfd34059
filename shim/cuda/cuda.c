/* SPDX-License-Identifier: MIT */
/* What lookups and direct calls of the rows' functions lead to. */
#include "cuda.h"

#include "../report.h"
#include "../symbols.h"
#include "../warm.h"

#include <stddef.h>

#define COMPANION(result, name, parameters)

/*
 * Where a direct call leads, for the first object that makes one, if it is one of those that stay:
 * its image, and what to call. Read by exports_<arch>.S; written once, the size last.
 */
struct direct_call {
    _Atomic(uintptr_t) size, start;
    void *target;
};
extern struct direct_call cuda_direct_calls[CUDA_HOOKS] __attribute__((visibility("hidden")));
struct direct_call cuda_direct_calls[CUDA_HOOKS];
_Static_assert(sizeof(struct direct_call) == 24, "exports_<arch>.S counts on it");
_Static_assert(sizeof(struct cuda_library) == sizeof(void * [CUDA_HOOKS + CUDA_COMPANIONS + 1]),
               "it, too");

void cuda_keep_direct(enum cuda_hook hook, const void *caller, void *function,
                      const struct cuda_library *library)
{
    enum { NONE, UNFIT }; /* no object starts there */
    struct direct_call *call = &cuda_direct_calls[hook];
    uintptr_t start = UNFIT, before = NONE, size = 0;

    if (atomic_load_explicit(&call->start, memory_order_relaxed) != NONE || ASKED_ATTENTION())
        return;
    if (objects_that_stays(function, &start))
        size = objects_that_stays(caller, &start);
    if (!atomic_compare_exchange_strong(&call->start, &before, size ? start : (uintptr_t)UNFIT))
        return;
    call->target = cuda_wanted(hook) ? cuda_entry(hook, library) : function;
    atomic_store_explicit(&call->size, size, memory_order_release);
}

void *cuda_hand_out(enum cuda_hook hook, const struct cuda_library *library, unsigned int way,
                    const void *caller)
{
    if (ASKED_ATTENTION())
        cuda_watch_handed(hook, way, caller);
    else if (!cuda_is_quiet(hook))
        atomic_fetch_or_explicit(&cuda_quiet, UINT32_C(1) << hook, memory_order_relaxed);
    return cuda_entry(hook, library);
}

/* At a page's end nothing is read behind the name's. */
static __attribute__((noinline)) int find_by_bytes(const char *name)
{
    for (int hook = 0; hook < CUDA_HOOKS; hook++) {
        if (text_same(name, cuda_names[hook].text))
            return hook;
    }
    return -1;
}

DIRECT int cuda_find(const char *name)
{
    if (!text_in_page(name, SYMTAB_LONGEST))
        return find_by_bytes(name);
    for (uint32_t rows = cuda_rows_by_mark[CUDA_MARK(name)]; rows; rows &= rows - 1) {
        int hook = __builtin_ctz(rows);
        if (text_is_in_page(name, cuda_names[hook].text, cuda_names[hook].size))
            return hook;
    }
    return -1;
}

WARM _Atomic(uint32_t) cuda_quiet;

/* The rows that are not wanted, a bit each, in the same way. */
static WARM _Atomic(uint32_t) left_alone;

static bool is_left_alone(enum cuda_hook hook)
{
    return atomic_load_explicit(&left_alone, memory_order_relaxed) >> hook & 1;
}

static __attribute__((noinline)) void *hand_to(const void *caller, void *entry)
{
    cuda_note_another_user(caller);
    return entry;
}

static inline bool is_known_at(int place, enum cuda_hook hook, const void *function,
                               const void *handle)
{
    return cuda_slot(&cuda_libraries[place], hook) == function &&
           cuda_is_of_handle(&cuda_places[place], handle);
}

static inline void *known_at(int place, enum cuda_hook hook, const void *caller)
{
    void *entry = cuda_entry_at(hook, place);

    return cuda_is_last_user(caller) || !*cuda_rows[hook].base ? entry : hand_to(caller, entry);
}

static __attribute__((noinline)) void *known_elsewhere(enum cuda_hook hook, const void *function,
                                                       const void *handle, const void *caller)
{
    for (int place = 1; place < CUDA_LIBRARIES; place++) {
        if (is_known_at(place, hook, function, handle))
            return known_at(place, hook, caller);
    }
    return NULL;
}

/* Mostly there is but one library. */
DIRECT void *cuda_known(int number, void *function, const void *handle, const void *caller)
{
    enum cuda_hook hook = (enum cuda_hook)number;

    if (!cuda_is_quiet(hook))
        return is_left_alone(hook) && !objects_is_ours(function) ? function : NULL;
    return is_known_at(0, hook, function, handle) ? known_at(0, hook, caller)
                                                  : known_elsewhere(hook, function, handle, caller);
}

DIRECT void *cuda_wrap(int number, void *function, const void *handle, const void *caller)
{
    enum cuda_hook hook = (enum cuda_hook)number;

    if (!cuda_wanted(hook)) {
        if (!is_left_alone(hook) && !ASKED_ATTENTION()) /* settings may be yet to be read */
            atomic_fetch_or_explicit(&left_alone, UINT32_C(1) << hook, memory_order_relaxed);
        return function;
    }
    struct cuda_library *library = cuda_known_library_of(hook, function);
    /* An earlier object's own definition is what direct calls reach as well: it comes to us. */
    if (!library && objects_place_of(function) == PLACE_BEFORE_US)
        return function;
    if (!library)
        library = cuda_library_exporting(hook, function, handle != NULL);
    if (!library)
        return function;
    if (*cuda_rows[hook].base)
        cuda_note_user(caller);
    return cuda_hand_out(hook, library, WAY_DLSYM, caller);
}
