/* SPDX-License-Identifier: MIT */
#include "level.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *level, *policy = "override";

void level_read(int argc, char **argv)
{
    static const char *const levels[] = {"bare", "default", "low", "high"};

    for (int i = 0; argc > 1 && i < 4; i++) {
        if (strcmp(argv[1], levels[i]) == 0)
            level = levels[i];
    }
    if (argc > 2)
        policy = argv[2];
    if (!level) {
        fprintf(stderr, "usage: %s bare|default|low|high [override|keep]\n", argv[0]);
        exit(2);
    }
}

bool level_shimmed(void)
{
    return strcmp(level, "bare") != 0;
}

bool level_wraps(enum level_wraps when)
{
    bool high = strcmp(level, "high") == 0;

    return when == LEVEL_ALWAYS || high || (when == LEVEL_LOW_OR_HIGH && strcmp(level, "low") == 0);
}

/* A lower number is a higher priority. */
static int clamp(int asked, int least, int greatest)
{
    if (asked > least)
        return least;
    return asked < greatest ? greatest : asked;
}

int level_unnamed(int least, int greatest)
{
    if (strcmp(level, "low") == 0)
        return least;
    if (strcmp(level, "high") == 0)
        return greatest;
    return clamp(0, least, greatest);
}

int level_named(int asked, int least, int greatest)
{
    bool untouched = !level_shimmed() || strcmp(level, "default") == 0;

    if (untouched || strcmp(policy, "keep") == 0)
        return clamp(asked, least, greatest);
    return level_unnamed(least, greatest);
}
