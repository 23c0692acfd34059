/* SPDX-License-Identifier: MIT */
#include "objects.h"

#include "loader.h"
#include "symtab.h"
#include "system.h"
#include "warm.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/auxv.h>
#include <sys/stat.h>

/* Laid out as glibc's struct dl_find_object (dlfcn.h since 2.35), for building on older ones. */
struct found_object {
    unsigned long long flags;
    void *start;
    void *end;
    struct link_map *map;
    void *eh_frame;
    void *reserved[7];
};

static WARM int (*find_object)(void *, struct found_object *); /* NULL before glibc 2.35 */
static WARM __typeof(&dl_iterate_phdr) iterate_objects;
WARM __typeof(&__errno_location) objects_errno_location;

/*
 * The list's first object, ours, and libc's (before glibc 2.34 also libdl's). From the first to
 * libc's all were loaded at start-up, and stay: these may be read at any time. What follows may
 * have been opened since, by a constructor that ran before ours at the earliest, and be closed
 * again.
 */
WARM const struct link_map *objects_first, *objects_ours, *objects_libc;
static WARM const struct link_map *libdl;
WARM __typeof(dlsym) *objects_dlsym;
WARM __typeof(dlvsym) *objects_dlvsym;

/* Hidden: found without a relocation, which may be to come (loader.h). */
extern ElfW(Dyn) _DYNAMIC[] __attribute__((visibility("hidden")));

/*
 * libc's own, whoever wraps it. Found anew at each use: what is rarely needed shall cost nothing in
 * every process that starts.
 */
void *objects_libc_function(const char *name)
{
    void *function = objects_libc ? symtab_function(objects_libc, name, NULL) : NULL;

    return !function && libdl ? symtab_function(libdl, name, NULL) : function;
}

enum { FIND_OBJECT, DLSYM, DLVSYM, ITERATE, ERRNO_LOCATION, OF_LIBC };
static const struct symtab_name names[OF_LIBC] = {
    [FIND_OBJECT] = SYMTAB_NAME("_dl_find_object"),
    [DLSYM] = SYMTAB_NAME("dlsym"),
    [DLVSYM] = SYMTAB_NAME("dlvsym"),
    [ITERATE] = SYMTAB_NAME("dl_iterate_phdr"),
    [ERRNO_LOCATION] = SYMTAB_NAME("__errno_location"),
};

/* The list's last object when our constructor ran, if it has. */
static WARM const struct link_map *last_at_start;

void objects_constructed(void)
{
    const struct r_debug *debug = loader_debug();
    const struct link_map *m = debug ? debug->r_map : NULL;

    while (m && m->l_next)
        m = m->l_next;
    OBJECTS_PUBLISH(last_at_start, m);
}

void objects_start(void)
{
    static WARM atomic_bool
        started; /* set last: whoever comes meanwhile does the same work again */
    const struct link_map *first, *ours = NULL, *libc = NULL, *dl = NULL;
    void *found[OF_LIBC] = {NULL};

    if (atomic_load_explicit(&started, memory_order_acquire))
        return;
    const struct r_debug *debug = loader_debug();
    first = debug ? debug->r_map : NULL;
    /* Up to libc, or before glibc 2.34 up to libdl, if that was loaded at the start. */
    for (const struct link_map *m = first; m && !(libc && (dl || found[DLSYM])); m = m->l_next) {
        if (m->l_ld == _DYNAMIC) {
            ours = m;
        } else if (ours && !libc && symtab_is(m, "libc.so.6")) {
            libc = m;
            symtab_functions(libc, names, found, OF_LIBC);
        } else if (ours && !dl && symtab_is(m, "libdl.so.2")) {
            dl = m;
        }
        if (m == last_at_start)
            break;
    }
    if (libc && dl && !found[DLSYM])
        symtab_functions(dl, &names[DLSYM], &found[DLSYM], 2);
    OBJECTS_PUBLISH(objects_first, first);
    OBJECTS_PUBLISH(objects_ours, ours);
    OBJECTS_PUBLISH(objects_libc, libc);
    OBJECTS_PUBLISH(libdl, dl);
    OBJECTS_PUBLISH(find_object, (__typeof(find_object))found[FIND_OBJECT]);
    OBJECTS_PUBLISH(iterate_objects, (__typeof(iterate_objects))found[ITERATE]);
    OBJECTS_PUBLISH(objects_errno_location,
                    (__typeof(objects_errno_location))found[ERRNO_LOCATION]);
    OBJECTS_PUBLISH(objects_dlsym, (__typeof(dlsym) *)found[DLSYM]);
    OBJECTS_PUBLISH(objects_dlvsym, (__typeof(dlvsym) *)found[DLVSYM]);
    atomic_store_explicit(&started, true, memory_order_release);
}

static struct object object_by_dladdr(__typeof(&dladdr1) look, const void *address)
{
    struct link_map *map = NULL;
    Dl_info info;

    if (look(address, &info, (void **)&map, RTLD_DL_LINKMAP) && map)
        return (struct object){map, (uintptr_t)info.dli_fbase, 0};
    return (struct object){NULL, 0, 0};
}

struct at_address {
    uintptr_t address;
    struct object object;
};

