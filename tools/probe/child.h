/* SPDX-License-Identifier: MIT */
/*
 * Work in a process of its own, which tells what it finds while it lives: a driver that crashes
 * ends that process, and not the report.
 */
#ifndef PROBE_CHILD_H
#define PROBE_CHILD_H

#include "facts.h"

#include <stddef.h>

enum told_kind {
    TOLD_STEP, /* what comes next, as words that follow "in" */
    TOLD_DRIVER,
    TOLD_DEVICE,
    TOLD_ROW, /* one with ROW_BEGUN is replaced by the next one */
    TOLD_PROBLEM,
    TOLD_NOTE,
    TOLD_TROUBLE,
};

enum { TOLD_TEXT = 2048 };

struct told {
    enum told_kind kind;
    union {
        char text[TOLD_TEXT];
        struct driver_facts driver;
        struct device_facts device;
        struct row row;
        enum trouble trouble;
    } what;
};

/* For the work: tells the parent. */
void child_tell(int to, const struct told *told);
void child_tell_text(int to, enum told_kind kind, const char *text);
void child_tell_trouble(int to, const char *problem, enum trouble trouble);

/*
 * Does `work` in a child, with a time limit, and hears all of what it tells. Its stdout is our
 * stderr: what a driver prints is no part of a report. True: it came to its end; else `why` says
 * how it ended, as words that follow a subject.
 */
bool child_run(void (*work)(int to, const void *order), const void *order,
               void (*hear)(const struct told *told, void *hearer), void *hearer, char *why,
               size_t size);

#endif
