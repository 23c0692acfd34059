/* SPDX-License-Identifier: MIT */
/* A report, and a line of the log, in words. */
#ifndef PRIOSHIM_REPORT_TEXT_H
#define PRIOSHIM_REPORT_TEXT_H

#include "line.h"
#include "report.h"

/* The length of each report as JSON, its newline included. */
enum { REPORT_LINE = 4096 };

/* The process's figures as one JSON object, filled up with spaces to REPORT_LINE. */
void report_as_json(struct line *line);

/* The same for people, in a few lines. */
void report_as_text(struct line *line);

/* One creation, as KEY=VALUE words. */
void report_creation_as_text(struct line *line, const struct report_creation *creation);

#endif
