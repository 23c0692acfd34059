/* SPDX-License-Identifier: MIT */
/* Runs a host program on the stand-in driver, bare or under the shim, and keeps the record. */
#ifndef PRIOSHIM_TESTS_HOST_H
#define PRIOSHIM_TESTS_HOST_H

#include "spawn.h"

#include <stddef.h>

/* The two builds of the library that every host is run under. */
extern const char *const library_builds[2]; /* debug, optimised: paths */

/*
 * Whether the two are built with a sanitizer (tests/analysis/sanitize.cmake). Every host has its
 * runtime then, the bare one too; a test of what cannot be together with one is skipped.
 */
extern const bool host_sanitized, host_thread_sanitized;
#define SKIP_IF(condition, why)                                                                    \
    do {                                                                                           \
        if (condition)                                                                             \
            cr_skip_test("in this sanitizer's build: " why);                                       \
    } while (0)

struct host_run {
    const char *argv[8];   /* the program's name in tests/apps (or a path), and its arguments */
    const char *library;   /* the shim to preload; NULL: bare */
    const char *priority;  /* PRIOSHIM_PRIORITY; NULL: unset */
    const char *explicit_; /* PRIOSHIM_EXPLICIT; NULL: unset */
    const char *ranges;    /* FAKE_CUDA_RANGES; NULL: unset */
    const char *env[8];    /* further NAME=VALUE */
};

struct host_result {
    struct spawn_result run;
    char *record; /* what reached the stand-ins, a line a call */
};

/* The result is the caller's, for host_free. */
struct host_result host_run(const struct host_run *host);
void host_free(struct host_result *result);

/*
 * The lines of `text` that hold none of the words (a list ended by NULL), as text of its own, to be
 * freed.
 */
char *lines_without(const char *text, const char *const words[]);

/* Calls `each` with every line of `text`, without its newline, which is put back afterwards. */
void for_each_line(char *text, void (*each)(char *line, void *data), void *data);

/* The number of lines of `text` that hold `word`. */
size_t count_lines(const char *text, const char *word);

#endif
