/* SPDX-License-Identifier: MIT */
/* What the tests of reports share. JSON is read by a parser that is not ours (flat.py). */
#ifndef REPORTS_H
#define REPORTS_H

#include "folder.h"
#include "host.h"

#define TWO_DEVICES "FAKE_CUDA_RANGES=0:-5,1:-2"

/* The setting that sends reports to a file of the test's folder, which isn't there yet. */
const char *to_file(void);
extern char report_path[96];

/* The file's lines as flat.py prints them; to be freed. */
char *flat(const char *path);

/* The sum of a member of all devices (or failures) in all reports. */
long total(char *flat_text, const char *member);

/* What the stand-in says of the host "counted". */
struct created {
    long all, at_level[2], failed;
};
struct created created_in(struct host_result *r);
struct host_result counted(const char *library, const char *how, const char *threads,
                           const char *rounds, const char *report);

#endif
