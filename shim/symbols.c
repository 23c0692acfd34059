/* SPDX-License-Identifier: MIT */
#include "symbols.h"

#include "loader.h"
#include "symtab.h"
#include "warm.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdatomic.h>
#include <stddef.h>

/*
 * Where a lookup leaves by a jump (lookup_<arch>.S); NULL until symbols_start has found one: then
 * it asks symbols_real_dlsym. (Not filled in by the loader: it must serve before we are relocated.)
 */
extern __typeof(dlsym) *prioshim_real_dlsym __attribute__((visibility("hidden")));
extern __typeof(dlvsym) *prioshim_real_dlvsym __attribute__((visibility("hidden")));

static WARM __typeof(dlsym) *real_dlsym;
static WARM __typeof(dlvsym) *real_dlvsym;

/* libc's own, for lookups in our name: glibc must see us, not another wrapper, as the caller. */
static WARM __typeof(dlsym) *own_dlsym;
static WARM __typeof(dlvsym) *own_dlvsym;

/* What a program gets that calls dlsym where no object defines it. */
static void *no_dlsym(void *restrict handle, const char *restrict name)
{
    (void)handle;
    (void)name;
    return NULL;
}

static void *no_dlvsym(void *restrict handle, const char *restrict name,
                       const char *restrict version)
{
    (void)version;
    return no_dlsym(handle, name);
}

/*
 * The first definitions after ours, of each: another library that wraps dlsym comes before libc.
 * What follows libc is looked at only where libc has none.
 */
static void find_next(__typeof(dlsym) **next_dlsym, __typeof(dlvsym) **next_dlvsym)
{
    static const struct symtab_name names[] = {SYMTAB_NAME("dlsym"), SYMTAB_NAME("dlvsym")};
    void *next[2] = {NULL, NULL}, *found[2];
    const struct link_map *m = objects_ours ? objects_ours->l_next : NULL;

    for (; m && !(next[0] && next[1]) && !(m == objects_libc && objects_dlsym); m = m->l_next) {
        symtab_functions(m, names, found, 2);
        for (int i = 0; i < 2; i++)
            next[i] = next[i] ? next[i] : found[i];
    }
    *next_dlsym = next[0] ? (__typeof(dlsym) *)next[0] : objects_dlsym;
    *next_dlvsym = next[1] ? (__typeof(dlvsym) *)next[1] : objects_dlvsym;
}

void symbols_start(void)
{
    static WARM atomic_bool
        started; /* set last: whoever comes meanwhile does the same work again */
    __typeof(dlsym) *next_dlsym;
    __typeof(dlvsym) *next_dlvsym;

    if (atomic_load_explicit(&started, memory_order_acquire))
        return;
    objects_start();
    find_next(&next_dlsym, &next_dlvsym);
    OBJECTS_PUBLISH(own_dlsym, objects_libc ? objects_dlsym : next_dlsym);
    OBJECTS_PUBLISH(own_dlvsym, objects_libc ? objects_dlvsym : next_dlvsym);
    OBJECTS_PUBLISH(real_dlsym, next_dlsym);
    OBJECTS_PUBLISH(real_dlvsym, next_dlvsym);
    if (next_dlvsym)
        OBJECTS_PUBLISH(prioshim_real_dlvsym, next_dlvsym);
    if (next_dlsym)
        OBJECTS_PUBLISH(prioshim_real_dlsym, next_dlsym);
    atomic_store_explicit(&started, true, memory_order_release);
}

struct late {
    const char *name;
    void *function;
};

static void search_late(void *data)
{
    struct late *late = data;

    for (const struct link_map *m = objects_ours->l_next; m && !late->function; m = m->l_next)
        late->function = objects_mapped(m) ? symtab_function(m, late->name, NULL) : NULL;
}

/*
 * Before glibc 2.34 a program without libdl comes by one with a library that libc opens (a name
 * service's, say). It may go again, so it is found anew at each use.
 */
static void *late_definition(const char *name)
{
    struct late late = {name, NULL};

    if (objects_libc)
        objects_still(search_late, &late);
    return late.function;
}

__typeof(dlsym) *symbols_real_dlsym(void)
{
    symbols_start();
    __typeof(dlsym) *real = real_dlsym;
    if (!real)
        real = (__typeof(dlsym) *)late_definition("dlsym");
    return real ? real : no_dlsym;
}

__typeof(dlvsym) *symbols_real_dlvsym(void)
{
    symbols_start();
    __typeof(dlvsym) *real = real_dlvsym;
    if (!real)
        real = (__typeof(dlvsym) *)late_definition("dlvsym");
    return real ? real : no_dlvsym;
}

struct naming {
    struct object object;
    char name[PATH_MAX];
};

static void copy_name(void *data)
{
    struct naming *naming = data;
    const char *from = naming->object.map->l_name;
    size_t n = 0;

    for (; from && from[n] && n < sizeof(naming->name) - 1; n++)
        naming->name[n] = from[n];
    naming->name[n] = '\0';
}

