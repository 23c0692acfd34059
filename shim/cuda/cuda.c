/* SPDX-License-Identifier: MIT */
/* What the rows of hooks.def become: the exported functions, the entries, and the names. */
#include "cuda.h"

#include "../asked.h"
#include "../report.h"
#include "../runtime.h"
#include "../symbols.h"
#include "../text.h"

#include <stddef.h>

#define COMPANION(result, name, parameters)

/* What the rows say of a stream that is asked for. */
#define NO_STREAM                                                                                  \
    {                                                                                              \
        .makes = false                                                                             \
    }
#define STREAM(where, its_flags)                                                                   \
    {                                                                                              \
        .makes = true, .stream = where, .flags = its_flags                                         \
    }
#define STREAM_AT(where, its_flags, its_priority)                                                  \
    {                                                                                              \
        .makes = true, .stream = where, .flags = its_flags, .named = true,                         \
        .priority = its_priority                                                                   \
    }
#define STREAM_IN(where, context, its_flags, its_priority)                                         \
    {                                                                                              \
        .makes = true, .stream = where, .green = context, .flags = its_flags, .named = true,       \
        .priority = its_priority                                                                   \
    }

/* A body with more around it: settings to be read or complained of, a call to be told of. */
#define HOOK(result, name, base, since, until, when, parameters, arguments, asks)                  \
    static __attribute__((noinline)) result name##_attended(                                       \
        struct cuda_library *library, unsigned int ways, const void *caller, CUDA_LIST parameters) \
    {                                                                                              \
        struct cuda_watch watch = {.hook = HOOK_##name, .ways = ways, .caller = caller};           \
        const struct cuda_asked asked = asks;                                                      \
                                                                                                   \
        asked_announce();                                                                          \
        if (!asked_watched())                                                                      \
            return name##_body(library, CUDA_LIST arguments);                                      \
        cuda_watch_begin(&watch, &asked);                                                          \
        result outcome = name##_body(library, CUDA_LIST arguments);                                \
        cuda_watch_end(&watch, library, &asked, outcome);                                          \
        return outcome;                                                                            \
    }
#include "hooks.def"
#undef HOOK

bool cuda_wanted(enum cuda_hook hook)
{
    switch (cuda_rows[hook].when) {
    case AT_A_LEVEL:
        return asked()->priority != PRIORITY_DEFAULT;
    case WITH_LAUNCHES:
        return settings_launches(asked());
    default:
        return true;
    }
}

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

static void keep(enum cuda_hook hook, const void *caller, void *function,
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

/*
 * What an export does as long as nothing is known of its caller. Where there is nothing to call, a
 * program that was started without us would not have come this far; it gets CUDA's own word for it.
 */
#define HOOK(result, name, base, since, until, when, parameters, arguments, asks)                  \
    __attribute__((visibility("hidden"))) result name##_linked parameters;                         \
    result name##_linked parameters                                                                \
    {                                                                                              \
        const void *caller = __builtin_return_address(0);                                          \
        void *function;                                                                            \
        struct cuda_library *library = cuda_direct(HOOK_##name, caller, &function);                \
                                                                                                   \
        if (library)                                                                               \
            keep(HOOK_##name, caller, function, library);                                          \
        if (library && cuda_wanted(HOOK_##name)) {                                                 \
            if (ASKED_ATTENTION())                                                                 \
                return name##_attended(library, WAY_LINKED, caller, CUDA_LIST arguments);          \
            return name##_body(library, CUDA_LIST arguments);                                      \
        }                                                                                          \
        asked_announce();                                                                          \
        return function ? ((result(*) parameters)function)arguments : CUDA_ERROR_NOT_FOUND;        \
    }
#include "hooks.def"
#undef HOOK

/*
 * The entries: number k stands before the functions of library k. Where each lies, as seen from the
 * table's start, is in exports_<arch>.S: distances need no relocation.
 */
#define ENTRY(k, result, name, parameters, arguments)                                              \
    result name##_entry_##k parameters;                                                            \
    result name##_entry_##k parameters                                                             \
    {                                                                                              \
        struct cuda_library *library = &cuda_libraries[k];                                         \
                                                                                                   \
        if (ASKED_ATTENTION())                                                                     \
            return name##_attended(library, 0, __builtin_return_address(0), CUDA_LIST arguments);  \
        return name##_body(library, CUDA_LIST arguments);                                          \
    }
#define HOOK(result, name, base, since, until, when, parameters, arguments, asks)                  \
    ENTRY(0, result, name, parameters, arguments)                                                  \
    ENTRY(1, result, name, parameters, arguments)                                                  \
    ENTRY(2, result, name, parameters, arguments)                                                  \
    ENTRY(3, result, name, parameters, arguments)                                                  \
    ENTRY(4, result, name, parameters, arguments)                                                  \
    ENTRY(5, result, name, parameters, arguments)                                                  \
    ENTRY(6, result, name, parameters, arguments)                                                  \
    ENTRY(7, result, name, parameters, arguments)
#include "hooks.def"
#undef HOOK

extern const int32_t cuda_entries[CUDA_HOOKS][CUDA_LIBRARIES] __attribute__((visibility("hidden")));

void *cuda_entry(enum cuda_hook hook, const struct cuda_library *library)
{
    return (char *)(uintptr_t)cuda_entries + cuda_entries[hook][library - cuda_libraries];
}

const struct cuda_row cuda_rows[CUDA_HOOKS] = {
#define HOOK(result, name, base, since, until, when, parameters, arguments, asks)                  \
    [HOOK_##name] = {#name, base, since, until, when},
#include "hooks.def"
#undef HOOK
};

static int find(const char *name)
{
    for (uint32_t rows = cuda_candidates(name); rows; rows &= rows - 1) {
        int hook = __builtin_ctz(rows);
        if (cuda_is(name, cuda_rows[hook].name))
            return hook;
    }
    return -1;
}

static void *wrap(int number, void *function, const void *caller)
{
    enum cuda_hook hook = (enum cuda_hook)number;

    if (!cuda_wanted(hook))
        return function;
    struct cuda_library *library = cuda_known_library_of(hook, function);
    /* An earlier object's own definition is what direct calls reach as well: it comes to us. */
    if (!library && objects_place_of(function) == PLACE_BEFORE_US)
        return function;
    if (!library && cuda_export_beside(hook, function)) /* else it is data of that name */
        library = cuda_library_of(hook, function, NULL);
    if (!library)
        return function;
    if (*cuda_rows[hook].base)
        cuda_note_user(caller);
    if (ASKED_ATTENTION())
        cuda_watch_handed(hook, WAY_DLSYM, caller);
    return cuda_entry(hook, library);
}

const struct runtime cuda_runtime = {find, wrap};
