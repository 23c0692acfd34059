/* SPDX-License-Identifier: MIT */
#include "preloaded.h"

#include "memory.h"

#include <string.h>

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

void preloaded_drop(const char *path)
{
    static const char separators[] = " :"; /* ld.so(8) */
    const char *preload = getenv("LD_PRELOAD");
    char *rest, *next;

    if (!preload || !path)
        return;
    char *list = needed(strdup(preload)), *kept = needed(calloc(strlen(preload) + 1, 1));
    for (rest = list; (next = strtok_r(NULL, separators, &rest));) {
        if (strcmp(last_part(next), last_part(path)) == 0)
            continue;
        if (*kept)
            strcat(kept, ":");
        strcat(kept, next);
    }
    if (setenv("LD_PRELOAD", kept, 1) != 0)
        needed(NULL);
    free(list);
    free(kept);
}
