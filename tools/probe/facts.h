/* SPDX-License-Identifier: MIT */
/* What the probe learns of a machine, in a form that goes from process to process by a pipe. */
#ifndef PROBE_FACTS_H
#define PROBE_FACTS_H

#include <stdbool.h>

struct driver_facts {
    int version; /* as cuDriverGetVersion has it: 12040 is CUDA 12.4; 0: it does not tell */
    char path[1024];
};

/* What keeps a driver from being used, as far as it matters to what is to be done about it. */
enum trouble {
    TROUBLE_OTHER, /* none, or what was said of it says what to do */
    TROUBLE_NO_LIBRARY,
    TROUBLE_NO_START, /* the library is there, and finds no device or a fault */
};

struct device_facts {
    int device;
    char name[256]; /* as the driver has it: any bytes */
    int major, minor;
    bool has_range;
    int least, greatest;
    char why[256]; /* without a range: why there is none */
};

enum row_result {
    ROW_BEGUN, /* its process has told no more of it */
    ROW_OK,
    ROW_NO_CHOICE,   /* the range offers none, so no level can show */
    ROW_NOT_OFFERED, /* this driver or runtime has no such way: no failure */
    ROW_NOT_OBEYED,  /* the stream has another priority than the level's */
    ROW_FAILED,      /* there is no stream, or no telling its priority; or no launch */
    ROW_ACCEPTED,    /* by the driver itself; nothing is expected of it */
    ROW_REFUSED,     /* the same */
};

/* What a row is about. */
enum row_kind {
    ROW_STREAM, /* has the level's priority */
    ROW_LAUNCH, /* succeeds; its priority cannot be read back */
    ROW_DRIVER, /* what the driver says without the library: no result is wrong, but for a crash */
};

/* One try: a function, the way in which a program comes by it, a device. */
struct row {
    enum row_kind kind;
    char way[48], function[40];
    int device; /* -1: none in particular */
    bool named, read;
    int asked, got; /* asked if named, got if read */
    int least, greatest;
    enum row_result result;
    char why[256]; /* of every result but ROW_OK */
};

#endif
