/* SPDX-License-Identifier: MIT */
/*
 * The few string functions of the library. Not libc's: lookups arrive before libc is usable, and a
 * sanitizer's strcmp crashes when it is called there.
 */
#ifndef PRIOSHIM_TEXT_H
#define PRIOSHIM_TEXT_H

#include <stdbool.h>

static inline bool text_same(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
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
