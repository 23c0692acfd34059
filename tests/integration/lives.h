/* SPDX-License-Identifier: MIT */
/* Hosts whose whole life is compared with the bare one's. */
#ifndef PRIOSHIM_TESTS_LIVES_H
#define PRIOSHIM_TESTS_LIVES_H

#include "host.h"

/* The stand-ins' ranges, of the first and of a second driver: both ends differ from the default. */
#define RANGES "FAKE_CUDA_RANGES=2:-5", "FAKE_CUDA_RANGES_B=1:-4"
#define NO_RECORD "FAKE_CUDA_LOG=" /* thousands of calls, of which none is looked at */

struct level {
    const char *word, *priority, *b_priority; /* as set; as the hosts print it: " priority=2" */
};
extern const struct level levels[2];

/* What a host that printed `bare` prints at a level: its priorities are the level's. To be freed.
 */
char *at_level(const char *bare, size_t level);

/*
 * Runs the host bare and under each build at each level: all is the same, status, stdout and
 * stderr, but for "priority=0" and "b_priority=0" on stdout, which become the level's.
 */
void lives_as_bare(const struct host_run *host);

/* The same of a program with one or two arguments and, with the second, one more variable. */
void lives(const char *program, const char *how, const char *more);
void lives_with(const char *program, const char *how, const char *variable);

/* A folder of the test's own; removed by remove_folder. */
void make_folder(char folder[32]);
void remove_folder(const char *folder);

/* Runs a shell command, a format with two strings, that must succeed. */
void shell(const char *format, const char *first, const char *second);

#endif
