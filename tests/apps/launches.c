/* SPDX-License-Identifier: MIT */
/*
 * launches WAY: launches by every launch function that the program came by in that way. launches is
 * linked to no CUDA, launches_linked to the driver and the runtime.
 *
 *   link                     plain calls, of the driver and the runtime
 *   handle                   dlsym by the handle of dlopen, of the driver and the runtime
 *   default                  dlsym(RTLD_DEFAULT)
 *   v1, v2                   cuGetProcAddress or cuGetProcAddress_v2, found by handle: the plain
 *                            forms with flag 0, the _ptsz ones with flag 2
 *   v1-link, v2-link         the same, called directly
 *   entry, byversion         cudaGetDriverEntryPoint and ...ByVersion
 *   addresses                launches nothing, and says whose the addresses are, by every way:
 *                            "FUNCTION WAY=FILE:SYMBOL ..."
 *
 * Prints a line for each launch:
 *   FUNCTION stream=0|1|2|created attributes=SET by=params|extra = RESULT [WHAT CHANGED]
 * The kernel's parameter is the number of the launch. A function that a way hasn't got is
 * "missing". HOST_CUDA and HOST_CUDART name the libraries to open (libcuda.so.1, libcudart.so.12;
 * empty: none).
 */
#include "launches.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *driver, *runtime;

static void *open_named(const char *variable, const char *usual)
{
    const char *name = getenv(variable);

    if (!name)
        name = usual;
    return *name ? dlopen(name, RTLD_LAZY | RTLD_GLOBAL) : NULL;
}

int main(int argc, char **argv)
{
    struct launch_functions functions = {0};

    driver = open_named("HOST_CUDA", "libcuda.so.1");
    runtime = open_named("HOST_CUDART", "libcudart.so.12");
    if (argc != 2) {
        fprintf(stderr, "usage: %s WAY\n", argv[0]);
        return 2;
    }
    if (driver && strcmp(argv[1], "addresses") == 0) {
        show_addresses();
        return 0;
    }
    if (!launch_functions_by(argv[1], &functions)) {
        fprintf(stderr, "no way '%s'\n", argv[1]);
        return 2;
    }
    if (driver)
        launch_by_driver(&functions);
    if (runtime)
        launch_by_runtime(&functions);
    return 0;
}
