/* SPDX-License-Identifier: MIT */
/* The tables of a plan's object, as a linker writes them and the loader has mapped them. */
#ifndef PRIOSHIM_TESTS_FUZZ_IMAGE_H
#define PRIOSHIM_TESTS_FUZZ_IMAGE_H

#include "plan.h"

#include <link.h>

/* The tables, each a block of its own. */
struct image {
    char *strings;
    size_t length;
    ElfW(Sym) * symbols;
    ElfW(Half) * versions;
    uint32_t *gnu, *sysv;
    ElfW(Dyn) * dynamic;
    struct {
        ElfW(Verdef) def;
        ElfW(Verdaux) aux;
    } * definitions;
    struct {
        ElfW(Verneed) need;
        ElfW(Vernaux) aux[PLAN_VERSIONS];
    } * needs;
};

/* The value of the symbol with index i, where it has one, is i times this. */
enum { IMAGE_VALUE = 0x10 };

/* Makes the tables, and the link map that leads to them. */
void image_make(const struct plan *plan, struct image *image, struct link_map *map);
void image_unmake(struct image *image);

#endif
