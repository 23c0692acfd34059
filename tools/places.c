/* SPDX-License-Identifier: MIT */
#include "places.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* From the launcher's folder to the others': as installed, as in Debian's packages, and as in
   every build tree (the one that is named where there is none). */
static const char *const places[] = {
    PRIOSHIM_LIBDIR_FROM_BINDIR "/prioshim",
    "../lib/" PRIOSHIM_MULTIARCH "/prioshim",
    "../lib/prioshim",
};

const char *places_find(const char *name, char path[PATH_MAX])
{
    char own[PATH_MAX];
    const char *fault = NULL;

    strcpy(path, "/proc/self/exe");
    ssize_t size = readlink(path, own, sizeof own - 1);
    if (size < 0)
        return strerror(errno);
    own[size] = '\0';
    *strrchr(own, '/') = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char place[PATH_MAX];
        int length = snprintf(place, sizeof place, "%s/%s/%s", own, places[i], name);
        if (length < 0 || (size_t)length >= sizeof place)
            return strerror(ENAMETOOLONG);
        if (realpath(place, path))
            return NULL;
        fault = strerror(errno);
        strcpy(path, place);
    }
    return fault;
}
