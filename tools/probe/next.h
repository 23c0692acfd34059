/* SPDX-License-Identifier: MIT */
/* What to do about a driver that cannot be used, in a sentence or two. */
#ifndef PROBE_NEXT_H
#define PROBE_NEXT_H

#include "facts.h"
#include "machine.h"

/* NULL: there is nothing to say. */
const char *next_step(enum trouble trouble, const struct machine *machine);

#endif
