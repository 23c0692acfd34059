#include "symbols.h"

#include "symtab.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/auxv.h>

/* Where a lookup leaves by a jump (lookup_<arch>.S); set by symbols_start. */
extern __typeof(dlsym) *prioshim_real_dlsym __attribute__((visibility("hidden")));
extern __typeof(dlvsym) *prioshim_real_dlvsym __attribute__((visibility("hidden")));

/* Laid out as glibc's struct dl_find_object (dlfcn.h since 2.35), for building on older ones. */
struct found_object {
    unsigned long long flags;
    void *start;
    void *end;
    struct link_map *map;
    void *reserved[8];
};

static int (*find_object)(void *, struct found_object *); /* NULL before glibc 2.35 */

static const struct link_map *self;
static const struct link_map *last_at_start; /* what was loaded at start-up is never unloaded */

/* Weak: a plain reference would make the loader itself a needed library. */
extern struct r_debug _r_debug __attribute__((weak));
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char _end[] __attribute__((visibility("hidden")));

bool symbols_ours(const void *address)
{
    return (uintptr_t)address - (uintptr_t)__ehdr_start < (uintptr_t)(_end - __ehdr_start);
}

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

/* The first definition after ours: another library that wraps dlsym comes before libc. */
static void *next_definition(const char *name)
{
    for (const struct link_map *m = self ? self->l_next : NULL; m; m = m->l_next) {
        void *function = symtab_function(m, name, NULL);
        if (function || m == last_at_start)
            return function;
    }
    return NULL;
}

/*
 * libc's own, whoever wraps it. Before 2.34 the dl functions lie in libdl. Found anew at each use:
 * what is rarely needed shall cost nothing in every process that starts.
 */
static void *libc_definition(const char *name)
{
    for (const struct link_map *m = self; m; m = m->l_next) {
        if (symtab_is(m, "libc.so.6") || symtab_is(m, "libdl.so.2")) {
            void *function = symtab_function(m, name, NULL);
            if (function)
                return function;
        }
        if (m == last_at_start)
            break;
    }
    return NULL;
}

#define LIBC(name) ((__typeof(&name))libc_definition(#name))

/*
 * The loader's list by the program's own DT_DEBUG entry. Another C library's loader (musl's, in a
 * program that one of glibc's has started) keeps a list of the same form, but has no _r_debug;
 * there nothing is hooked, and lookups must go on to its own dlsym.
 */
static const struct link_map *first_by_program_header(void)
{
    const ElfW(Phdr) *header = (const ElfW(Phdr) *)getauxval(AT_PHDR), *dynamic = NULL;
    uintptr_t base = 0;

    for (unsigned long i = 0; header && i < getauxval(AT_PHNUM); i++) {
        if (header[i].p_type == PT_PHDR)
            base = (uintptr_t)header - header[i].p_vaddr;
        else if (header[i].p_type == PT_DYNAMIC)
            dynamic = &header[i];
    }
    for (const ElfW(Dyn) *d = dynamic ? (const ElfW(Dyn) *)(base + dynamic->p_vaddr) : NULL;
         d && d->d_tag != DT_NULL; d++) {
        if (d->d_tag == DT_DEBUG && d->d_un.d_ptr)
            return ((const struct r_debug *)d->d_un.d_ptr)->r_map;
    }
    return NULL;
}

void symbols_start(void)
{
    static atomic_bool started; /* set last: whoever comes meanwhile does the same work again */

    if (atomic_load_explicit(&started, memory_order_acquire))
        return;
    const struct link_map *first = &_r_debug ? _r_debug.r_map : first_by_program_header();
    for (const struct link_map *us = first; us; us = us->l_next) {
        if (us->l_ld == _DYNAMIC)
            self = us;
        last_at_start = us;
    }
    find_object = (int (*)(void *, struct found_object *))libc_definition("_dl_find_object");
    __typeof(dlsym) *next_dlsym = (__typeof(dlsym) *)next_definition("dlsym");
    __typeof(dlvsym) *next_dlvsym = (__typeof(dlvsym) *)next_definition("dlvsym");
    prioshim_real_dlvsym = next_dlvsym ? next_dlvsym : no_dlvsym;
    prioshim_real_dlsym = next_dlsym ? next_dlsym : no_dlsym;
    atomic_store_explicit(&started, true, memory_order_release);
}

