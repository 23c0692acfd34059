/* SPDX-License-Identifier: MIT */
#include "symtab.h"

#include "text.h"

#include <stdint.h>

/* What the dynamic section of an object points to; a table that it lacks is NULL. */
struct tables {
    uintptr_t base;
    const char *strings;
    const ElfW(Sym) * symbols;
    const ElfW(Half) * versions; /* one per symbol: an index, and the bit that hides it */
    const uint32_t *gnu_hash;
    const uint32_t *sysv_hash;
    const char *definitions; /* the chain of ElfW(Verdef) */
    const char *needs;       /* the chain of ElfW(Verneed) */
    const char *soname;
};

enum { HIDDEN = 0x8000, BASE_VERSION = 1 };

/* What is looked for. */
struct name {
    const char *text;
    uint32_t hash; /* of DT_GNU_HASH */
    size_t size;   /* with its end; 0: not known, as of a short one */
};

/*
 * glibc relocates these pointers in place, except in the vDSO's read-only dynamic section; an
 * address below the object's own base is one that was left as it was.
 */
static const void *at(const struct link_map *map, ElfW(Addr) value)
{
    return (const void *)(value < map->l_addr ? value + map->l_addr : value);
}

static bool read_tables(const struct link_map *map, struct tables *t)
{
    const ElfW(Dyn) *soname = NULL;

    *t = (struct tables){.base = map->l_addr};
    for (const ElfW(Dyn) *d = map->l_ld; d && d->d_tag != DT_NULL; d++) {
        switch (d->d_tag) {
        case DT_STRTAB:
            t->strings = at(map, d->d_un.d_ptr);
            break;
        case DT_SYMTAB:
            t->symbols = at(map, d->d_un.d_ptr);
            break;
        case DT_VERSYM:
            t->versions = at(map, d->d_un.d_ptr);
            break;
        case DT_GNU_HASH:
            t->gnu_hash = at(map, d->d_un.d_ptr);
            break;
        case DT_HASH:
            t->sysv_hash = at(map, d->d_un.d_ptr);
            break;
        case DT_VERDEF:
            t->definitions = at(map, d->d_un.d_ptr);
            break;
        case DT_VERNEED:
            t->needs = at(map, d->d_un.d_ptr);
            break;
        case DT_SONAME:
            soname = d;
            break;
        default:
            break;
        }
    }
    if (soname && t->strings)
        t->soname = t->strings + soname->d_un.d_val;
    return t->strings && t->symbols;
}

/* The name of the version that the object defines under `index`, or NULL: a base definition. */
static const char *defined_version(const struct tables *t, unsigned int index)
{
    const char *p = t->definitions;

    while (p) {
        const ElfW(Verdef) *def = (const void *)p;
        const ElfW(Verdaux) *aux = (const void *)(p + def->vd_aux);
        if (def->vd_ndx == index)
            return def->vd_flags & VER_FLG_BASE ? NULL : t->strings + aux->vda_name;
        p = def->vd_next ? p + def->vd_next : NULL;
    }
    return NULL;
}

static bool version_fits(const struct tables *t, size_t symbol, const char *version)
{
    if (!t->versions)
        return true;
    unsigned int index = t->versions[symbol] & (HIDDEN - 1u);
    bool hidden = t->versions[symbol] & HIDDEN;
    if (!version)
        return !hidden;
    const char *defined = index > BASE_VERSION ? defined_version(t, index) : NULL;
    return defined ? text_same(defined, version) : !hidden;
}

static bool defines(const struct tables *t, size_t symbol, const struct name *name,
                    const char *version)
{
    const ElfW(Sym) *s = &t->symbols[symbol];
    unsigned char bind = ELF64_ST_BIND(s->st_info);

    return s->st_shndx != SHN_UNDEF && s->st_value &&
           (bind == STB_GLOBAL || bind == STB_WEAK || bind == STB_GNU_UNIQUE) &&
           (name->size > sizeof(uint64_t) ? text_is(t->strings + s->st_name, name->text, name->size)
                                          : text_same(t->strings + s->st_name, name->text)) &&
           version_fits(t, symbol, version);
}

/* The index of the symbol, or 0, which no definition has. */
static size_t find_by_gnu_hash(const struct tables *t, const struct name *name, const char *version)
{
    const uint32_t hash = name->hash;
    uint32_t buckets = t->gnu_hash[0], first = t->gnu_hash[1], words = t->gnu_hash[2];
    const ElfW(Addr) *bloom = (const void *)(t->gnu_hash + 4);
    const uint32_t *bucket = (const void *)(bloom + words);
    const uint32_t *chain = bucket + buckets;
    const unsigned int bits = 8 * sizeof(*bloom);

    ElfW(Addr) word = words ? bloom[(hash / bits) & (words - 1)] : 0;
    if (!buckets || !((word >> (hash % bits)) & (word >> ((hash >> t->gnu_hash[3]) % bits)) & 1))
        return 0;
    size_t i = bucket[hash % buckets];
    if (i < first)
        return 0;
    for (;; i++) {
        uint32_t value = chain[i - first];
        if ((value | 1) == (hash | 1) && defines(t, i, name, version))
            return i;
        if (value & 1)
            return 0;
    }
}

