/* SPDX-License-Identifier: MIT */
/* opened PLUGIN: starts with a constructor that opens and closes (opener.c), then creates streams.
 */
#include <dlfcn.h>
#include <stdio.h>

int opener(void);

int main(int argc, char **argv)
{
    void *plugin = argc == 2 ? dlopen(argv[1], RTLD_LAZY | RTLD_LOCAL) : NULL;
    int (*go)(const char *) = plugin ? (int (*)(const char *))dlsym(plugin, "go") : NULL;

    printf("constructor: %d\n", opener());
    return go ? go("link") : 3;
}
