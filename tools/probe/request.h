/* SPDX-License-Identifier: MIT */
/* What prio-exec asks of the probe. */
#ifndef PROBE_REQUEST_H
#define PROBE_REQUEST_H

#include "priority.h"

#include <stdbool.h>

struct request {
    bool json;
    bool all_levels;    /* none was named */
    bool keep_explicit; /* a priority that the program itself names is to stay */
    enum stream_priority level;
};

#endif
