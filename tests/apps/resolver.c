/* SPDX-License-Identifier: MIT */
/* A library whose IFUNC's resolver looks a function up: while what is preloaded isn't relocated. */
#include <dlfcn.h>

int resolved(void);

static int found(void)
{
    return 1;
}

static int none(void)
{
    return 2;
}

__attribute__((used)) static int (*resolve(void))(void)
{
    return dlsym(RTLD_DEFAULT, "malloc") && !dlsym(RTLD_DEFAULT, "cuStreamCreate") &&
                   !dlvsym(RTLD_DEFAULT, "cuStreamCreate", "NONE")
               ? found
               : none;
}

static int pick(void) __attribute__((ifunc("resolve")));

int resolved(void)
{
    return pick();
}
