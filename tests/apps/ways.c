/* SPDX-License-Identifier: MIT */
#include "ways.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *driver, *runtime;

typedef void *finder(const char *name, bool of_runtime);

static void *by_handle(const char *name, bool of_runtime)
{
    void *handle = of_runtime ? runtime : driver;

    return handle ? dlsym(handle, name) : NULL;
}

static void *by_program_handle(const char *name, bool of_runtime)
{
    (void)of_runtime;
    return dlsym(dlopen(NULL, RTLD_LAZY), name);
}

static void *by_default(const char *name, bool of_runtime)
{
    (void)of_runtime;
    return dlsym(RTLD_DEFAULT, name);
}

static void *by_next(const char *name, bool of_runtime)
{
    (void)of_runtime;
    return dlsym(RTLD_NEXT, name);
}

/* The stand-in driver has no versions, as NVIDIA's has none. */
static void *by_version(const char *name, bool of_runtime)
{
    return of_runtime ? dlvsym(runtime, name, "libcudart.so.12") : NULL;
}

static void *by_default_version(const char *name, bool of_runtime)
{
    return of_runtime ? dlvsym(RTLD_DEFAULT, name, "libcudart.so.12") : NULL;
}

/* A lookup that succeeds leaves no error. */
static void *find_cleanly(finder *find, const char *name)
{
    void *found;

    dlerror();
    found = find(name, strncmp(name, "cuda", 4) == 0);
    const char *error = dlerror();
    if (found && error)
        printf("%s is there, and: %s\n", name, error);
    return found;
}

static void find_all(struct creation_functions *create, finder *find)
{
#define X(name) create->name = (__typeof(create->name))find_cleanly(find, #name);
    CREATION_FUNCTIONS(X)
#undef X
}

static void find_lookups(struct lookup_functions *lookup, finder *find)
{
#define X(name) lookup->name = (__typeof(lookup->name))find(#name, strncmp(#name, "cuda", 4) == 0);
    LOOKUP_FUNCTIONS(X)
#undef X
}

/*
 * The driver's creation functions, with the versions that NVIDIA's runtime asks for; with
 * HOST_VERSION, with that one.
 */
struct asked {
    const char *name;
    int version;
    void **function;
};

static int version_of(const struct asked *asked)
{
    const char *version = getenv("HOST_VERSION");

    return version ? atoi(version) : asked->version;
}

#define ASK(create)                                                                                \
    {                                                                                              \
        {"cuStreamCreate", 2000, (void **)&(create)->cuStreamCreate},                              \
            {"cuStreamCreateWithPriority", 5050, (void **)&(create)->cuStreamCreateWithPriority},  \
            {"cuGreenCtxStreamCreate", 12050, (void **)&(create)->cuGreenCtxStreamCreate},         \
    }
enum { ASKED = 3 };

static void ask_v1(struct creation_functions *create, const struct lookup_functions *lookup)
{
    struct asked asked[ASKED] = ASK(create);

    for (int i = 0; lookup->cuGetProcAddress && i < ASKED; i++) {
        if (lookup->cuGetProcAddress(asked[i].name, asked[i].function, version_of(&asked[i]), 0) !=
            0)
            *asked[i].function = NULL;
    }
}

static void ask_v2(struct creation_functions *create, const struct lookup_functions *lookup)
{
    struct asked asked[ASKED] = ASK(create);

    for (int i = 0; lookup->cuGetProcAddress_v2 && i < ASKED; i++) {
        CUdriverProcAddressQueryResult status;
        if (lookup->cuGetProcAddress_v2(asked[i].name, asked[i].function, version_of(&asked[i]), 0,
                                        i == 1 ? &status : NULL) != 0)
            *asked[i].function = NULL;
    }
}

