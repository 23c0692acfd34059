/* SPDX-License-Identifier: MIT */
/* The options of prio-exec, and its help. */
#ifndef PRIOSHIM_OPTIONS_H
#define PRIOSHIM_OPTIONS_H

#include <stdbool.h>

enum option_index {
    KEEP_EXPLICIT,
    REPORT,
    NO_MPS,
    DRY_RUN,
    STRICT,
    QUIET,
    CHECK,
    INFO,
    JSON,
    HELP,
    VERSION,
    OPTIONS_COUNT
};

struct options {
    bool given[OPTIONS_COUNT];
    const char *report; /* the FILE of --report=FILE, or NULL */
};

/*
 * Reads the options and stops at the first operand, whose index it returns. What can't be meant
 * ends prio-exec, and so do --help and --version.
 */
int read_options(int argc, char *argv[], struct options *options);

#endif
