/* SPDX-License-Identifier: MIT */
/* The CUDA rooms among themselves: what follows from the rows of hooks.def. */
#ifndef PRIOSHIM_CUDA_CUDA_H
#define PRIOSHIM_CUDA_CUDA_H

#include "../text.h"
#include "abi.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define COMPANION(result, name, parameters)
#define HOOK(result, name, base, since, until, when, parameters, arguments, asks) HOOK_##name,
enum cuda_hook {
#include "hooks.def"
    CUDA_HOOKS
};
#undef HOOK
#undef COMPANION

#define HOOK(result, name, base, since, until, when, parameters, arguments, asks)
#define COMPANION(result, name, parameters) COMPANION_##name,
enum cuda_companion {
#include "hooks.def"
    CUDA_COMPANIONS
};
#undef HOOK
#undef COMPANION

/*
 * The functions of one loaded object, be it a driver or a runtime: what belongs to one is never
 * crossed with what belongs to another.
 */
struct cuda_library {
    /* The functions that the program's own lookups and calls found; NULL where none did yet. */
    union {
        struct {
#define HOOK(result, name, base, since, until, when, parameters, arguments, asks)                  \
    result(*name) parameters;
#define COMPANION(result, name, parameters)
#include "hooks.def"
#undef HOOK
#undef COMPANION
        } real;
        void *hooked[CUDA_HOOKS];
    };
    /* The object's own exports; NULL where it has none of that name. */
    union {
        struct {
#define HOOK(result, name, base, since, until, when, parameters, arguments, asks)
#define COMPANION(result, name, parameters) result(*name) parameters;
#include "hooks.def"
#undef HOOK
#undef COMPANION
        } own;
        void *companions[CUDA_COMPANIONS];
    };
    bool refuses_launches; /* at a priority; found out by trying */
};

/* A slot's function: another thread may be the first to find it just now. */
#define CUDA_REAL(library, name) __atomic_load_n(&(library)->real.name, __ATOMIC_ACQUIRE)

/* The rows' names, how cuGetProcAddress is asked for them, and when they are hooked. */
struct cuda_row { /* without pointers, which the loader would have to relocate in every process */
    char name[40];
    char base[32];
    int since;
    int until;
    enum cuda_when { ALWAYS, AT_A_LEVEL, WITH_LAUNCHES } when;
};
extern const struct cuda_row cuda_rows[CUDA_HOOKS];

/* names.c */

/*
 * The rows whose names may be the given one, a bit each; nearly every name that a process looks up
 * is another's, and is told so by two of its bytes. What is left must be compared.
 */
uint32_t cuda_candidates(const char *name);

/* Whether a name that has candidates, and so at least eight bytes, is this one. */
static inline bool cuda_is(const char *name, const char *row)
{
    uint64_t first_of_name, first_of_row;

    __builtin_memcpy(&first_of_name, name, sizeof(first_of_name));
    __builtin_memcpy(&first_of_row, row, sizeof(first_of_row));
    return first_of_name == first_of_row && text_same(name + 8, row + 8);
}

/* libraries.c */

enum { CUDA_LIBRARIES = 8 };
extern struct cuda_library cuda_libraries[CUDA_LIBRARIES];

/*
 * The library that `function`, an implementation of `hook`, belongs to; NULL where more are loaded
 * than there is room for. `door` is the library through which the function was found, or NULL: it
 * takes in a function that lies in no object, or in one that exports nothing of a driver.
 */
struct cuda_library *cuda_library_of(enum cuda_hook hook, void *function,
                                     const struct cuda_library *door);

/* The same where that was found out before, at the cost of one look; else NULL. */
struct cuda_library *cuda_known_library_of(enum cuda_hook hook, const void *function);

/*
 * For a direct call of the exported `hook` from `caller`: the function that it would have reached
 * without us, in *function (NULL: there is none), and its library (NULL: none, or one too many).
 */
struct cuda_library *cuda_direct(enum cuda_hook hook, const void *caller, void **function);

/* What the object that `function` lies in exports under the hook's name, or NULL. */
void *cuda_export_beside(enum cuda_hook hook, const void *function);

/*
 * A driver's companion of its own object; for a library that only stands before a driver, that
 * driver's; or NULL. Not for launches and what is given a stream or a kernel: another object would
 * not know the handle, and a wrapper of launches would not see them. There only `own` will do.
 */
void *cuda_companion(const struct cuda_library *library, enum cuda_companion companion);

/* The same by name, of any function; found anew each time. */
void *cuda_function(const struct cuda_library *library, const char *name);

#define CUDA_COMPANION(library, name)                                                              \
    ((__typeof((library)->own.name))cuda_companion(library, COMPANION_##name))

/* Remembers that the code at `caller` was handed a driver function of ours. */
void cuda_note_user(const void *caller);

/* Whether the object of `library` was handed one: what it asks of a driver comes through us. */
bool cuda_is_user(const struct cuda_library *library);

/* cuda.c */

/* The entry before the functions of a library: it calls the hook's body with that library. */
void *cuda_entry(enum cuda_hook hook, const struct cuda_library *library);

/* Whether the settings ask for the hook at all. What they don't is handed out as it came. */
bool cuda_wanted(enum cuda_hook hook);

/* level.c */

/* Whether a stream takes the level for which the program has or hasn't named a priority. */
bool cuda_level_applies(bool named);

/* The native priority that the level has in the driver's current context, or false: there is none,
 * or no range was to be had. */
bool cuda_level_here(const struct cuda_library *driver, int *priority);

/* The same in another context: it is current for the time of the question. */
bool cuda_level_in(const struct cuda_library *driver, CUcontext context, int *priority);

/* watch.c */

/* What a call asks for; `makes` is false of a function that makes no stream. */
struct cuda_asked {
    bool makes, named;
    unsigned int flags;
    int priority;
    CUstream *stream;
    CUgreenCtx green;
};

/* A call that is watched, from before its body to after it. */
struct cuda_watch {
    enum cuda_hook hook;
    unsigned int ways;  /* how the program came by the function (report_ways); 0: by a look-up */
    const void *caller; /* the address that it returns to */
    const void *caller_before;
    bool outermost;
};
void cuda_watch_begin(struct cuda_watch *watch, const struct cuda_asked *asks);
void cuda_watch_end(const struct cuda_watch *watch, const struct cuda_library *library,
                    const struct cuda_asked *asks, int result);

/* A hooked function is handed to the code at `caller` (NULL: to who makes the call that is being
 * watched), by one of report_ways. To be called where there is attention. */
void cuda_watch_handed(enum cuda_hook hook, unsigned int way, const void *caller);

/* A launch on a default stream of the current context has gone out, at the level or without. */
void cuda_watch_launch(const struct cuda_library *driver, bool at_level);

/* One body per row: streams.c, launches.c, attributes.c, procaddr.c. */
#define COMPANION(result, name, parameters)
#define HOOK(result, name, base, since, until, when, parameters, arguments, asks)                  \
    result name##_body(struct cuda_library *library, CUDA_LIST parameters);
#define CUDA_LIST(...) __VA_ARGS__
#include "hooks.def"
#undef HOOK
#undef COMPANION

#endif