static WARM atomic_bool constructed;

void symbols_constructed(void)
{
    objects_constructed();
    atomic_store(&constructed, true);
}

bool symbols_keep(const void *function)
{
    enum { KEPT = 16 };
    static WARM _Atomic(uintptr_t) kept[KEPT];
    static atomic_uint next;
    struct naming naming = {objects_at(function), ""};
    uintptr_t mark = (uintptr_t)naming.object.map ^ naming.object.start << 1;

    /* A forked child may have inherited the loader at work: a dlopen would end it. */
    const struct r_debug *debug = loader_debug();
    if (!atomic_load(&constructed) || !debug || debug->r_state != RT_CONSISTENT)
        return false;
    for (const struct link_map *m = objects_first; objects_libc && m != objects_libc->l_next;
         m = m->l_next) {
        if (m == naming.object.map)
            return false;
    }
    for (int i = 0; i < KEPT; i++) {
        if (atomic_load_explicit(&kept[i], memory_order_relaxed) == mark)
            return false;
    }
    objects_hold(&naming.object, copy_name, &naming);
    __typeof(&dlopen) open = OBJECTS_LIBC(dlopen);
    if (*naming.name && open && open(naming.name, RTLD_LAZY | RTLD_NOLOAD))
        atomic_store_explicit(&kept[atomic_fetch_add(&next, 1) % KEPT], mark, memory_order_relaxed);
    return true;
}

struct search {
    const char *name;
    const char *version; /* what the caller refers to, or NULL */
    const struct link_map *caller;
    void *function;
};

/* Up to libc's: what every object sees before its own scope, and what stays, so nothing is held. */
static void search_start(struct search *s)
{
    for (const struct link_map *m = objects_ours;
         objects_libc && m != objects_libc && !s->function;) {
        m = m->l_next;
        s->function = symtab_function(m, s->name, s->version);
    }
}

/* Whether `from` needs `to`, itself or by what it needs. */
static bool needs(const struct link_map *from, const struct link_map *to, int depth)
{
    if (symtab_needs(from, to))
        return true;
    for (const struct link_map *m = objects_first; depth > 0 && m; m = m->l_next) {
        if (m != from && objects_mapped(m) && symtab_needs(from, m) && needs(m, to, depth - 1))
            return true;
    }
    return false;
}

enum { DEPTH = 3 }; /* of libraries that need libraries: enough, and bounded */

/* How surely a call from `caller` means the definition in `m`, which is not the only one. */
static int claim_of(const struct link_map *m, const struct link_map *caller)
{
    if (needs(objects_first, m, DEPTH)) /* loaded at start-up: every object sees it first */
        return 4;
    if (!caller)
        return 1;
    return m == caller ? 3 : needs(caller, m, DEPTH) ? 2 : 1;
}

static void search_rest(void *data)
{
    struct search *s = data;
    const struct link_map *found = NULL;
    int best = 0;

    for (const struct link_map *m = (objects_libc ? objects_libc : objects_ours)->l_next; m;
         m = m->l_next) {
        void *function = objects_mapped(m) ? symtab_function(m, s->name, s->version) : NULL;
        if (!function)
            continue;
        int claim = found ? claim_of(m, s->caller) : 0;
        if (found && !best)
            best = claim_of(found, s->caller);
        if (found && claim <= best)
            continue;
        best = claim;
        found = m;
        s->function = function;
    }
}

void *symbols_for_call(const char *name, const void *caller, struct object *where)
{
    struct search s = {.name = name};

    symbols_start();
    if (objects_ours) {
        s.caller = caller ? objects_at(caller).map : NULL;
        s.version = s.caller ? symtab_wanted_version(s.caller, name) : NULL;
        search_start(&s);
        if (!s.function)
            objects_still(search_rest, &s);
    }
    *where = s.function ? objects_at(s.function) : (struct object){NULL, 0, 0};
    return s.function;
}

void *symbols_call(void *handle, const char *name, const char *version)
{
    bool in_our_name = handle == RTLD_DEFAULT || handle == RTLD_NEXT;

    if (version)
        return (in_our_name && own_dlvsym ? own_dlvsym : symbols_real_dlvsym())(handle, name,
                                                                                version);
    return (in_our_name && own_dlsym ? own_dlsym : symbols_real_dlsym())(handle, name);
}

static void search_scope(void *data)
{
    struct search *s = data;

    s->function = symtab_function(s->caller, s->name, s->version);
    for (const struct link_map *m = objects_first; m && !s->function; m = m->l_next) {
        void *function = objects_mapped(m) ? symtab_function(m, s->name, s->version) : NULL;
        if (function && m != objects_ours && needs(s->caller, m, DEPTH))
            s->function = function;
    }
}

void *symbols_in_scope_of(const void *caller, const char *name, const char *version)
{
    struct search s = {name, version, objects_at(caller).map, NULL};

    if (s.caller)
        objects_still(search_scope, &s);
    return s.function;
}
