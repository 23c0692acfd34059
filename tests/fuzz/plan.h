/* SPDX-License-Identifier: MIT */
/* An object's dynamic symbols and tables, of whatever shape the fuzzer's bytes say. */
#ifndef PRIOSHIM_TESTS_FUZZ_PLAN_H
#define PRIOSHIM_TESTS_FUZZ_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PLAN_NAMES = 10, PLAN_VERSION_NAMES = 4, PLAN_LIBRARY_NAMES = 4 };
enum { PLAN_SYMBOLS = 24, PLAN_VERSIONS = 4, PLAN_NEEDS = 3 };

/* What symbols, versions and libraries are called in a plan. */
extern const char *const plan_names[PLAN_NAMES];
extern const char *const plan_version_names[PLAN_VERSION_NAMES];
extern const char *const plan_library_names[PLAN_LIBRARY_NAMES];

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define PICK(array, number) ((array)[(number) % COUNT(array)])

/* What is left of the fuzzer's bytes; after the last one come zeros. */
struct plan_bytes {
    const uint8_t *at, *end;
};

struct plan_symbol {
    const char *name;
    unsigned char bind, type;
    bool defined, valued, hidden;
    unsigned int version; /* 0 and 1: none; then the defined ones, then the needed ones */
    unsigned int bucket;
};

/* An object as the fuzzer's bytes describe it. */
struct plan {
    struct plan_symbol symbols[PLAN_SYMBOLS];
    size_t count, hashed; /* hashed: the first one that the GNU hash table has */
    bool gnu, sysv, versioned, relative;
    unsigned int buckets, words, shift;
    unsigned int defined_versions, needed_versions; /* beside the base definition */
    bool has_base;
    const char *soname, *needed[PLAN_NEEDS], *file;
    size_t needed_count;
};

/*
 * Takes the next bytes. The symbols come out as a GNU hash table asks for them: references first,
 * then the definitions by their buckets.
 */
void plan_read(struct plan_bytes *bytes, struct plan *plan);

uint32_t plan_gnu_hash(const char *name);

#endif