static size_t find_by_sysv_hash(const struct tables *t, const struct name *name,
                                const char *version)
{
    uint32_t buckets = t->sysv_hash[0], count = t->sysv_hash[1], hash = 0;
    const uint32_t *bucket = t->sysv_hash + 2, *chain = bucket + buckets;

    for (const char *c = name->text; *c; c++) {
        hash = (hash << 4) + (unsigned char)*c;
        hash = (hash ^ (hash >> 24 & 0xf0)) & 0x0fffffff;
    }
    for (size_t i = buckets ? bucket[hash % buckets] : 0; i && i < count; i = chain[i]) {
        if (defines(t, i, name, version))
            return i;
    }
    return 0;
}

static uint32_t gnu_hash(const char *name)
{
    uint32_t hash = 5381;

    for (const char *c = name; *c; c++)
        hash = hash * 33 + (unsigned char)*c;
    return hash;
}

static const ElfW(Sym) * find(const struct tables *t, const struct name *name, const char *version)
{
    size_t found = 0;

    if (t->gnu_hash)
        found = find_by_gnu_hash(t, name, version);
    else if (t->sysv_hash)
        found = find_by_sysv_hash(t, name, version);
    return found ? &t->symbols[found] : NULL;
}

static void *function_in(const struct tables *t, const struct name *name, const char *version)
{
    const ElfW(Sym) *symbol = find(t, name, version);

    if (!symbol)
        return NULL;
    switch (ELF64_ST_TYPE(symbol->st_info)) {
    case STT_FUNC:
    case STT_NOTYPE:
        return (void *)(t->base + symbol->st_value);
    default: /* data, thread-local, or chosen at run time by code that is not ours to call */
        return NULL;
    }
}

void *symtab_address(const struct link_map *map, const char *name)
{
    const struct name of = {name, gnu_hash(name), 0};
    struct tables t;
    const ElfW(Sym) *symbol = map->l_ld && read_tables(map, &t) ? find(&t, &of, NULL) : NULL;

    return symbol ? (void *)(t.base + symbol->st_value) : NULL;
}

void *symtab_function(const struct link_map *map, const char *name, const char *version)
{
    const struct name of = {name, gnu_hash(name), 0};
    struct tables t;

    return read_tables(map, &t) ? function_in(&t, &of, version) : NULL;
}

void symtab_functions(const struct link_map *map, const struct symtab_name names[], void *found[],
                      size_t count)
{
    struct tables t;
    bool readable = read_tables(map, &t);

    for (size_t i = 0; i < count; i++) {
        const struct name of = {names[i].text, names[i].hash, names[i].size};
        found[i] = readable ? function_in(&t, &of, NULL) : NULL;
    }
}

/* The name of the needed version with that index. */
static const char *needed_version(const struct tables *t, unsigned int index)
{
    const char *p = t->needs;

    while (p) {
        const ElfW(Verneed) *need = (const void *)p;
        const char *q = p + need->vn_aux;
        for (unsigned int i = 0; i < need->vn_cnt; i++) {
            const ElfW(Vernaux) *aux = (const void *)q;
            if ((aux->vna_other & (HIDDEN - 1u)) == index)
                return t->strings + aux->vna_name;
            q += aux->vna_next;
        }
        p = need->vn_next ? p + need->vn_next : NULL;
    }
    return NULL;
}

/* References stand in no GNU hash table: they are the symbols before its first hashed one. */
static size_t count_of_unhashed(const struct tables *t)
{
    if (t->gnu_hash)
        return t->gnu_hash[1];
    return t->sysv_hash ? t->sysv_hash[1] : 0;
}

const char *symtab_wanted_version(const struct link_map *map, const char *name)
{
    struct tables t;

    if (!read_tables(map, &t) || !t.versions)
        return NULL;
    for (size_t i = 1; i < count_of_unhashed(&t); i++) {
        if (t.symbols[i].st_shndx == SHN_UNDEF && text_same(t.strings + t.symbols[i].st_name, name))
            return needed_version(&t, t.versions[i] & (HIDDEN - 1u));
    }
    return NULL;
}

bool symtab_needs(const struct link_map *map, const struct link_map *other)
{
    struct tables mine, its;

    if (!read_tables(map, &mine) || !read_tables(other, &its))
        return false;
    const char *name = its.soname ? its.soname : text_base(other->l_name);
    for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++) {
        if (d->d_tag == DT_NEEDED && text_same(text_base(mine.strings + d->d_un.d_val), name))
            return true;
    }
    return false;
}

bool symtab_is(const struct link_map *map, const char *soname)
{
    struct tables t;

    return read_tables(map, &t) && t.soname && text_same(t.soname, soname);
}
