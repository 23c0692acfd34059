/* SPDX-License-Identifier: MIT */
#include "plan.h"

#include "fuzz.h"

#include <elf.h>
#include <string.h>

/* "ab" and "bA" have the same GNU hash, and so have "cab" and "cbA". */
const char *const plan_names[PLAN_NAMES] = {
    "ab",
    "bA",
    "cab",
    "cbA",
    "",
    "dlsym",
    "cuStreamCreate",
    "cuStreamCreateWithPriority",
    "\xff\x80",
    "a name that is rather longer than any of the other ones"};
const char *const plan_version_names[PLAN_VERSION_NAMES] = {"V_1", "V_2", "libcudart.so.12", "V_"};
const char *const plan_library_names[PLAN_LIBRARY_NAMES] = {"libone.so.1", "libtwo.so", "one",
                                                            "/lib/libtwo.so"};

static unsigned int next(struct plan_bytes *bytes)
{
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

uint32_t plan_gnu_hash(const char *name)
{
    uint32_t h = 5381;

    for (; *name; name++)
        h = (h << 5) + h + (unsigned char)*name;
    return h;
}

static void sort_symbols(struct plan *plan)
{
    struct plan_symbol sorted[PLAN_SYMBOLS];
    size_t count = 1;

    sorted[0] = plan->symbols[0];
    for (size_t i = 1; i < plan->count; i++) {
        if (!plan->symbols[i].defined)
            sorted[count++] = plan->symbols[i];
    }
    plan->hashed = count;
    for (unsigned int bucket = 0; bucket < plan->buckets; bucket++) {
        for (size_t i = 1; i < plan->count; i++) {
            struct plan_symbol *s = &plan->symbols[i];
            s->bucket = plan_gnu_hash(s->name ? s->name : "") % plan->buckets;
            if (s->defined && s->bucket == bucket)
                sorted[count++] = *s;
        }
    }
    PROMISE(count == plan->count);
    memcpy(plan->symbols, sorted, sizeof sorted);
}

void plan_read(struct plan_bytes *bytes, struct plan *plan)
{
    static const unsigned char binds[] = {STB_GLOBAL, STB_WEAK, STB_GNU_UNIQUE, STB_LOCAL};
    static const unsigned char types[] = {STT_FUNC, STT_NOTYPE, STT_OBJECT,
                                          STT_TLS,  STT_FUNC,   STT_GNU_IFUNC};
    unsigned int shape = next(bytes);

    memset(plan, 0, sizeof *plan);
    plan->gnu = shape & 1;
    plan->sysv = shape & 2;
    plan->versioned = shape & 4;
    plan->relative = shape & 8;
    plan->has_base = shape & 16;
    plan->buckets = next(bytes) % 6 + 1;
    plan->words = 1u << (next(bytes) & 3);
    plan->shift = next(bytes) % 32;
    plan->defined_versions = plan->versioned ? next(bytes) % (PLAN_VERSIONS + 1) : 0;
    plan->needed_versions = plan->versioned ? next(bytes) % (PLAN_VERSIONS + 1) : 0;
    plan->soname = shape & 32 ? PICK(plan_library_names, next(bytes)) : NULL;
    plan->file = shape & 64 ? "/some/folder/libtwo.so" : "one";
    plan->needed_count = next(bytes) % (PLAN_NEEDS + 1);
    for (size_t i = 0; i < plan->needed_count; i++)
        plan->needed[i] = PICK(plan_library_names, next(bytes));

    plan->count = next(bytes) % PLAN_SYMBOLS + 1; /* the first is the null symbol */
    for (size_t i = 1; i < plan->count; i++) {
        struct plan_symbol *s = &plan->symbols[i];
        unsigned int kind = next(bytes);
        s->name = PICK(plan_names, next(bytes));
        s->bind = PICK(binds, kind);
        s->type = PICK(types, kind >> 2);
        s->defined = kind & 32;
        s->valued = kind & 64; /* a reference too: a program that takes its address has that */
        s->hidden = kind & 128;
        unsigned int version = plan->versioned ? next(bytes) : 0;
        if (s->defined) /* of base, or of one of its own */
            s->version = 1 + version % (plan->defined_versions + 1);
        else
            s->version = plan->needed_versions && version & 1
                             ? 2 + plan->defined_versions + (version >> 1) % plan->needed_versions
                             : 1;
    }
    sort_symbols(plan);
}
