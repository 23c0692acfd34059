/* SPDX-License-Identifier: MIT */
/* Text built in a buffer of its caller's: nothing is allocated, and what doesn't fit is left out.
 */
#ifndef PRIOSHIM_LINE_H
#define PRIOSHIM_LINE_H

#include <stddef.h>

struct line {
    char *text; /* not ended by NUL */
    size_t room, length;
};

#define LINE_IN(array)                                                                             \
    (struct line)                                                                                  \
    {                                                                                              \
        (array), sizeof(array), 0                                                                  \
    }

/* Adds spaces up to a length, as far as there is room. */
void line_fill(struct line *line, size_t length);

/* Appends what fits. */
void line_add(struct line *line, const char *text);

void line_add_number(struct line *line, long number);

/* Appends somebody's text in quotes, cut to a readable length, with control bytes as '?'. */
void line_add_quoted(struct line *line, const char *text);

/*
 * Appends text as a JSON string (RFC 8259), quotes and all, of at most `most` bytes between them.
 * It is valid whatever the text holds: what is not UTF-8 becomes U+FFFD, and a text that is too
 * long ends in "..." on the border of a character.
 */
void line_add_json(struct line *line, const char *text, size_t most);

#endif
