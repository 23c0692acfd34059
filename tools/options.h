/* SPDX-License-Identifier: MIT */
/* The options of prio-exec, and its help. */
#ifndef PRIOSHIM_OPTIONS_H
#define PRIOSHIM_OPTIONS_H

#include <stdbool.h>

enum option_index {
#define OPTION(index, name, argument, goes_with, help) index,
#include "options.def"
#undef OPTION
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
