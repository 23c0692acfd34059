/* SPDX-License-Identifier: MIT */
/* What the compiler makes of the rows' names, against the names themselves. */
#include "cuda/cuda.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The same text where a page ends that has none behind it. */
static const char *at_end_of_page(const char *text)
{
    static char *end;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);

    if (!end) {
        end = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        cr_assert_neq(end, MAP_FAILED);
        end += page;
        cr_assert_eq(mprotect(end, page, PROT_NONE), 0);
    }
    return strcpy(end - strlen(text) - 1, text);
}

static uint32_t gnu_hash(const char *text)
{
    uint32_t hash = 5381;

    for (; *text; text++)
        hash = hash * 33 + (unsigned char)*text;
    return hash;
}

Test(cuda_names, a_hash_is_that_of_its_text)
{
    static const struct symtab_name others[] = {
        SYMTAB_NAME(""),
        SYMTAB_NAME("d"),
        SYMTAB_NAME("__errno_location"),
        SYMTAB_NAME("__errno_locations"),
        SYMTAB_NAME("a name of two times sixteen byte"),
        SYMTAB_NAME("a name of two times sixteen bytes"),
        SYMTAB_NAME("as long a name as has its hash by the compiler:"),
    };

    for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
        cr_assert_eq(others[i].hash, gnu_hash(others[i].text), "%s", others[i].text);
    for (size_t i = 0; i < CUDA_HOOKS + CUDA_COMPANIONS; i++) {
        cr_assert_eq(cuda_names[i].hash, gnu_hash(cuda_names[i].text), "%s", cuda_names[i].text);
        cr_assert_eq(cuda_names[i].size, strlen(cuda_names[i].text) + 1);
    }
}

static bool may_be(const char *name, int hook)
{
    cr_assert(cuda_candidates(at_end_of_page(name)) >> hook & 1, "%s", name);
    return cuda_candidates(name) >> hook & 1;
}

Test(cuda_names, every_name_and_base_is_found_by_its_mark)
{
    for (int hook = 0; hook < CUDA_HOOKS; hook++) {
        cr_assert(may_be(cuda_names[hook].text, hook), "%s", cuda_names[hook].text);
        if (*cuda_rows[hook].base)
            cr_assert(may_be(cuda_rows[hook].base, hook), "%s", cuda_rows[hook].base);
    }
}

/* Of a name that is too short for a mark nothing behind its end is read. */
Test(cuda_names, short_names_may_end_where_a_page_does)
{
    char name[RUNTIME_NINTH + 1];

    for (int length = 0; length <= RUNTIME_NINTH; length++) {
        snprintf(name, sizeof(name), "%.*s", length, cuda_names[0].text);
        volatile uint32_t rows = cuda_candidates(at_end_of_page(name));
        (void)rows;
    }
}

Test(cuda_names, a_row_has_one_mark)
{
    for (int hook = 0; hook < CUDA_HOOKS; hook++) {
        int marks = 0;
        for (int mark = 0; mark < CUDA_MARKS; mark++)
            marks += cuda_rows_by_mark[mark] >> hook & 1;
        cr_assert_eq(marks, 1, "%s", cuda_names[hook].text);
    }
}

/* A base may be asked for that no row is called by: the stubs let it by, too. */
Test(cuda_names, the_stubs_bytes_are_the_names_and_the_bases)
{
    struct runtime_bytes bytes = {0};

    for (int hook = 0; hook < CUDA_HOOKS; hook++) {
        const char *const names[] = {cuda_names[hook].text, cuda_rows[hook].base};
        for (int i = 0; i < 2; i++) {
            if (!*names[i])
                continue;
            cr_assert_geq(strlen(names[i]), RUNTIME_NINTH + 1);
            cr_assert_eq(strncmp(names[i], "cu", 2), 0);
            bytes.thirds |= UINT64_C(1) << (names[i][RUNTIME_THIRD] & 63);
            bytes.ninths |= UINT64_C(1) << (names[i][RUNTIME_NINTH] & 63);
        }
    }
    cr_assert_eq(bytes.thirds, cuda_bytes.thirds);
    cr_assert_eq(bytes.ninths, cuda_bytes.ninths);
}

static bool is_base(const char *name, const struct cuda_row *row)
{
    static char inside[2 * SYMTAB_LONGEST];
    bool is = cuda_is_base(strcpy(inside, name), row);

    cr_assert_eq(cuda_is_base(at_end_of_page(name), row), is, "%s", name);
    return is;
}

Test(cuda_names, a_base_is_itself_alone)
{
    for (int hook = 0; hook < CUDA_HOOKS; hook++) {
        const struct cuda_row *row = &cuda_rows[hook];
        char name[SYMTAB_LONGEST + 1];

        cr_assert_not(is_base("", row));
        if (!*row->base)
            continue;
        cr_assert_eq(row->base_size, strlen(row->base) + 1);
        cr_assert(is_base(row->base, row), "%s", row->base);
        cr_assert_eq(strncmp(row->base, cuda_names[hook].text, strlen(row->base)), 0);
        snprintf(name, sizeof(name), "%sX", row->base);
        cr_assert_not(is_base(name, row), "%s", name);
        snprintf(name, sizeof(name), "%.*s", (int)strlen(row->base) - 1, row->base);
        cr_assert_not(is_base(name, row), "%s", name);
    }
}
