/* The only finder of functions: the loader's list of objects, and the real dl functions. */
#ifndef PRIOSHIM_SYMBOLS_H
#define PRIOSHIM_SYMBOLS_H

#include <link.h>
#include <stdbool.h>
#include <stdint.h>

/* A loaded object. Both words tell it from another that is loaded later at the same address. */
struct object {
    const struct link_map *map; /* NULL: no object */
    uintptr_t start;
};

enum place { PLACE_UNKNOWN, PLACE_BEFORE_US, PLACE_US, PLACE_AFTER_US };

/*
 * Finds the real dl functions; done at the first lookup or at start-up, whichever comes first, and
 * harmless when repeated. Calls nothing: sanitizer runtimes look symbols up before libc is usable.
 */
void symbols_start(void);

/* Whether an address lies in this library. */
bool symbols_ours(const void *address);

/* The object that holds an address; .map is NULL if none does. Takes no lock on glibc >= 2.35. */
struct object symbols_object_at(const void *address);

/* Where the object of an address stands in the search order, seen from this library. */
enum place symbols_place_of(const void *address);

/*
 * Whether an object that the loader searches after the one at `address`, and before this library,
 * defines the function. Meant for an address that is before us: such objects are never unloaded.
 */
bool symbols_defined_before_us(const void *address, const char *name, const char *version);

/*
 * The function that a direct call of `name` from `caller` would have reached without us, and the
 * object that it lies in; NULL if there is none. It is read in the symbol tables of the objects
 * after ours, in load order, by the version that the calling object refers to: first among those
 * loaded at start-up, which every object sees, then in the caller itself, then in one that it
 * needs.
 *
 * What was loaded later is searched with the loader's list held still (dl_iterate_phdr), so this is
 * for a first call, never for a lookup. errno and dlerror stay as they were.
 */
void *symbols_for_call(const char *name, const void *caller, struct object *where);

/*
 * The real dlsym (`version` NULL) or dlvsym, called in this library's name: exact for real handles
 * and for RTLD_NEXT seen from here.
 */
void *symbols_call(void *handle, const char *name, const char *version);

/* As a lookup in the scope of the object at `caller`: itself and what it needs. NULL: not there. */
void *symbols_in_scope_of(const void *caller, const char *name, const char *version);

#endif
