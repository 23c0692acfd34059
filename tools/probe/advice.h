/* SPDX-License-Identifier: MIT */
/* What a level can do on this machine, and what it can't, in plain words. */
#ifndef PROBE_ADVICE_H
#define PROBE_ADVICE_H

#include "situation.h"

struct advice {
    const char *where; /* "within one process", ... */
    const char *sentence;
};

enum { ADVICE_MOST = 12 };

/*
 * Writes what is to be said of a level, and returns how much that is. Nothing is claimed that
 * isn't documented; what isn't known is said to be so.
 */
size_t advice_of(enum stream_priority level, const struct situation *situation,
                 struct advice advice[ADVICE_MOST]);

#endif