/* v2 asked for v1, that one for v2 again: each kind is reached through the other. */
static void ask_itself(struct lookup_functions *lookup)
{
    void *found = NULL;

    if (lookup->cuGetProcAddress_v2 &&
        lookup->cuGetProcAddress_v2("cuGetProcAddress", &found, 11030, 0, NULL) == 0)
        lookup->cuGetProcAddress = (__typeof(lookup->cuGetProcAddress))found;
    if (lookup->cuGetProcAddress &&
        lookup->cuGetProcAddress("cuGetProcAddress", &found, 12000, 0) == 0)
        lookup->cuGetProcAddress_v2 = (__typeof(lookup->cuGetProcAddress_v2))found;
}

static void ask_entry_point(struct creation_functions *create,
                            const struct lookup_functions *lookup, bool ptsz)
{
    struct asked asked[ASKED] = ASK(create);
    __typeof(lookup->cudaGetDriverEntryPoint) ask =
        ptsz ? lookup->cudaGetDriverEntryPoint_ptsz : lookup->cudaGetDriverEntryPoint;
    enum cudaDriverEntryPointQueryResult status;

    for (int i = 0; ask && i < ASKED; i++)
        ask(asked[i].name, asked[i].function, 0, i == 1 ? &status : NULL);
}

static void ask_by_version(struct creation_functions *create, const struct lookup_functions *lookup,
                           bool ptsz)
{
    struct asked asked[ASKED] = ASK(create);
    __typeof(lookup->cudaGetDriverEntryPointByVersion) ask =
        ptsz ? lookup->cudaGetDriverEntryPointByVersion_ptsz
             : lookup->cudaGetDriverEntryPointByVersion;
    enum cudaDriverEntryPointQueryResult status;

    for (int i = 0; ask && i < ASKED; i++)
        ask(asked[i].name, asked[i].function, (unsigned int)asked[i].version, 0,
            i == 1 ? &status : NULL);
}

static void *open_named(const char *variable, const char *usual, int flags)
{
    const char *name = getenv(variable);

    if (!name)
        name = usual;
    return *name ? dlopen(name, RTLD_LAZY | flags) : NULL;
}

/* A way's name is HOW or DOOR-HOW: "default", "v2-itself", "entry-link". */
bool come_by(const char *way, struct creation_functions *create)
{
    struct creation_functions linked = {0};
    struct lookup_functions lookup = {0};
    const char *how = strchr(way, '-');
    bool itself = how && strcmp(how + 1, "itself") == 0;

    linked_functions(&linked, &lookup);
    if (how && strcmp(how + 1, "link") != 0)
        find_lookups(&lookup, by_handle);
    if (itself)
        ask_itself(&lookup);
    if (strcmp(way, "link") == 0)
        *create = linked;
    else if (strcmp(way, "local") == 0 || strcmp(way, "global") == 0)
        find_all(create, by_handle);
    else if (strcmp(way, "program") == 0)
        find_all(create, by_program_handle);
    else if (strcmp(way, "default") == 0 || strcmp(way, "default-local") == 0)
        find_all(create, by_default);
    else if (strcmp(way, "next") == 0)
        find_all(create, by_next);
    else if (strcmp(way, "version") == 0)
        find_all(create, by_version);
    else if (strcmp(way, "defaultversion") == 0)
        find_all(create, by_default_version);
    else if (strncmp(way, "v1-", 3) == 0)
        ask_v1(create, &lookup);
    else if (strncmp(way, "v2-", 3) == 0)
        ask_v2(create, &lookup);
    else if (strncmp(way, "entry-", 6) == 0)
        ask_entry_point(create, &lookup, false);
    else if (strncmp(way, "entryptsz-", 10) == 0)
        ask_entry_point(create, &lookup, true);
    else if (strncmp(way, "byversion-", 10) == 0)
        ask_by_version(create, &lookup, false);
    else if (strncmp(way, "byversionptsz-", 14) == 0)
        ask_by_version(create, &lookup, true);
    else
        return false;
    return true;
}

void open_libraries(int flags, void **opened_driver, void **opened_runtime)
{
    *opened_driver = driver = open_named("HOST_CUDA", "libcuda.so.1", flags);
    *opened_runtime = runtime = open_named("HOST_CUDART", "libcudart.so.12", flags);
}
