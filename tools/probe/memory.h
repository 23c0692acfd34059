/* SPDX-License-Identifier: MIT */
/* Memory that must be there: the probe has nothing better to do without it. */
#ifndef PROBE_MEMORY_H
#define PROBE_MEMORY_H

#include <stdio.h>
#include <stdlib.h>

enum { EXIT_OWN_FAILURE = 125 }; /* as prio-exec's own */

static inline void *needed(void *memory)
{
    if (memory)
        return memory;
    perror("prioshim-probe");
    exit(EXIT_OWN_FAILURE);
}

#endif
