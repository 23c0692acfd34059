/* SPDX-License-Identifier: MIT */
/* What prio-exec says on stderr, a line at a time, and the statuses that it ends with. */
#ifndef PRIOSHIM_SAY_H
#define PRIOSHIM_SAY_H

/* As env(1), nice(1) and stdbuf(1) have them; else the status is the command's. */
enum {
    EXIT_OWN_FAILURE = 125,
    EXIT_NOT_RUNNABLE = 126,
    EXIT_NOT_FOUND = 127,
};

void warn_user(const char *format, ...) __attribute__((format(printf, 1, 2)));

_Noreturn void leave(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define refuse(...) leave(EXIT_OWN_FAILURE, __VA_ARGS__)
#define misused(format, ...) refuse(format ". Try 'prio-exec --help'.", ##__VA_ARGS__)

/* The memory, or an end for want of it. */
void *checked(void *memory);

/* Ends with success if all that was printed on stdout has arrived. */
_Noreturn void printed(void);

#endif
