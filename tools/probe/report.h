/* SPDX-License-Identifier: MIT */
/* What the reports of --check and --info share. */
#ifndef PROBE_REPORT_H
#define PROBE_REPORT_H

#include "findings.h"
#include "json.h"
#include "table.h"

/* A change of what a program could rely on gets a new number. */
enum { REPORT_SCHEMA = 1 };

/* The problems and notes, a line each. */
void report_texts(struct table *table, const struct findings *findings);

/* The JSON object that every report is: its first members, and its last. */
void report_begin(struct json *json, const char *kind, bool ok);
void report_end(struct json *json, const struct findings *findings);

void report_driver(struct json *json, const struct findings *findings);

/* The members of one device. */
void report_device(struct json *json, const struct device_facts *device);

/* A CUDA version as people write it; NULL: it is not told. */
const char *report_version(int version, char text[16]);

#endif
