/* SPDX-License-Identifier: MIT */
/* variable LIBRARY: finds the variable cuStreamCreate of a library, and fills it. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL) : NULL;
    void **found[] = {library ? dlsym(library, "cuStreamCreate") : NULL,
                      dlsym(RTLD_DEFAULT, "cuStreamCreate")};

    for (int i = 0; i < 2; i++) {
        if (!found[i])
            return 3;
        printf("%s\n", *found[i] ? "filled" : "empty");
        *found[0] = library;
    }
    return 0;
}
