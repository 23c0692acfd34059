/* SPDX-License-Identifier: MIT */
#include "image.h"

#include "fuzz.h"

#include <string.h>

enum { HIDDEN = 0x8000 };

/* As the System V ABI prints it. */
static uint32_t sysv_hash(const char *name)
{
    uint32_t h = 0, g;

    for (; *name; name++) {
        h = (h << 4) + (unsigned char)*name;
        if ((g = h & 0xf0000000))
            h ^= g >> 24;
        h &= ~g;
    }
    return h;
}

static void *block(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);

    PROMISE(memory);
    return memory;
}

static unsigned int add_string(struct image *t, const char *text)
{
    size_t at = t->length, size = strlen(text) + 1;

    t->strings = realloc(t->strings, at + size);
    PROMISE(t->strings);
    memcpy(t->strings + at, text, size);
    t->length += size;
    return (unsigned int)at;
}

static void make_symbols(const struct plan *plan, struct image *t)
{
    t->symbols = block(plan->count, sizeof *t->symbols);
    if (plan->versioned)
        t->versions = block(plan->count, sizeof *t->versions);
    for (size_t i = 1; i < plan->count; i++) {
        const struct plan_symbol *s = &plan->symbols[i];
        t->symbols[i] = (ElfW(Sym)){.st_name = add_string(t, s->name),
                                    .st_info = (unsigned char)ELF64_ST_INFO(s->bind, s->type),
                                    .st_shndx = s->defined ? 7 : SHN_UNDEF,
                                    .st_value = s->valued ? IMAGE_VALUE * i : 0};
        if (plan->versioned)
            t->versions[i] = (ElfW(Half))(s->version | (s->hidden ? HIDDEN : 0));
    }
}

static void make_versions(const struct plan *plan, struct image *t)
{
    size_t defined = plan->defined_versions + plan->has_base;

    if (plan->versioned && defined) {
        t->definitions = block(defined, sizeof *t->definitions);
        for (size_t i = 0; i < defined; i++) {
            bool base = plan->has_base && i == 0;
            size_t number = i - plan->has_base;
            t->definitions[i].def = (ElfW(Verdef)){
                .vd_flags = base ? VER_FLG_BASE : 0,
                .vd_ndx = (ElfW(Half))(base ? 1 : 2 + number),
                .vd_aux = sizeof(ElfW(Verdef)),
                .vd_next = i + 1 < defined ? sizeof *t->definitions : 0,
            };
            t->definitions[i].aux.vda_name =
                add_string(t, base ? "the file" : PICK(plan_version_names, number));
        }
    }
    if (!plan->needed_versions)
        return;
    /* All of one file but the last, which stands alone in a second record. */
    size_t records = plan->needed_versions > 1 ? 2 : 1, number = 0;
    t->needs = block(records, sizeof *t->needs);
    for (size_t r = 0; r < records; r++) {
        size_t in_it = records == 2 && r == 0 ? plan->needed_versions - 1 : 1;
        t->needs[r].need = (ElfW(Verneed)){.vn_cnt = (ElfW(Half))in_it,
                                           .vn_aux = sizeof(ElfW(Verneed)),
                                           .vn_next = r + 1 < records ? sizeof *t->needs : 0};
        for (size_t k = 0; k < in_it; k++, number++)
            t->needs[r].aux[k] =
                (ElfW(Vernaux)){.vna_other = (ElfW(Half))(2 + plan->defined_versions + number),
                                .vna_name = add_string(t, PICK(plan_version_names, number)),
                                .vna_next = k + 1 < in_it ? sizeof(ElfW(Vernaux)) : 0};
    }
}

