/* SPDX-License-Identifier: MIT */
/* The only finder of functions: the real dl functions, and what a direct call would reach. */
#ifndef PRIOSHIM_SYMBOLS_H
#define PRIOSHIM_SYMBOLS_H

#include "objects.h"

#include <dlfcn.h>

/*
 * Finds the real dl functions; done at the first lookup or at start-up, whichever comes first, and
 * harmless when repeated. Calls nothing: sanitizer runtimes look symbols up before libc is usable.
 */
void symbols_start(void);

/* The next ones after ours, at any time: a program that has none at the start can come by them. */
__typeof(dlsym) *symbols_real_dlsym(void);
__typeof(dlvsym) *symbols_real_dlvsym(void);

/*
 * To be called by our constructor. Before it nothing is opened: a dlopen runs the constructors of
 * what it finds loaded, libc's own among them, which has no environment yet (.preinit_array).
 */
void symbols_constructed(void);

/*
 * Keeps the object of a function loaded for good, as glibc does with what a lookup by RTLD_DEFAULT
 * finds for a caller that stays. False: it stays already. A call of dlopen: what dlerror would
 * say is changed.
 */
bool symbols_keep(const void *function);

/*
 * The function that a direct call of `name` from `caller` would have reached without us, and the
 * object that it lies in; NULL if there is none. It is read in the symbol tables of the objects
 * after ours, in load order, by the version that the calling object refers to. Of several, the
 * first among those loaded at start-up, which every object sees; then the caller's own; then one
 * that it needs, itself or by what it needs.
 *
 * What may be unloaded is searched with the loader's list held still, so this is for a first call.
 * errno and dlerror stay as they were.
 */
void *symbols_for_call(const char *name, const void *caller, struct object *where);

/*
 * The real dlsym (`version` NULL) or dlvsym, called in this library's name: exact for real handles
 * and for RTLD_NEXT seen from here. A real handle goes by way of another library that wraps dlsym.
 */
void *symbols_call(void *handle, const char *name, const char *version);

/* The same for a real handle. */
static inline void *symbols_call_by_handle(void *handle, const char *name, const char *version)
{
    extern __typeof(dlsym) *prioshim_real_dlsym __attribute__((visibility("hidden")));

    return version || !prioshim_real_dlsym ? symbols_call(handle, name, version)
                                           : prioshim_real_dlsym(handle, name);
}

/*
 * The function that the object at `caller` finds in a scope of its own: in itself and what it
 * needs. NULL: not there. Read in the symbol tables, not by dlopen: a forked child may have
 * inherited the loader at work, and glibc ends a process that opens a library then.
 */
void *symbols_in_scope_of(const void *caller, const char *name, const char *version);

#endif