/* Called by dl_iterate_phdr for each object, with the list locked: is it the one at the address? */
static int take_if_at(struct dl_phdr_info *info, size_t size, void *data)
{
    struct at_address *at = data;
    uintptr_t start = UINTPTR_MAX, dynamic = 0;
    bool inside = false;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + header->p_vaddr;
        if (header->p_type == PT_DYNAMIC)
            dynamic = begin;
        if (header->p_type != PT_LOAD)
            continue;
        inside |= at->address - begin < header->p_memsz;
        start = begin < start ? begin : start;
    }
    for (const struct link_map *m = inside ? objects_first : NULL; m; m = m->l_next) {
        if ((uintptr_t)m->l_ld == dynamic)
            at->object = (struct object){m, start, 0};
    }
    return inside;
}

/*
 * Before glibc 2.35. Where there is a dladdr, by it: its lock is made anew in a forked child, that
 * of dl_iterate_phdr is not. But a program need not have it before 2.34.
 */
static struct object object_by_search(const void *address)
{
    struct at_address at = {(uintptr_t)address, {NULL, 0, 0}};
    __typeof(&dladdr1) look = OBJECTS_LIBC(dladdr1);

    if (look)
        return object_by_dladdr(look, address);
    if (iterate_objects)
        iterate_objects(take_if_at, &at);
    return at.object;
}

struct object objects_at(const void *address)
{
    struct found_object found;

    if (!find_object)
        return object_by_search(address);
    if (find_object((void *)(uintptr_t)address, &found) == 0)
        return (struct object){found.map, (uintptr_t)found.start,
                               (uintptr_t)found.end ^ (uintptr_t)found.eh_frame << 1};
    return (struct object){NULL, 0, 0};
}

uintptr_t objects_that_stays(const void *address, uintptr_t *start)
{
    const struct link_map *map = objects_first;
    struct found_object found;

    if (!find_object || find_object((void *)(uintptr_t)address, &found) != 0)
        return 0;
    while (map && map != found.map)
        map = map == objects_libc ? NULL : map->l_next;
    *start = (uintptr_t)found.start;
    return map ? (uintptr_t)found.end - (uintptr_t)found.start : 0;
}

/* An object is unmapped as a whole, so one page of it tells; that where its tables are listed. */
bool objects_mapped(const struct link_map *map)
{
    uintptr_t size = loader_auxiliary(AT_PAGESZ), page = (uintptr_t)map->l_ld & ~(size - 1);
    unsigned char resident;

    return system_call(SYS_mincore, (long)page, (long)size, (long)&resident, 0) == 0;
}

uintptr_t objects_dynamic(const struct link_map *map)
{
    return (uintptr_t)map->l_ld;
}

bool objects_same(const struct object *a, const struct object *b)
{
    return a->map == b->map && a->start == b->start && a->shape == b->shape;
}

/*
 * Whether this is the process's only thread, as in a forked child of any process. The folder has
 * one of its own for each thread: two links, and one of each.
 */
static bool alone(void)
{
    struct stat task = {.st_nlink = 0};

    return system_call(SYS_newfstatat, AT_FDCWD, (long)"/proc/self/task", (long)&task, 0) == 0 &&
           task.st_nlink == 3;
}

struct visit {
    void (*body)(void *);
    void *data;
};

static int visit_once(struct dl_phdr_info *info, size_t size, void *data)
{
    const struct visit *visit = data;

    (void)info;
    (void)size;
    visit->body(visit->data);
    return 1;
}

/*
 * Calls `body` while no other thread changes the loader's list: within dl_iterate_phdr, which locks
 * it, or, where there is no other thread, as it is: in a forked child the lock may be one that
 * nobody is left to give back.
 */
void objects_still(void (*body)(void *), void *data)
{
    struct visit visit = {body, data};
    int *error = objects_errno(), saved_errno = *error;
    __typeof(&dl_iterate_phdr) iterate = alone() ? NULL : iterate_objects;

    if (iterate)
        iterate(visit_once, &visit);
    else
        body(data);
    *error = saved_errno;
}

struct holding {
    const struct object *object;
    struct visit visit;
};

/* Whether it is still there: in any namespace, or before glibc 2.35 in the first one's list. */
static bool is_loaded(const struct object *object)
{
    if (find_object) {
        struct object now = objects_at((const void *)object->start);
        return objects_same(&now, object) && objects_mapped(object->map);
    }
    const struct link_map *m = objects_first;
    while (m && m != object->map)
        m = m->l_next;
    return m && objects_mapped(m);
}

static void visit_if_loaded(void *data)
{
    const struct holding *holding = data;

    if (holding->object->map && is_loaded(holding->object))
        holding->visit.body(holding->visit.data);
}

void objects_hold(const struct object *object, void (*body)(void *), void *data)
{
    struct holding holding = {object, {body, data}};

    objects_still(visit_if_loaded, &holding);
}

void *objects_function(const struct object *object, const char *name)
{
    struct object now = objects_at((const void *)object->start);

    return object->map && objects_same(&now, object) ? symtab_function(object->map, name, NULL)
                                                     : NULL;
}

enum place objects_place_of(const void *address)
{
    struct object object = objects_at(address);

    if (!object.map || !objects_ours)
        return PLACE_UNKNOWN;
    if (object.map == objects_ours)
        return PLACE_US;
    for (const struct link_map *m = objects_ours->l_prev; m; m = m->l_prev) {
        if (m == object.map)
            return PLACE_BEFORE_US;
    }
    return PLACE_AFTER_US;
}

bool objects_defined_before_us(const void *address, const char *name, const char *version)
{
    const struct link_map *m = objects_at(address).map;

    for (m = m ? m->l_next : NULL; m && m != objects_ours; m = m->l_next) {
        if (symtab_function(m, name, version))
            return true;
    }
    return false;
}
