/* SPDX-License-Identifier: MIT */
/* Launches on default streams, and priorities by attribute, at the level: what must succeed. */
#ifndef PROBE_LAUNCH_CHECK_H
#define PROBE_LAUNCH_CHECK_H

#include "findings.h"
#include "request.h"

/* Tries them, by the light of what the driver itself said (alone.h). */
void launch_check_gather(const struct request *request, struct findings *findings);

#endif