static void make_hashes(const struct plan *plan, struct image *t)
{
    size_t hashed = plan->count - plan->hashed;

    if (plan->gnu) {
        size_t bloom_size = plan->words * sizeof(ElfW(Addr)) / sizeof(uint32_t);
        t->gnu = block(4 + bloom_size + plan->buckets + hashed, sizeof *t->gnu);
        ElfW(Addr) *bloom = (void *)(t->gnu + 4);
        uint32_t *buckets = t->gnu + 4 + bloom_size, *chain = buckets + plan->buckets;
        memcpy(t->gnu,
               (uint32_t[]){plan->buckets, (uint32_t)plan->hashed, plan->words, plan->shift},
               4 * sizeof *t->gnu);
        for (size_t i = plan->hashed; i < plan->count; i++) {
            const struct plan_symbol *s = &plan->symbols[i];
            uint32_t h = plan_gnu_hash(s->name);
            bool last = i + 1 == plan->count || plan->symbols[i + 1].bucket != s->bucket;
            bloom[h / 64 % plan->words] |= (ElfW(Addr))1 << h % 64 | (ElfW(Addr))1
                                                                         << (h >> plan->shift) % 64;
            if (!buckets[s->bucket])
                buckets[s->bucket] = (uint32_t)i;
            chain[i - plan->hashed] = (h & ~1u) | last;
        }
    }
    if (plan->sysv) {
        t->sysv = block(2 + plan->buckets + plan->count, sizeof *t->sysv);
        uint32_t *buckets = t->sysv + 2, *chain = buckets + plan->buckets;
        t->sysv[0] = plan->buckets;
        t->sysv[1] = (uint32_t)plan->count;
        for (size_t i = 1; i < plan->count; i++) {
            uint32_t bucket = sysv_hash(plan->symbols[i].name) % plan->buckets;
            chain[i] = buckets[bucket];
            buckets[bucket] = (uint32_t)i;
        }
    }
}

static void make_dynamic(const struct plan *plan, struct image *t, struct link_map *map)
{
    const void *const blocks[] = {t->strings, t->symbols,     t->versions, t->gnu,
                                  t->sysv,    t->definitions, t->needs};
    static const ElfW(Sxword)
        tags[] = {DT_STRTAB, DT_SYMTAB, DT_VERSYM, DT_GNU_HASH, DT_HASH, DT_VERDEF, DT_VERNEED};
    size_t count = 0;

    /* Below every table, as a load address is. */
    map->l_addr = UINTPTR_MAX;
    for (size_t i = 0; i < COUNT(blocks); i++) {
        if (blocks[i] && (uintptr_t)blocks[i] < map->l_addr)
            map->l_addr = (uintptr_t)blocks[i];
    }
    t->dynamic = block(COUNT(blocks) + PLAN_NEEDS + 2, sizeof *t->dynamic);
    for (size_t i = 0; i < COUNT(blocks); i++) {
        if (blocks[i])
            t->dynamic[count++] = (ElfW(Dyn)){.d_tag = tags[i],
                                              .d_un.d_ptr = (uintptr_t)blocks[i] -
                                                            (plan->relative ? map->l_addr : 0)};
    }
    map->l_ld = t->dynamic;
    map->l_name = (char *)(uintptr_t)plan->file;
}

/* Strings come first: the block that they lie in moves as it grows. */
void image_make(const struct plan *plan, struct image *t, struct link_map *map)
{
    unsigned int soname = 0, needed[PLAN_NEEDS];

    memset(t, 0, sizeof *t);
    memset(map, 0, sizeof *map);
    add_string(t, "");
    if (plan->soname)
        soname = add_string(t, plan->soname);
    for (size_t i = 0; i < plan->needed_count; i++)
        needed[i] = add_string(t, plan->needed[i]);
    make_symbols(plan, t);
    make_versions(plan, t);
    make_hashes(plan, t);
    make_dynamic(plan, t, map);
    ElfW(Dyn) *end = t->dynamic;
    while (end->d_tag != DT_NULL)
        end++;
    for (size_t i = 0; i < plan->needed_count; i++)
        *end++ = (ElfW(Dyn)){.d_tag = DT_NEEDED, .d_un.d_val = needed[i]};
    if (plan->soname)
        *end = (ElfW(Dyn)){.d_tag = DT_SONAME, .d_un.d_val = soname};
}

void image_unmake(struct image *t)
{
    free(t->strings);
    free(t->symbols);
    free(t->versions);
    free(t->gnu);
    free(t->sysv);
    free(t->dynamic);
    free(t->definitions);
    free(t->needs);
}
