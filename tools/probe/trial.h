/* SPDX-License-Identifier: MIT */
/* A function, come by in some way, is tried on every device, and told of as it goes. */
#ifndef PROBE_TRIAL_H
#define PROBE_TRIAL_H

#include "request.h"
#include "session.h"

/* Tries it on one device, and fills in all of the row that isn't there yet. */
typedef void trial_on_device(struct session *session, const void *given, int device,
                             struct row *row);

/* Begins the row: should nothing more be heard, the function was being looked for. */
void trial_begin(struct row *row, enum row_kind kind, const char *way, const char *function,
                 int to);

/* Ends a row that is of no device: `result` and `why` are in it. */
void trial_end(const struct row *row, int to);

/*
 * A row for each device that has a range. One that is `named` asks for the priority that is
 * furthest from the level.
 */
void trial_on_devices(struct session *session, enum stream_priority level, trial_on_device *try,
                      const void *given, struct row *row, int to);

#endif
