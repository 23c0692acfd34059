/* SPDX-License-Identifier: MIT */
/*
 * A library that the program is linked to, whose constructor runs before the preloaded ones' and
 * opens, searches and closes another: the loader's list ends in an object that is gone by main.
 */
#include <dlfcn.h>
#include <stdio.h>

int opener(void);

static int found;

__attribute__((constructor)) static void first(void)
{
    void *data = dlopen("libdata.so", RTLD_NOW);

    found = data && dlsym(data, "cuStreamCreate") && !dlsym(RTLD_DEFAULT, "cuStreamDestroy_v2");
    if (data)
        dlclose(data);
}

int opener(void)
{
    return found;
}
