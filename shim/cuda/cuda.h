/* SPDX-License-Identifier: MIT */
/* The CUDA rooms among themselves: what follows from the rows of hooks.def. */
#ifndef PRIOSHIM_CUDA_CUDA_H
#define PRIOSHIM_CUDA_CUDA_H

#include "../asked.h"
#include "../runtime.h"
#include "../symtab.h"
#include "../text.h"
#include "abi.h"

#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define COMPANION(result, name, parameters)
#define HOOK(room, result, name, base, since, until, when, parameters, arguments, asks) HOOK_##name,
enum cuda_hook {
#include "hooks.def"
    CUDA_HOOKS
};
#undef HOOK
#undef COMPANION

#define HOOK(room, result, name, base, since, until, when, parameters, arguments, asks)
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
#define HOOK(room, result, name, base, since, until, when, parameters, arguments, asks)            \
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
#define HOOK(room, result, name, base, since, until, when, parameters, arguments, asks)
#define COMPANION(result, name, parameters) result(*name) parameters;
#include "hooks.def"
#undef HOOK
#undef COMPANION
        } own;
        void *companions[CUDA_COMPANIONS];
    };
    atomic_bool refuses_launches; /* at a priority; found out by trying */
};

/* A slot's function: another thread may be the first to find it just now. */
#define CUDA_REAL(library, name) __atomic_load_n(&(library)->real.name, __ATOMIC_ACQUIRE)

/* An export of the library's own object: there before anything of the library is handed out. (Of
 * that the thread sanitizer sees nothing: cuda.c is not instrumented.) */
#ifdef __SANITIZE_THREAD__
#define CUDA_OWN(library, name) __atomic_load_n(&(library)->own.name, __ATOMIC_RELAXED)
#else
#define CUDA_OWN(library, name) ((library)->own.name)
#endif

/* How cuGetProcAddress is asked for the rows' functions, and when they are hooked. */
struct cuda_row {
    char base[SYMTAB_LONGEST];
    unsigned char base_size; /* with its end */
    enum cuda_when { ALWAYS, AT_A_LEVEL, WITH_LAUNCHES } when;
    int since;
    int until;
};
extern const struct cuda_row cuda_rows[CUDA_HOOKS] __attribute__((visibility("hidden")));

/* The names of the rows, and of the companions after them. */
extern const struct symtab_name cuda_names[CUDA_HOOKS + CUDA_COMPANIONS]
    __attribute__((visibility("hidden")));

/* names.c */

/* A name's mark, of its third and its ninth byte; and the rows that have it, a bit each. */
enum { CUDA_MARKS = 32 };
#define CUDA_MARK(name) (((name)[RUNTIME_THIRD] * 5 + (name)[RUNTIME_NINTH]) & (CUDA_MARKS - 1))
extern const uint32_t cuda_rows_by_mark[CUDA_MARKS] __attribute__((visibility("hidden")));

/* The rows that a name may be, a bit each. At a page's end nothing is read behind the name's. */
static inline uint32_t cuda_candidates(const char *name)
{
    return text_in_page(name, RUNTIME_NINTH + 1) ? cuda_rows_by_mark[CUDA_MARK(name)]
                                                 : UINT32_MAX >> (32 - CUDA_HOOKS);
}

/* Whether a name is the row's base, which cuGetProcAddress is asked for. */
static inline bool cuda_is_base(const char *name, const struct cuda_row *row)
{
    return row->base_size > 1 && text_is(name, row->base, row->base_size);
}

/* libraries.c */

enum { CUDA_LIBRARIES = 8 };
extern struct cuda_library cuda_libraries[CUDA_LIBRARIES] __attribute__((visibility("hidden")));

/*
 * The library that `function`, an implementation of `hook`, belongs to; NULL where more are loaded
 * than there is room for. `door` is the library through which the function was found, or NULL: it
 * takes in a function that lies in no object, or in one that exports nothing of a driver.
 */
struct cuda_library *cuda_library_of(enum cuda_hook hook, void *function,
                                     const struct cuda_library *door);

/*
 * The library whose object exports `function` as `hook`; NULL: none, since it is data of that name,
 * say. `stays`: the program keeps the object loaded meanwhile; else it may be unloaded by another
 * thread, and is held by the loader's lock.
 */
struct cuda_library *cuda_library_exporting(enum cuda_hook hook, void *function, bool stays);

/* What cuda_library_of would find, where that was found out before, at the cost of one look; else
 * NULL. */
struct cuda_library *cuda_known_library_of(enum cuda_hook hook, const void *function);

/* The object that each library stands for, word by word. */
struct cuda_place {
    _Atomic(uintptr_t) map;
    _Atomic(uintptr_t) start, shape;      /* written before the map is published */
    _Atomic(uintptr_t) dynamic;           /* of the map */
    _Atomic(int32_t) exports[CUDA_HOOKS]; /* what it exports as the rows' names, seen from its
                                             start; 0: nothing */
    atomic_bool uses_ours;                /* its lookups of driver functions were answered by us */
};
extern struct cuda_place cuda_places[CUDA_LIBRARIES] __attribute__((visibility("hidden")));

/*
 * Whether a library is that of an open handle. Its link map can be read then; but a handle may be
 * of another library's own kind, so it is read only where it can be that map.
 */
static inline bool cuda_is_of_handle(const struct cuda_place *place, const void *handle)
{
    const struct link_map *map = handle;

    return atomic_load_explicit(&place->map, memory_order_acquire) == (uintptr_t)handle &&
           atomic_load_explicit(&place->dynamic, memory_order_acquire) == (uintptr_t)map->l_ld;
}

