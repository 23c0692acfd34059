/* SPDX-License-Identifier: MIT */
/*
 * What became of the streams of this process: counted, and told where the settings say so. Nothing
 * here is called unless a report or a log is wanted.
 */
#ifndef PRIOSHIM_REPORT_H
#define PRIOSHIM_REPORT_H

#include <stdbool.h>

/* The ways by which a program can have come by a function; several where it isn't known by which.
 */
enum report_ways {
    WAY_LINKED = 1, /* called by its name */
    WAY_DLSYM = 2,  /* looked up by dlsym or dlvsym */
    WAY_ENTRY_POINT =
        4, /* handed out by the runtime's own function for that, cuGetProcAddress say */
};

/* A device, as far as the runtime says which it is and what priorities it has. */
struct report_device {
    bool known, range_known;
    int number, least, greatest;
};

/* One call that makes a stream, as the program made it. */
struct report_creation {
    const char *function;
    unsigned int ways;
    unsigned int flags;
    bool named; /* a priority, which is `asked` */
    int asked;
    int result; /* 0: success; else the runtime's code, and the rest was not observed */
    /* What the runtime says of the stream, where that could be had. */
    struct report_device device;
    bool given_known;
    int given;
};

/* The process has come to one of the runtime's functions: it gets a report, if only to say that it
 * created no stream. */
void report_used(void);

void report_creation(const struct report_creation *creation);

/* A launch on a default stream has gone out, at the level or without it. */
void report_launch(const struct report_device *device, bool at_level);

/* The process ends: a report for people is due now. */
void report_end(void);

#endif
