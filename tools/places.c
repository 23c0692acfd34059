/* SPDX-License-Identifier: MIT */
#include "places.h"

#include <errno.h>
#include <stdbool.h>
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

/* Composes the path of a file in a place, which is seen from a folder that no link leads to. */
static bool compose(char path[PATH_MAX], const char *folder, const char *place, const char *name)
{
    static const char up[] = "../";
    size_t kept = strlen(folder);

    for (; strncmp(place, up, sizeof up - 1) == 0; place += sizeof up - 1)
        while (kept > 0 && folder[--kept] != '/')
            ;
    int length = snprintf(path, PATH_MAX, "%.*s/%s/%s", (int)kept, folder, place, name);
    return length >= 0 && length < PATH_MAX;
}

const char *places_find(const char *name, char path[PATH_MAX])
{
    char own[PATH_MAX];

    strcpy(path, "/proc/self/exe");
    ssize_t size = readlink(path, own, sizeof own - 1);
    if (size < 0)
        return strerror(errno);
    own[size] = '\0';
    *strrchr(own, '/') = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (!compose(path, own, places[i], name))
            return strerror(ENAMETOOLONG);
        char link[PATH_MAX];
        if (readlink(path, link, sizeof link) < 0) {
            if (errno == EINVAL) /* it is there, and no link */
                return NULL;
            continue;
        }
        strcpy(link, path);
        if (realpath(link, path))
            return NULL;
        strcpy(path, link);
    }
    return strerror(errno);
}
