/* SPDX-License-Identifier: MIT */
/*
 * table_dlopen.c - the driver as NVIDIA's runtime has it: opened at the first use, its functions
 * asked of its cuGetProcAddress, or by dlsym of each name where there is none (facts/cuda.md 1.4).
 */
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

/* A runtime asks for no function that came after it. */
#ifdef FAKE_CUDART_11
enum { NEWEST_ASKED = RUNTIME_VERSION };
#else
enum { NEWEST_ASKED = INT_MAX };
#endif

struct need {
    const char *exported;
    const char *base;
    int version;
    unsigned int flags;
    size_t slot;
};

static const struct need needs[] = {
#define NEED(name, base, version, flags, params, args)                                             \
    {#name, #base, version, flags, offsetof(struct runtime_driver, name)},
#include "needs.def"
#undef NEED
};

static struct runtime_driver driver;
static bool found;

static void fill(void *library, bool by_door)
{
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        const struct need *need = &needs[i];
        void *function = NULL;
        if (need->version > NEWEST_ASKED)
            continue;
        if (!by_door)
            function = dlsym(library, need->exported);
        else if (door_ask(need->base, &function, need->version, need->flags, NULL) != CUDA_SUCCESS)
            function = NULL;
        memcpy((char *)&driver + need->slot, &function, sizeof function);
    }
}

static void open_driver(void)
{
    const char *path = getenv("FAKE_CUDART_DRIVER");
    void *library = dlopen(path && *path ? path : "libcuda.so.1", RTLD_NOW);
    if (!library)
        return;
    fill(library, door_open(library));
    found = driver.cuInit != NULL;
}

const struct runtime_driver *runtime_table(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_driver);
    return found ? &driver : NULL;
}
