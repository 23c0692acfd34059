/* The CUDA rooms among themselves: what follows from the rows of hooks.def. */
#ifndef PRIOSHIM_CUDA_CUDA_H
#define PRIOSHIM_CUDA_CUDA_H

#include "abi.h"

#include <stdbool.h>
#include <stdint.h>

#define COMPANION(result, name, parameters)
#define HOOK(result, name, base, since, until, parameters, arguments) HOOK_##name,
enum cuda_hook {
#include "hooks.def"
    CUDA_HOOKS
};
#undef HOOK
#undef COMPANION

#define HOOK(result, name, base, since, until, parameters, arguments)
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
#define HOOK(result, name, base, since, until, parameters, arguments) result(*name) parameters;
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
#define HOOK(result, name, base, since, until, parameters, arguments)
#define COMPANION(result, name, parameters) result(*name) parameters;
#include "hooks.def"
#undef HOOK
#undef COMPANION
        } own;
        void *companions[CUDA_COMPANIONS];
    };
};

/* A slot's function: another thread may be the first to find it just now. */
#define CUDA_REAL(library, name) __atomic_load_n(&(library)->real.name, __ATOMIC_ACQUIRE)

/* The rows' names, and how cuGetProcAddress is asked for them. */
struct cuda_row {
    const char *name;
    const char *base;
    int since;
    int until;
};
extern const struct cuda_row cuda_rows[CUDA_HOOKS];

/*
 * Whether a name may be one of the rows', by its first three bytes: nearly every name that a
 * process looks up is another's, and is told so here. The compiler makes one constant of the rows.
 */
static inline bool cuda_may_be_hooked(const char *name)
{
#define HOOK(result, name, base, since, until, parameters, arguments)                              \
    | UINT64_C(1) << ((unsigned char)#name[2] & 63)
#define COMPANION(result, name, parameters)
    const uint64_t thirds = 0
#include "hooks.def"
        ;
#undef HOOK
#undef COMPANION
    return name[0] == 'c' && name[1] == 'u' && (thirds >> ((unsigned char)name[2] & 63) & 1);
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

/* A driver's companion of its own object; for a library that only stands before a driver, that
 * driver's; or NULL. */
void *cuda_companion(const struct cuda_library *library, enum cuda_companion companion);

/* Remembers that the code at `caller` was handed a driver function of ours. */
void cuda_note_user(const void *caller);

/* Whether the object of `library` was handed one: what it asks of a driver comes through us. */
bool cuda_is_user(const struct cuda_library *library);

/* cuda.c */

/* The entry before the functions of a library: it calls the hook's body with that library. */
void *cuda_entry(enum cuda_hook hook, const struct cuda_library *library);

/* One body per row: streams.c, procaddr.c. */
#define COMPANION(result, name, parameters)
#define HOOK(result, name, base, since, until, parameters, arguments)                              \
    result name##_body(struct cuda_library *library, CUDA_LIST parameters);
#define CUDA_LIST(...) __VA_ARGS__
#include "hooks.def"
#undef HOOK
#undef COMPANION

#endif
