/* SPDX-License-Identifier: MIT */
/*
 * The few string functions of the library. Not libc's: lookups arrive before libc is usable, and a
 * sanitizer's strcmp crashes when it is called there.
 */
#ifndef PRIOSHIM_TEXT_H
#define PRIOSHIM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool text_same(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* Whether so many bytes can be read, even where a text ends earlier: they lie in one page. */
static inline bool text_in_page(const char *text, size_t bytes)
{
    enum { PAGE = 4096 }; /* no processor's is smaller */

    return ((uintptr_t)text & (PAGE - 1)) <= PAGE - bytes;
}

static inline uint64_t text_word(const char *text)
{
    uint64_t word;

    __builtin_memcpy(&word, text, sizeof(word));
    return word;
}

/*
 * Whether a text is the one of `size` bytes, with its end, and longer than a word; so many bytes of
 * it lie in one page. By words, of which the last overlaps the one before: behind the end of a text
 * that is shorter than the known one, but like it so far, less than a word is read.
 */
static inline bool text_is_in_page(const char *text, const char *known, size_t size)
{
    const size_t last = size - sizeof(uint64_t);

    if (text_word(text) != text_word(known))
        return false;
    for (size_t at = sizeof(uint64_t); at < last; at += sizeof(uint64_t)) {
        if (text_word(text + at) != text_word(known + at))
            return false;
    }
    return text_word(text + last) == text_word(known + last);
}

static inline bool text_is(const char *text, const char *known, size_t size)
{
    return text_in_page(text, size) ? text_is_in_page(text, known, size) : text_same(text, known);
}

/* What follows the last slash. */
static inline const char *text_base(const char *path)
{
    const char *base = path;

    for (; *path; path++) {
        if (*path == '/')
            base = path + 1;
    }
    return base;
}

#endif