/* The function in a library's slot, or NULL. Whoever finds it there may call it. */
static inline void *cuda_slot(const struct cuda_library *library, enum cuda_hook hook)
{
    return __atomic_load_n(&library->hooked[hook], __ATOMIC_ACQUIRE);
}

/*
 * For a direct call of the exported `hook` from `caller`: the function that it would have reached
 * without us, in *function (NULL: there is none), and its library (NULL: none, or one too many).
 */
struct cuda_library *cuda_direct(enum cuda_hook hook, const void *caller, void **function);

/*
 * Takes a function into the library's slot, if it is what the library's own object exports under
 * the hook's name, and that object is known to be there.
 */
bool cuda_settle_own(const struct cuda_library *library, enum cuda_hook hook, void *function);

/* What the object that `function` lies in exports under the hook's name, or NULL. */
void *cuda_export_beside(enum cuda_hook hook, const void *function);

/*
 * A driver's companion of its own object; for a library that only stands before a driver, that
 * driver's; or NULL. Not for launches and what is given a stream or a kernel: another object would
 * not know the handle, and a wrapper of launches would not see them. There only `own` will do.
 */
#define CUDA_COMPANION(library, name)                                                              \
    (CUDA_OWN(library, name)                                                                       \
         ? CUDA_OWN(library, name)                                                                 \
         : (__typeof((library)->own.name))cuda_companion_elsewhere(library, COMPANION_##name))
void *cuda_companion_elsewhere(const struct cuda_library *library, enum cuda_companion companion);

/* The same by name, of any function; found anew each time. */
void *cuda_function(const struct cuda_library *library, const char *name);

/* Remembers that the code at `caller` was handed a driver function of ours. */
extern _Atomic(const void *) cuda_last_user __attribute__((visibility("hidden")));
void cuda_note_another_user(const void *caller);
static inline bool cuda_is_last_user(const void *caller)
{
    return atomic_load_explicit(&cuda_last_user, memory_order_relaxed) == caller;
}
static inline void cuda_note_user(const void *caller)
{
    if (!cuda_is_last_user(caller))
        cuda_note_another_user(caller);
}

/* Whether the object of `library` was handed one: what it asks of a driver comes through us. */
bool cuda_is_user(const struct cuda_library *library);

/* cuda.c */

/* The entries before the functions of the libraries, as distances (exports_<arch>.S). */
extern const int32_t cuda_entries[CUDA_HOOKS][CUDA_LIBRARIES] __attribute__((visibility("hidden")));

static inline void *cuda_entry_at(enum cuda_hook hook, int place)
{
    return (char *)(uintptr_t)cuda_entries + cuda_entries[hook][place];
}

static inline void *cuda_entry(enum cuda_hook hook, const struct cuda_library *library)
{
    return cuda_entry_at(hook, (int)(library - cuda_libraries));
}

/* The entry, for a program that came by the function by one of report_ways. */
void *cuda_hand_out(enum cuda_hook hook, const struct cuda_library *library, unsigned int way,
                    const void *caller);

/* The rows that are wanted, and without attention, a bit each: as far as one was handed out. */
extern _Atomic(uint32_t) cuda_quiet __attribute__((visibility("hidden")));

static inline bool cuda_is_quiet(enum cuda_hook hook)
{
    return atomic_load_explicit(&cuda_quiet, memory_order_relaxed) >> hook & 1;
}

/* Whether anything is wanted of the hook. Where nothing is it is handed out as it came. */
static inline bool cuda_wanted(enum cuda_hook hook)
{
    const struct settings *settings = asked();

    if (cuda_rows[hook].when == WITH_LAUNCHES)
        return settings_launches(settings);
    return settings->priority != PRIORITY_DEFAULT ||
           (cuda_rows[hook].when == ALWAYS && ASKED_ATTENTION());
}

/* Notes, for good, where a direct call from `caller` leads: in calls of one object to another, of
 * which both stay loaded. */
void cuda_keep_direct(enum cuda_hook hook, const void *caller, void *function,
                      const struct cuda_library *library);

/* level.c. Called by bodies, for which the entries have seen to it that the settings are read. */

/* Whether a stream takes the level for which the program has or hasn't named a priority. */
static inline bool cuda_level_applies(bool named)
{
    return asked_settings.priority != PRIORITY_DEFAULT &&
           !(named && asked_settings.explicit_policy == EXPLICIT_KEEP);
}

/* The native priority that a level has in the driver's current context, or false: there is none, or
 * no range was to be had. */
static inline bool cuda_level_here(const struct cuda_library *driver, int *priority)
{
    __typeof(driver->own.cuCtxGetStreamPriorityRange) range =
        CUDA_COMPANION(driver, cuCtxGetStreamPriorityRange);
    int least = 0, greatest = 0;

    if (!range || range(&least, &greatest) != CUDA_SUCCESS)
        return false;
    if (asked_settings.priority == PRIORITY_DEFAULT) /* then nobody asks */
        __builtin_unreachable();
    return priority_native(asked_settings.priority, least, greatest, priority);
}

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

/*
 * One body per row, in the row's room: streams.c, launches.c, attributes.c, procaddr.c.
 * CUDA_BODY: of one that shall stand in its entries, since most calls leave it by a jump.
 */
#define CUDA_BODY inline __attribute__((always_inline))
#define COMPANION(result, name, parameters)
#define HOOK(room, result, name, base, since, until, when, parameters, arguments, asks)            \
    result name##_body(struct cuda_library *library, CUDA_LIST parameters);
#define CUDA_LIST(...) __VA_ARGS__
#include "hooks.def"
#undef HOOK
#undef COMPANION

#endif
