/* SPDX-License-Identifier: MIT */
#include "priority.h"

#include <stddef.h>

const char *const priority_words[] = {
    [PRIORITY_DEFAULT] = "default",
    [PRIORITY_LOW] = "low",
    [PRIORITY_HIGH] = "high",
    NULL,
};
