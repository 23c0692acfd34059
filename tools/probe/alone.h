/* SPDX-License-Identifier: MIT */
/*
 * What the driver itself says of priorities on launches and by attributes: findings, by which the
 * rows of launch_check.h are judged. They are made by this program again, without our library.
 */
#ifndef PROBE_ALONE_H
#define PROBE_ALONE_H

#include "findings.h"

/* Gathers them in a child. Where they can't be had a note says why. */
void alone_gather(struct findings *findings);

/* The work of that program, once it was started again: tells all that it finds to the pipe. */
void alone_tell(int to);

/* Whether on that device the driver itself refused a launch with a priority on stream 0. */
bool alone_refused_launch(const struct findings *findings, int device);

/* Whether there it refused a priority as an attribute of a created stream, or left it as it was. */
bool alone_left_attribute(const struct findings *findings, int device);

#endif
