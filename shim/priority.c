/* SPDX-License-Identifier: MIT */
#include "priority.h"

#include <stddef.h>

const char *const priority_words[] = {
    [PRIORITY_DEFAULT] = "default",
    [PRIORITY_LOW] = "low",
    [PRIORITY_HIGH] = "high",
    NULL,
};

bool priority_native(enum stream_priority word, int least, int greatest, int *native)
{
    if (word == PRIORITY_DEFAULT || greatest >= least)
        return false;
    *native = word == PRIORITY_LOW ? least : greatest;
    return true;
}