static struct object object_by_dladdr(const void *address)
{
    __typeof(&dladdr1) look = LIBC(dladdr1);
    struct link_map *map = NULL;
    Dl_info info;

    if (look && look(address, &info, (void **)&map, RTLD_DL_LINKMAP) && map)
        return (struct object){map, (uintptr_t)info.dli_fbase};
    return (struct object){NULL, 0};
}

struct object symbols_object_at(const void *address)
{
    struct found_object found;

    if (!find_object)
        return object_by_dladdr(address);
    if (find_object((void *)(uintptr_t)address, &found) == 0)
        return (struct object){found.map, (uintptr_t)found.start};
    return (struct object){NULL, 0};
}

enum place symbols_place_of(const void *address)
{
    struct object object = symbols_object_at(address);

    if (!object.map || !self)
        return PLACE_UNKNOWN;
    if (object.map == self)
        return PLACE_US;
    for (const struct link_map *m = self->l_prev; m; m = m->l_prev) {
        if (m == object.map)
            return PLACE_BEFORE_US;
    }
    return PLACE_AFTER_US;
}

bool symbols_defined_before_us(const void *address, const char *name, const char *version)
{
    const struct link_map *m = symbols_object_at(address).map;

    for (m = m ? m->l_next : NULL; m && m != self; m = m->l_next) {
        if (symtab_function(m, name, version))
            return true;
    }
    return false;
}

struct search {
    const char *name;
    const char *version; /* what the caller refers to, or NULL */
    const struct link_map *caller;
    void *function;
};

/* Among what was loaded at start-up: every object sees it, and it stays, so no lock is needed. */
static void search_start(struct search *s)
{
    for (const struct link_map *m = self; m != last_at_start && !s->function;) {
        m = m->l_next;
        s->function = symtab_function(m, s->name, s->version);
    }
}

/* How surely a call from `caller` that no start-up object satisfies means the definition in `m`. */
static int claim_of(const struct link_map *m, const struct link_map *caller)
{
    if (!caller)
        return 1;
    if (m == caller)
        return 3;
    return symtab_needs(caller, m) ? 2 : 1;
}

/* Called by dl_iterate_phdr with the list locked; one call is enough, since it walks the list. */
static int search_later(struct dl_phdr_info *info, size_t size, void *data)
{
    struct search *s = data;
    int best = 0;

    (void)info;
    (void)size;
    for (const struct link_map *m = last_at_start->l_next; m; m = m->l_next) {
        void *function = symtab_function(m, s->name, s->version);
        int claim = function ? claim_of(m, s->caller) : 0;
        if (claim > best) {
            best = claim;
            s->function = function;
        }
    }
    return 1;
}

void *symbols_for_call(const char *name, const void *caller, struct object *where)
{
    struct search s = {.name = name};
    int saved_errno = errno;

    symbols_start();
    if (self) {
        s.caller = caller ? symbols_object_at(caller).map : NULL;
        s.version = s.caller ? symtab_wanted_version(s.caller, name) : NULL;
        search_start(&s);
    }
    __typeof(&dl_iterate_phdr) iterate = self && !s.function ? LIBC(dl_iterate_phdr) : NULL;
    if (iterate)
        iterate(search_later, &s);
    *where = s.function ? symbols_object_at(s.function) : (struct object){NULL, 0};
    errno = saved_errno;
    return s.function;
}

void *symbols_call(void *handle, const char *name, const char *version)
{
    return version ? prioshim_real_dlvsym(handle, name, version)
                   : prioshim_real_dlsym(handle, name);
}

void *symbols_in_scope_of(const void *caller, const char *name, const char *version)
{
    const struct link_map *map = symbols_object_at(caller).map;
    __typeof(&dlopen) open = LIBC(dlopen);
    __typeof(&dlclose) close = LIBC(dlclose);
    void *function = NULL;

    if (!map || !map->l_name || !*map->l_name || !open || !close)
        return NULL;
    void *handle = open(map->l_name, RTLD_LAZY | RTLD_NOLOAD);
    if (handle) {
        function = symbols_call(handle, name, version);
        close(handle);
    }
    return function;
}
