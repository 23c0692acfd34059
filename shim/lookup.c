/* SPDX-License-Identifier: MIT */
/*
 * Answers lookups as if this library were not there, with wrappers in the place of hooked
 * functions.
 *
 * glibc's dlsym judges RTLD_DEFAULT and RTLD_NEXT by its return address. So a lookup that only the
 * true caller may make is never made here: it is left by a jump. And since a success clears what
 * dlerror would say, a failing lookup comes last.
 */
#include "lookup.h"

#include "runtime.h"
#include "symbols.h"
#include "text.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

struct request {
    void *handle;
    const char *name;
    const char *version;
    const void *caller;
    /* What hooks the name, and as which of its functions. */
    enum runtime {
        ITSELF, /* it is dlsym or dlvsym */
#define RUNTIME(folder, first, second) BY_##folder,
#include "runtime.def"
#undef RUNTIME
    } runtime;
    int number;
};

static inline bool is_real(const void *handle)
{
    return handle != RTLD_DEFAULT && handle != RTLD_NEXT;
}

static struct lookup_answer answer(void *value)
{
    return (struct lookup_answer){value, 0};
}

static struct lookup_answer leave_with(void *handle)
{
    return (struct lookup_answer){handle, 1};
}

static struct lookup_answer answer_wrapped(const struct request *r, void *function)
{
    if (objects_is_ours(function))
        return answer(function);
    switch (r->runtime) {
#define RUNTIME(folder, first, second)                                                             \
    case BY_##folder:                                                                              \
        return answer(                                                                             \
            folder##_wrap(r->number, function, is_real(r->handle) ? r->handle : NULL, r->caller));
#include "runtime.def"
#undef RUNTIME
    case ITSELF:
        break;
    }
    /* dlsym itself: a library that comes after us may be another interposer in search of the real
     * one; given ours it would call itself through us for ever. */
    if (objects_place_of(r->caller) != PLACE_BEFORE_US)
        return answer(function);
    return answer(text_same(r->name, "dlsym") ? (void *)dlsym : (void *)dlvsym);
}

/* Our export was found, or would have been: what would the caller have got without it? */
static struct lookup_answer answer_without_us(const struct request *r)
{
    void *function = symbols_call(RTLD_NEXT, r->name, r->version);

    /* What RTLD_DEFAULT finds stays loaded as long as its caller; RTLD_NEXT promises nothing. */
    if (function && r->handle == RTLD_DEFAULT && symbols_keep(function))
        function = symbols_call(RTLD_NEXT, r->name, r->version);
    if (function)
        return answer_wrapped(r, function);
    /* The global scope has none. Only RTLD_DEFAULT looks into the scope that the caller's library
     * has of its own where it was opened RTLD_LOCAL. */
    if (r->handle != RTLD_DEFAULT || objects_place_of(r->caller) != PLACE_AFTER_US)
        return r->version ? leave_with(r->handle) : answer(NULL);
    function = symbols_in_scope_of(r->caller, r->name, r->version);
    if (function) {
        symbols_call(RTLD_DEFAULT, "dlsym", NULL); /* a success, after the failure above */
        return answer_wrapped(r, function);
    }
    return leave_with(r->version ? r->handle : RTLD_NEXT);
}

static struct lookup_answer answer_default(const struct request *r)
{
    void *function = symbols_call(RTLD_DEFAULT, r->name, r->version);

    if (function && !objects_is_ours(function)) {
        /* An earlier object's own definition is what direct calls reach as well. */
        bool before = objects_place_of(function) == PLACE_BEFORE_US;
        return before ? answer(function) : answer_wrapped(r, function);
    }
    if (function && !r->runtime)
        return answer(function);
    return answer_without_us(r);
}

static struct lookup_answer answer_next(const struct request *r)
{
    if (objects_place_of(r->caller) != PLACE_BEFORE_US ||
        objects_defined_before_us(r->caller, r->name, r->version))
        return leave_with(RTLD_NEXT);
    void *function = symbols_call(RTLD_NEXT, r->name, r->version);
    if (function)
        return answer_wrapped(r, function);
    return r->version ? leave_with(RTLD_NEXT) : answer(NULL);
}

static struct lookup_answer answer_by_handle(const struct request *r, void *function)
{
    /* Ours by the handle of the program itself: its scope is the global one. */
    if (objects_is_ours(function) && r->runtime)
        return answer_default(r);
    return answer_wrapped(r, function);
}

static void find_hook(struct request *r)
{
#define RUNTIME(folder, first, second)                                                             \
    r->runtime = BY_##folder;                                                                      \
    r->number = folder##_find(r->name);                                                            \
    if (r->number >= 0)                                                                            \
        return;
    r->runtime = ITSELF;
    if (*r->name == 'd')
        return;
#include "runtime.def"
#undef RUNTIME
    r->runtime = ITSELF;
}

/*
 * Where there is more to be done than to look up by a handle what is known. errno may change in
 * that, and must not.
 */
static __attribute__((noinline)) struct lookup_answer look_further(void *handle, const char *name,
                                                                   const char *version,
                                                                   const void *caller,
                                                                   void *function)
{
    struct request r = {handle, name, version, caller, ITSELF, -1};
    symbols_start();
    int *error = objects_errno(), saved_errno = *error;
    find_hook(&r);
    struct lookup_answer a = handle == RTLD_DEFAULT ? answer_default(&r)
                             : handle == RTLD_NEXT  ? answer_next(&r)
                                                    : answer_by_handle(&r, function);
    *error = saved_errno;
    return a;
}

/* The usual one: a hooked name, by a handle. */
#define RUNTIME(folder, first, second)                                                             \
    static inline struct lookup_answer look_up_##folder(                                           \
        int number, void *handle, const char *name, const char *version, const void *caller)       \
    {                                                                                              \
        void *function = NULL, *known = NULL;                                                      \
                                                                                                   \
        if (is_real(handle)) {                                                                     \
            function = symbols_call_by_handle(handle, name, version);                              \
            if (!function)                                                                         \
                return answer(NULL);                                                               \
            known = folder##_known(number, function, handle, caller);                              \
        }                                                                                          \
        return __builtin_expect(known != NULL, 1)                                                  \
                   ? answer(known)                                                                 \
                   : look_further(handle, name, version, caller, function);                        \
    }
#include "runtime.def"
#undef RUNTIME

static inline __attribute__((always_inline)) struct lookup_answer
answer_to(void *handle, const char *name, const char *version, const void *caller)
{
    int number;

#define RUNTIME(folder, first, second)                                                             \
    number = folder##_find(name);                                                                  \
    if (__builtin_expect(number >= 0, 1))                                                          \
        return look_up_##folder(number, handle, name, version, caller);
#include "runtime.def"
#undef RUNTIME
    return leave_with(handle);
}

DIRECT struct lookup_answer prioshim_lookup_dlsym(void *handle, const char *name,
                                                  const void *caller)
{
    return answer_to(handle, name, NULL, caller);
}

DIRECT struct lookup_answer prioshim_lookup_dlvsym(void *handle, const char *name,
                                                   const char *version, const void *caller)
{
    return answer_to(handle, name, version, caller);
}

DIRECT struct lookup_answer prioshim_lookup_itself(void *handle, const char *name,
                                                   const char *version, const void *caller)
{
    void *function = NULL;

    if (!text_same(name, "dlsym") && !text_same(name, "dlvsym"))
        return leave_with(handle);
    if (is_real(handle)) {
        function = symbols_call_by_handle(handle, name, version);
        if (!function)
            return answer(NULL);
    }
    return look_further(handle, name, version, caller, function);
}
