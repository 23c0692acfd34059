/* SPDX-License-Identifier: MIT */
/* prio-exec --check: does the level arrive, by every way in that this driver offers? */
#ifndef PROBE_CHECK_H
#define PROBE_CHECK_H

#include "findings.h"
#include "request.h"

/* Makes the streams, and judges each; whatever else is wrong is among the problems. */
void check_gather(const struct request *request, struct findings *findings);

/* Whether every way that is offered was obeyed, and there was at least one to see it by. */
bool check_passed(const struct findings *findings);

#endif
