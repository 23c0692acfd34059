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
#include <errno.h>
#include <stddef.h>

/* A name that is ours: a runtime's hooked function, or (runtime NULL) dlsym or dlvsym itself. */
struct hook {
    const struct runtime *runtime;
    int number;
    void *lookup; /* the exported dlsym or dlvsym */
};

struct request {
    void *handle;
    const char *name;
    const char *version;
    const void *caller;
    struct hook hook;
};

static bool find_hook(const char *name, struct hook *hook)
{
    static const struct runtime *const runtimes[] = {
#define RUNTIME(folder, first, second) &folder##_runtime,
#include "runtime.def"
#undef RUNTIME
    };

    for (size_t i = 0; i < sizeof(runtimes) / sizeof(*runtimes); i++) {
        int number = runtimes[i]->find(name);
        if (number >= 0) {
            *hook = (struct hook){runtimes[i], number, NULL};
            return true;
        }
    }
    if (*name != 'd')
        return false;
    *hook = (struct hook){NULL, -1,
                          text_same(name, "dlsym")    ? (void *)dlsym
                          : text_same(name, "dlvsym") ? (void *)dlvsym
                                                      : NULL};
    return hook->lookup;
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
    if (r->hook.runtime)
        return answer(r->hook.runtime->wrap(r->hook.number, function, r->caller));
    /* dlsym itself: a library that comes after us may be another interposer in search of the real
     * one; given ours it would call itself through us for ever. */
    bool before = objects_place_of(r->caller) == PLACE_BEFORE_US;
    return answer(before ? r->hook.lookup : function);
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
    if (function && !r->hook.runtime)
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

static struct lookup_answer answer_by_handle(const struct request *r)
{
    void *function = symbols_call(r->handle, r->name, r->version);

    if (!function)
        return answer(NULL);
    /* Ours by the handle of the program itself: its scope is the global one. */
    if (objects_is_ours(function) && r->hook.runtime)
        return answer_default(r);
    return answer_wrapped(r, function);
}

struct lookup_answer prioshim_lookup(void *handle, const char *name, const char *version,
                                     const void *caller)
{
    struct hook hook;

    if (!find_hook(name, &hook))
        return leave_with(handle);
    symbols_start();
    const struct request r = {handle, name, version, caller, hook};
    int saved_errno = errno;
    struct lookup_answer a = handle == RTLD_DEFAULT ? answer_default(&r)
                             : handle == RTLD_NEXT  ? answer_next(&r)
                                                    : answer_by_handle(&r);
    errno = saved_errno;
    return a;
}
