/* SPDX-License-Identifier: MIT */
/*
 * What stands before the bodies of one room, made of its rows of hooks.def. The room includes this
 * at its end, with CUDA_ENTRIES_room defined as CUDA_ENTRIES: what a body leaves alone then leaves
 * the entry by a jump, with its arguments where they came, however many there are.
 */
#include "../asked.h"
#include "../direct.h"
#include "../report.h"
#include "cuda.h"

#ifndef CUDA_ENTRIES_streams
#define CUDA_ENTRIES_streams(...)
#endif
#ifndef CUDA_ENTRIES_launches
#define CUDA_ENTRIES_launches(...)
#endif
#ifndef CUDA_ENTRIES_attributes
#define CUDA_ENTRIES_attributes(...)
#endif
#ifndef CUDA_ENTRIES_procaddr
#define CUDA_ENTRIES_procaddr(...)
#endif

/* What the rows say of a stream that is asked for. */
#define NO_STREAM ((struct cuda_asked){.makes = false})
#define LAUNCH NO_STREAM
#define NAME NO_STREAM
#define STREAM(where, its_flags)                                                                   \
    ((struct cuda_asked){.makes = true, .stream = where, .flags = its_flags})
#define STREAM_AT(where, its_flags, its_priority)                                                  \
    ((struct cuda_asked){.makes = true,                                                            \
                         .stream = where,                                                          \
                         .flags = its_flags,                                                       \
                         .named = true,                                                            \
                         .priority = its_priority})
#define STREAM_IN(where, context, its_flags, its_priority)                                         \
    ((struct cuda_asked){.makes = true,                                                            \
                         .stream = where,                                                          \
                         .green = context,                                                         \
                         .flags = its_flags,                                                       \
                         .named = true,                                                            \
                         .priority = its_priority})

/*
 * name_attended: a body with more around it: settings to be read or complained of, a call to be
 * told of.
 *
 * name_linked: what an export does as long as nothing is known of its caller. Where there is
 * nothing to call, a program that was started without us would not have come this far; it gets
 * CUDA's own word for it.
 *
 * name_attended_k and name_quiet_k, for the function of library k, where there is attention and
 * where there is none: what its entry (exports_<arch>.S) jumps to.
 */
#define CUDA_ENTRIES(result, name, base, since, until, when, parameters, arguments, asks)          \
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
    }                                                                                              \
                                                                                                   \
    __attribute__((visibility("hidden"))) result name##_linked parameters;                         \
    result name##_linked parameters                                                                \
    {                                                                                              \
        const void *caller = __builtin_return_address(0);                                          \
        void *function;                                                                            \
        struct cuda_library *library = cuda_direct(HOOK_##name, caller, &function);                \
                                                                                                   \
        if (library)                                                                               \
            cuda_keep_direct(HOOK_##name, caller, function, library);                              \
        if (library && cuda_wanted(HOOK_##name)) {                                                 \
            if (ASKED_ATTENTION())                                                                 \
                return name##_attended(library, WAY_LINKED, caller, CUDA_LIST arguments);          \
            function = cuda_entry(HOOK_##name, library);                                           \
        } else {                                                                                   \
            asked_announce();                                                                      \
        }                                                                                          \
        return function ? ((result(*) parameters)function)arguments : CUDA_ERROR_NOT_FOUND;        \
    }                                                                                              \
                                                                                                   \
    CUDA_ENTRY(0, result, name, parameters, arguments)                                             \
    CUDA_ENTRY(1, result, name, parameters, arguments)                                             \
    CUDA_ENTRY(2, result, name, parameters, arguments)                                             \
    CUDA_ENTRY(3, result, name, parameters, arguments)                                             \
    CUDA_ENTRY(4, result, name, parameters, arguments)                                             \
    CUDA_ENTRY(5, result, name, parameters, arguments)                                             \
    CUDA_ENTRY(6, result, name, parameters, arguments)                                             \
    CUDA_ENTRY(7, result, name, parameters, arguments)

#define CUDA_ENTRY(k, result, name, parameters, arguments)                                         \
    DIRECT result name##_attended_##k parameters;                                                  \
    DIRECT result name##_attended_##k parameters                                                   \
    {                                                                                              \
        return name##_attended(&cuda_libraries[k], 0, __builtin_return_address(0),                 \
                               CUDA_LIST arguments);                                               \
    }                                                                                              \
    DIRECT result name##_quiet_##k parameters;                                                     \
    DIRECT result name##_quiet_##k parameters                                                      \
    {                                                                                              \
        return name##_body(&cuda_libraries[k], CUDA_LIST arguments);                               \
    }

#define COMPANION(result, name, parameters)
#define HOOK(room, ...) CUDA_ENTRIES_##room(__VA_ARGS__)
#include "hooks.def"
#undef HOOK
#undef COMPANION
