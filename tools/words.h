/* SPDX-License-Identifier: MIT */
/* Words as prio-exec shows them to people. */
#ifndef PRIOSHIM_WORDS_H
#define PRIOSHIM_WORDS_H

#include "priority.h"

#include <stdbool.h>

/*
 * Text as one shell word on one line: bare if it is plain and `bare` is wanted, 'so', or $'so'
 * with escapes where it holds control characters (POSIX 2024; dash has not learnt it yet). Never
 * freed: prio-exec ends soon, one way or the other.
 */
char *quote(const char *text, bool bare);

/* The words of a setting as "a, b, c", never freed. */
char *word_list(const char words[][WORD_SIZE]);

#endif
