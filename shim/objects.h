/* SPDX-License-Identifier: MIT */
/* The loaded objects: the loader's list, and what may be read of it when. */
#ifndef PRIOSHIM_OBJECTS_H
#define PRIOSHIM_OBJECTS_H

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>

/* A loaded object. All three words tell it from another that is loaded in its place later. */
struct object {
    const struct link_map *map; /* NULL: no object */
    uintptr_t start;
    uintptr_t shape; /* of its end and its unwind table; 0 before glibc 2.35 */
};

enum place { PLACE_UNKNOWN, PLACE_BEFORE_US, PLACE_US, PLACE_AFTER_US };

/*
 * The list's first object, ours, and libc's; NULL where there is none of glibc's. From the first to
 * libc's all were loaded at start-up, and stay: these may be read at any time. What follows may
 * have been opened since, by a constructor that ran before ours at the earliest, and be closed
 * again.
 */
extern const struct link_map *objects_first, *objects_ours, *objects_libc;

/*
 * Finds those; harmless when repeated. Calls nothing of glibc's: sanitizer runtimes look symbols up
 * before libc is usable.
 */
void objects_start(void);

/* For what is found out once: whoever else comes meanwhile finds the same, and writes it again. */
#define OBJECTS_PUBLISH(variable, value) __atomic_store_n(&(variable), value, __ATOMIC_RELAXED)

/* To be called by our constructor: what was loaded until then is what is searched for libc. */
void objects_constructed(void);

/* libc's own (before glibc 2.34 libdl's), whoever wraps them; NULL where there is none. */
extern __typeof(dlsym) *objects_dlsym;
extern __typeof(dlvsym) *objects_dlvsym;

/* libc's own function of that name, whoever wraps it, or NULL. */
void *objects_libc_function(const char *name);
#define OBJECTS_LIBC(name) ((__typeof(&name))objects_libc_function(#name))

/*
 * errno of this thread. Not by errno.h: what a library imports costs a look-up in every process
 * that starts. Where there is no such function errno is not kept.
 */
extern __typeof(&__errno_location) objects_errno_location;
static inline int *objects_errno(void)
{
    static __thread int none;

    return objects_errno_location ? objects_errno_location() : &none;
}

/*
 * Whether an object of the list is mapped. In a forked child one may be left that was about to be
 * unloaded: gone already, but not from the list.
 */
bool objects_mapped(const struct link_map *map);

/* Whether an address lies in this library. */
static inline bool objects_is_ours(const void *address)
{
    extern const char __ehdr_start[] __attribute__((visibility("hidden")));
    extern const char _end[] __attribute__((visibility("hidden")));

    return (uintptr_t)address - (uintptr_t)__ehdr_start < (uintptr_t)_end - (uintptr_t)__ehdr_start;
}

/* The object that holds an address; .map is NULL if none does. Takes no lock on glibc >= 2.35. */
struct object objects_at(const void *address);

/* Where the dynamic section of an object of the list lies. */
uintptr_t objects_dynamic(const struct link_map *map);

bool objects_same(const struct object *a, const struct object *b);

/*
 * The size of the object at an address, and where it starts, if it is one of those that stay; else
 * 0. Not told before glibc 2.35.
 */
uintptr_t objects_that_stays(const void *address, uintptr_t *start);

/* Where the object of an address stands in the search order, seen from this library. */
enum place objects_place_of(const void *address);

/*
 * Whether an object that the loader searches after the one at `address`, and before this library,
 * defines the function. Meant for an address that is before us: such objects are never unloaded.
 */
bool objects_defined_before_us(const void *address, const char *name, const char *version);

/* Calls `body` while no other thread changes the loader's list. errno stays as it was. */
void objects_still(void (*body)(void *), void *data);

/*
 * The same while the object is loaded; not at all if it is gone. What reads an object's tables must
 * do so in here, unless the object is the caller's, or was just looked up in, or stays for ever.
 */
void objects_hold(const struct object *object, void (*body)(void *), void *data);

/*
 * symtab_function of an object that stays while this is called: the program has just looked up in
 * it or calls it. NULL also where it is gone. No lock is taken, since the program may hold one of
 * its own that it takes in a callback of dl_iterate_phdr as well.
 */
void *objects_function(const struct object *object, const char *name);

#endif
