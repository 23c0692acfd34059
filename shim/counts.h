/* SPDX-License-Identifier: MIT */
/*
 * The figures of a report: how many streams, of which device, made how, and what became of them.
 * They are this process's own: a forked child begins with none.
 */
#ifndef PRIOSHIM_COUNTS_H
#define PRIOSHIM_COUNTS_H

#include "report.h"

#include <stddef.h>

enum { COUNTS_DEVICES = 16, COUNTS_CODES = 8, COUNTS_WAYS = 4 };

/* How many streams of a device. */
enum count {
    COUNT_STREAMS,
    COUNT_TOOK,       /* have the level's priority, as the runtime says itself */
    COUNT_OVERRIDDEN, /* of these: had asked for another */
    COUNT_KEPT,       /* kept a priority that they had asked for, as the policy says */
    COUNT_MISSED,     /* have another priority than the level's, against what was asked of us */
    COUNT_LAUNCHES,   /* on default streams, where the settings ask for them */
    COUNT_LAUNCHES_TOOK,
    COUNT_WAY_FIRST,
    COUNTS = COUNT_WAY_FIRST + COUNTS_WAYS
};

/* What each way is called, in the order of the counts; the last is "dlsym or entry point". */
extern const char counts_way_names[COUNTS_WAYS][24];

struct counts_device {
    struct report_device device;
    bool level_known;
    int level;
    unsigned long count[COUNTS];
};

struct counts_code {
    int code;
    unsigned long calls;
};

/* Starts anew where the process is not the one that was counted so far. */
void counts_begin(void);

/* Whether anything was counted in this very process, or counts_begin called. */
bool counts_begun(void);

void counts_add(const struct report_creation *creation);

/* Returns how many launches the device has had by now. */
unsigned long counts_add_launch(const struct report_device *device, bool at_level);

/* Each figure as it is now; false beyond the last one. */
bool counts_device(size_t i, struct counts_device *out);
bool counts_code(size_t i, struct counts_code *out);

/* Streams and failures for which there was no room. */
unsigned long counts_left_out(void);

#endif
