/* SPDX-License-Identifier: MIT */
/* Reading the tables of one loaded object. No call, no lock, no error left behind. */
#ifndef PRIOSHIM_SYMTAB_H
#define PRIOSHIM_SYMTAB_H

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The address of the function that `map` itself defines as `name`, or NULL. Data of that name is no
 * answer. Only this object is read, none of its dependencies.
 *
 * `version` NULL takes the default version, as an unversioned reference does; otherwise the rules
 * are those of a link-time reference to that version: an object without versions satisfies it, and
 * so does a base definition (glibc, elf/dl-lookup.c, check_match).
 */
void *symtab_function(const struct link_map *map, const char *name, const char *version);

/*
 * A name that is looked up: without a pointer, which the loader would have to relocate in every
 * process, and with its GNU hash, which the compiler makes.
 */
enum { SYMTAB_LONGEST = 48 }; /* what SYMTAB_HASH takes, with its end; others may be longer */
struct symtab_name {
    char text[SYMTAB_LONGEST];
    uint32_t hash;
    uint32_t size;              /* with its end */
} __attribute__((aligned(64))); /* so that one is found by a shift */
#define SYMTAB_NAME(name)                                                                          \
    {                                                                                              \
        name, SYMTAB_HASH(name), sizeof(name)                                                      \
    }

#define SYMTAB_STEP(s, i, h)                                                                       \
    ((h) * ((i) < sizeof(s) - 1 ? 33u : 1u) +                                                      \
     (uint32_t)(s)[(i) < sizeof(s) - 1 ? (i) : 0] * ((i) < sizeof(s) - 1 ? 1u : 0u))
#define SYMTAB_4(s, i, h)                                                                          \
    SYMTAB_STEP(s, i + 3, SYMTAB_STEP(s, i + 2, SYMTAB_STEP(s, i + 1, SYMTAB_STEP(s, i, h))))
#define SYMTAB_16(s, i, h)                                                                         \
    SYMTAB_4(s, i + 12, SYMTAB_4(s, i + 8, SYMTAB_4(s, i + 4, SYMTAB_4(s, i, h))))
#define SYMTAB_HASH(s) SYMTAB_16(s, 32u, SYMTAB_16(s, 16u, SYMTAB_16(s, 0u, 5381u)))

/* The same for several names, each by its default version; the tables are read once. */
void symtab_functions(const struct link_map *map, const struct symtab_name names[], void *found[],
                      size_t count);

/* The same for a name of any kind. */
void *symtab_address(const struct link_map *map, const char *name);

/* The version that `map` demands of the `name` it refers to, or NULL: none, or no such reference.
 */
const char *symtab_wanted_version(const struct link_map *map, const char *name);

/* Whether `map` names `other` as a needed library (by soname, or by file name where it has none).
 */
bool symtab_needs(const struct link_map *map, const struct link_map *other);

/* Whether the soname of `map` is `soname`. */
bool symtab_is(const struct link_map *map, const char *soname);

#endif
