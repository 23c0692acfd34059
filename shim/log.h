/* A line on stderr: built on the stack, written whole by one write(2), errno kept. */
#ifndef PRIOSHIM_LOG_H
#define PRIOSHIM_LOG_H

#include <stddef.h>

struct log_line {
    size_t length;
    char text[512];
};

/* An empty line, "prioshim: " already in it. */
void log_begin(struct log_line *line);

/* Appends what fits. */
void log_add(struct log_line *line, const char *text);

/* Appends somebody's text in quotes, cut to a readable length, with control bytes as '?'. */
void log_add_quoted(struct log_line *line, const char *text);

/* Ends the line and writes it to a descriptor. A failure has no one to be told to. */
void log_write(struct log_line *line, int descriptor);

#endif
