/* SPDX-License-Identifier: MIT */
/*
 * The reader of symbol tables, on objects that are made (plan.c, image.c) as a linker makes them,
 * of whatever shape the fuzzer's bytes say: either hash table or none, versions defined and needed
 * or none, names that collide, symbols of every binding and type, tables that lie where they say or
 * where the load address must be added.
 *
 * Hostile tables would test nothing: the reader sees an object only after the loader has mapped and
 * relocated it by the same tables, and whoever can have such a one loaded runs code of his own. So
 * each object is one that a linker could have made; each table is a block of its exact size, so
 * that a sanitizer sees a step too far; and each answer is held against a plain search.
 */
#include "symtab.h"

#include "fuzz.h"
#include "image.h"

#include <string.h>

static bool fits(const struct plan *plan, const struct plan_symbol *s, const char *version)
{
    if (!plan->versioned)
        return true;
    if (version && s->version > 1)
        return strcmp(PICK(plan_version_names, s->version - 2), version) == 0;
    return !s->hidden;
}

/* The answer must be that of one of the definitions that fit; mostly there is one. */
static void check_function(const struct plan *plan, const struct link_map *map, const char *name,
                           const char *version)
{
    uintptr_t answer = (uintptr_t)symtab_function(map, name, version);
    bool any = false, allowed = false;

    for (size_t i = 1; i < plan->count; i++) {
        const struct plan_symbol *s = &plan->symbols[i];
        if (!s->defined || !s->valued || s->bind == STB_LOCAL || strcmp(s->name, name) != 0 ||
            !fits(plan, s, version))
            continue;
        bool callable = s->type == STT_FUNC || s->type == STT_NOTYPE;
        any = true;
        allowed |= answer == (callable ? map->l_addr + IMAGE_VALUE * i : 0);
    }
    PROMISE((any && (plan->gnu || plan->sysv)) ? allowed : answer == 0);
}

static void check_wanted(const struct plan *plan, const struct link_map *map, const char *name)
{
    const char *answer = symtab_wanted_version(map, name);
    size_t end = plan->gnu ? plan->hashed : plan->sysv ? plan->count : 0;

    for (size_t i = 1; i < end; i++) {
        const struct plan_symbol *s = &plan->symbols[i];
        if (s->defined || strcmp(s->name, name) != 0)
            continue;
        if (!plan->versioned || s->version == 1)
            break;
        PROMISE(answer && strcmp(answer, PICK(plan_version_names,
                                              s->version - 2 - plan->defined_versions)) == 0);
        return;
    }
    PROMISE(!answer);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static void check_needs(const struct plan *one, const struct link_map *map, const struct plan *two,
                        const struct link_map *other)
{
    const char *name = two->soname ? two->soname : base_name(two->file);
    bool needs = false;

    for (size_t i = 0; i < one->needed_count; i++)
        needs |= strcmp(base_name(one->needed[i]), name) == 0;
    PROMISE(symtab_needs(map, other) == needs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct plan_bytes bytes = {data, data + size};
    struct plan plans[2];
    struct image images[2];
    struct link_map maps[2];

    for (int i = 0; i < 2; i++) {
        plan_read(&bytes, &plans[i]);
        image_make(&plans[i], &images[i], &maps[i]);
    }
    for (size_t n = 0; n < COUNT(plan_names); n++) {
        check_function(&plans[0], &maps[0], plan_names[n], NULL);
        for (size_t v = 0; v < COUNT(plan_version_names); v++)
            check_function(&plans[0], &maps[0], plan_names[n], plan_version_names[v]);
        check_function(&plans[0], &maps[0], plan_names[n], "no such version");
        check_wanted(&plans[0], &maps[0], plan_names[n]);
    }
    check_function(&plans[0], &maps[0], "no such name", NULL);
    check_wanted(&plans[0], &maps[0], "no such name");
    for (size_t l = 0; l < COUNT(plan_library_names); l++)
        PROMISE(symtab_is(&maps[0], plan_library_names[l]) ==
                (plans[0].soname && strcmp(plans[0].soname, plan_library_names[l]) == 0));
    check_needs(&plans[0], &maps[0], &plans[1], &maps[1]);
    check_needs(&plans[1], &maps[1], &plans[0], &maps[0]);
    image_unmake(&images[0]);
    image_unmake(&images[1]);
    return 0;
}
