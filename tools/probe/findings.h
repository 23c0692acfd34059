/* SPDX-License-Identifier: MIT */
/* All that was found, as the report needs it. */
#ifndef PROBE_FINDINGS_H
#define PROBE_FINDINGS_H

#include "child.h"

struct texts {
    char **text;
    size_t count;
};

struct findings {
    bool has_driver;
    struct driver_facts driver;
    struct device_facts *devices;
    size_t device_count;
    struct row *rows;
    size_t row_count;
    struct texts problems; /* any is a failure */
    struct texts notes;
    enum trouble trouble;
    char step[TOLD_TEXT]; /* what a child was about when it was last heard; "": not told */
};

void texts_add(struct texts *texts, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Does work in a child, and keeps what it tells. A child that does not come to its end is a
 * problem, and so is the row that it was about, if any.
 */
void findings_gather(struct findings *findings, const char *subject,
                     void (*work)(int to, const void *order), const void *order);

#endif
