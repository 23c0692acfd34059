/* SPDX-License-Identifier: MIT */
/* The string functions, where what can be read ends behind a text, too. */
#include "text.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SMALLEST_PAGE = 4096, LONGEST = 56 };

/* Where a page ends that has none behind it. */
static char *end_of_page(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    cr_assert_neq(pages, MAP_FAILED);
    cr_assert_eq(mprotect(pages + page, page, PROT_NONE), 0);
    return pages + page;
}

Test(text, what_lies_in_one_page_is_told_to_the_byte)
{
    const char *page = end_of_page() - SMALLEST_PAGE;

    for (size_t offset = 0; offset < SMALLEST_PAGE; offset++) {
        for (size_t bytes = 1; bytes <= 64; bytes++)
            cr_assert_eq(text_in_page(page + offset, bytes), offset + bytes <= SMALLEST_PAGE,
                         "%zu bytes at %zu", bytes, offset);
    }
}

static char *put(char *at, const char *text)
{
    memmove(at, text, strlen(text) + 1);
    return at;
}

/* Whether a text is the known one, by each function, and wherever it lies. */
static bool is(const char *text, const char *known)
{
    static char *end;
    size_t size = strlen(known) + 1;

    if (!end)
        end = end_of_page();
    memset(end - 2 * LONGEST, 'x', 2 * LONGEST);
    bool in_page = text_is_in_page(put(end - 2 * LONGEST, text), known, size);
    bool inside = text_is(put(end - 2 * LONGEST, text), known, size);
    bool at_end = text_is(put(end - strlen(text) - 1, text), known, size);
    cr_assert_eq(in_page, inside, "%s, %s", text, known);
    cr_assert_eq(in_page, at_end, "%s, %s", text, known);
    cr_assert_eq(in_page, text_same(text, known), "%s, %s", text, known);
    return in_page;
}

Test(text, a_text_is_the_known_one_in_every_byte)
{
    static const char letters[] = "cudaGetDriverEntryPointByVersion_ptszABCDEFHIJKLMNOQRSU";
    char known[LONGEST + 1], text[LONGEST + 1];

    for (size_t length = sizeof(uint64_t); length < LONGEST; length++) {
        snprintf(known, sizeof(known), "%.*s", (int)length, letters);
        cr_assert(is(known, known), "%s", known);
        for (size_t i = 0; i < length; i++) {
            strcpy(text, known);
            text[i] = '-';
            cr_assert_not(is(text, known), "%s, %s", text, known);
            text[i] = '\0';
            cr_assert_not(is(text, known), "%s, %s", text, known);
        }
        snprintf(text, sizeof(text), "%s-", known);
        cr_assert_not(is(text, known), "%s, %s", text, known);
    }
}
