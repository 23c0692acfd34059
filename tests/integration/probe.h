/* SPDX-License-Identifier: MIT */
/* What the tests of --check and --info share, beyond launcher.h: the table of the last run. */
#ifndef PRIOSHIM_TESTS_PROBE_H
#define PRIOSHIM_TESTS_PROBE_H

#include "launcher.h"

#include <stddef.h>

#define PROBE BUILD_DIR "/lib/prioshim/prioshim-probe"
#define STAND_IN "LD_LIBRARY_PATH=" FAKE_DIR "/driver:" FAKE_DIR "/runtime"

/* The launches of a device, which succeed whatever its priorities are. */
enum { LAUNCH_ROWS = 18 };

/* How many rows there are below the header, and how many whose last field begins so. */
size_t rows(void);
size_t rows_with(const char *last);

/* Its stderr has this text. */
void says(const char *what);

/* The check passed at that level, and every row is one of those that are no failure. */
void passed(const char *level);

#endif
