/* SPDX-License-Identifier: MIT */
#include "ways.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int go(const char *way)
{
    struct creation_functions create = {0};
    void *driver, *runtime;
    bool global = !strstr(way, "local") && strncmp(way, "version", 7) != 0;

    open_libraries(global ? RTLD_GLOBAL : RTLD_LOCAL, &driver, &runtime);
    if (!come_by(way, &create)) {
        fprintf(stderr, "no way '%s'\n", way);
        return 2;
    }
    return create_streams(&create, driver, runtime);
}
