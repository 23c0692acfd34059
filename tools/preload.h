/* SPDX-License-Identifier: MIT */
/* The library to preload: where it is, whether it can be loaded, and the value of LD_PRELOAD. */
#ifndef PRIOSHIM_PRELOAD_H
#define PRIOSHIM_PRELOAD_H

#include <limits.h>
#include <stdbool.h>

/*
 * Finds libprioshim.so in its place (places.h), and looks at it.
 *
 * Returns NULL if the library can be preloaded, or what is wrong with it, in the form of
 * places_find.
 */
const char *preload_find(char path[PATH_MAX]);

/*
 * What keeps a file from being preloaded into programs of our own kind, in the form of
 * preload_find, or NULL.
 *
 * ld.so splits LD_PRELOAD at spaces and colons, without an escape, and expands $ORIGIN, $LIB and
 * $PLATFORM in each entry (ld.so(8); handle_preload_list in glibc's elf/rtld.c). Seen on glibc
 * 2.36: tabs, newlines and non-ASCII bytes are carried as they are. A file cut short is mapped all
 * the same, and the program then dies of SIGBUS: so its size is checked against its segments.
 */
const char *preload_fault(const char *path);

/*
 * The value of LD_PRELOAD that adds `library` to an inherited one (NULL: there is none):
 * sanitizers' runtimes, the library, and all else in the order it had. Other copies of the library
 * in it (the same file, or a file of its name) are dropped, and so are empty entries.
 *
 * Returns a string for the caller to free, or NULL where memory has run out.
 */
char *preload_compose(const char *library, const char *inherited);

/*
 * The value of ASAN_OPTIONS for a program that links the address sanitizer's shared runtime:
 * `inherited` (NULL: there is none) and verify_asan_link_order=0, unless that is spoken of already.
 * Without it gcc's libasan ends a program in which another library precedes it
 * (AsanCheckDynamicRTPrereqs in asan_linux.cpp, seen with gcc 12). Preloading libasan instead would
 * put it into every program that this one starts, and its leak check fails many: seen with gcc and
 * CPython.
 *
 * Returns a string for the caller to free, or NULL where memory has run out.
 */
char *preload_asan_options(const char *inherited);

#endif
