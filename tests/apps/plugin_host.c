/* SPDX-License-Identifier: MIT */
/*
 * plugin_host PLUGIN WAY: as host, in a library that is opened RTLD_LOCAL; after HOST_FIRST,
 * another library, if the environment names one.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (getenv("HOST_FIRST"))
        dlopen(getenv("HOST_FIRST"), RTLD_LAZY | RTLD_LOCAL);
    void *plugin = argc == 3 ? dlopen(argv[1], RTLD_LAZY | RTLD_LOCAL) : NULL;
    int (*go)(const char *) = plugin ? (int (*)(const char *))dlsym(plugin, "go") : NULL;

    if (!go) {
        fprintf(stderr, "usage: %s PLUGIN WAY (%s)\n", argv[0], dlerror());
        return 2;
    }
    return go(argv[2]);
}
