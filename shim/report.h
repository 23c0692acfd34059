/*
 * What became of the streams of this process: counted, and told where the settings say so. Nothing
 * here is called unless a report or a log is wanted.
 */
#ifndef PRIOSHIM_REPORT_H
#define PRIOSHIM_REPORT_H

#include <stdbool.h>

/* The ways by which a program can have come by a function; several where it isn't known by which. */
enum report_ways {
    WAY_LINKED = 1,      /* called by its name */
    WAY_DLSYM = 2,       /* looked up by dlsym or dlvsym */
    WAY_ENTRY_POINT = 4, /* handed out by the runtime's own function for that, cuGetProcAddress say */
};

/* One call that makes a stream, as the program made it. */
struct report_creation {
    const char *function;
    unsigned int ways;
    unsigned int flags;
    bool named; /* a priority, which is `asked` */
    int asked;
    int result; /* 0: success; else the runtime's code, and the rest was not observed */
    /* What the runtime says of the stream, each where it could be had. */
    bool device_known, range_known, given_known;
    int device, least, greatest, given;
};

/* The process has come to one of the runtime's functions: it gets a report, if only to say that it
 * created no stream. */
void report_used(void);

void report_creation(const struct report_creation *creation);

/* The process ends: a report for people is due now. */
void report_end(void);

#endif
