/* SPDX-License-Identifier: MIT */
#include "launches.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* A function by its base name, and its form: 0 plain, 1 _ptsz. */
typedef void *finder(const char *name, int form);

static const char *whole_name(const char *name, int form, char whole[64])
{
    snprintf(whole, 64, "%s%s", name, form ? "_ptsz" : "");
    return whole;
}
#define WHOLE(name, form) whole_name(name, form, (char[64]){0})

static void *by_handle(const char *name, int form)
{
    void *handle = strncmp(name, "cuda", 4) == 0 ? runtime : driver;

    return handle ? dlsym(handle, WHOLE(name, form)) : NULL;
}

static void *by_default(const char *name, int form)
{
    return dlsym(RTLD_DEFAULT, WHOLE(name, form));
}

/* The versions that NVIDIA's runtime asks for. */
static int version_of(const char *name, int form)
{
    if (strcmp(name, "cuLaunchKernelEx") == 0)
        return 11060;
    if (strcmp(name, "cuLaunchCooperativeKernel") == 0)
        return 9000;
    return form ? 7000 : 4000;
}

static cuuint64_t flags_of(int form)
{
    return form ? CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM : CU_GET_PROC_ADDRESS_DEFAULT;
}

static void *ask_v1(__typeof(&cuGetProcAddress) ask, const char *name, int form)
{
    void *found = NULL;

    return ask && ask(name, &found, version_of(name, form), flags_of(form)) == 0 ? found : NULL;
}

static void *ask_v2(__typeof(&cuGetProcAddress_v2) ask, const char *name, int form)
{
    CUdriverProcAddressQueryResult status;
    void *found = NULL;

    return ask && ask(name, &found, version_of(name, form), flags_of(form), &status) == 0 ? found
                                                                                          : NULL;
}

static void *by_v1(const char *name, int form)
{
    return ask_v1(FROM(driver, cuGetProcAddress), name, form);
}

static void *by_v2(const char *name, int form)
{
    return ask_v2(FROM(driver, cuGetProcAddress_v2), name, form);
}

static void *by_v1_link(const char *name, int form)
{
    return ask_v1(launch_lookups_linked().v1, name, form);
}

static void *by_v2_link(const char *name, int form)
{
    return ask_v2(launch_lookups_linked().v2, name, form);
}

static void *by_entry(const char *name, int form)
{
    __typeof(&cudaGetDriverEntryPoint) ask =
        runtime ? FROM(runtime, cudaGetDriverEntryPoint) : NULL;
    void *found = NULL;

    return ask && ask(name, &found, flags_of(form), NULL) == 0 ? found : NULL;
}

static void *by_version(const char *name, int form)
{
    __typeof(&cudaGetDriverEntryPointByVersion) ask =
        runtime ? FROM(runtime, cudaGetDriverEntryPointByVersion) : NULL;
    void *found = NULL;

    return ask && ask(name, &found, (unsigned int)version_of(name, form), flags_of(form), NULL) == 0
               ? found
               : NULL;
}

static void *by_link(const char *name, int form)
{
    return launch_address_linked(WHOLE(name, form));
}

/* What the runtime has can't be asked of a driver. */
static const struct way {
    const char *name;
    finder *find;
    bool of_runtime_too;
} ways[] = {
    {"link", by_link, true},        {"handle", by_handle, true}, {"default", by_default, true},
    {"v1", by_v1, false},           {"v2", by_v2, false},        {"v1-link", by_v1_link, false},
    {"v2-link", by_v2_link, false}, {"entry", by_entry, false},  {"byversion", by_version, false},
};
enum { WAYS = sizeof ways / sizeof ways[0] };

bool launch_functions_by(const char *name, struct launch_functions *functions)
{
    if (strcmp(name, "link") == 0) {
        *functions = launch_functions_linked();
        return true;
    }
    for (int i = 0; i < WAYS; i++) {
        if (strcmp(ways[i].name, name) != 0)
            continue;
        for (int form = 0; form < 2; form++) {
#define X(function)                                                                                \
    functions->function[form] = (__typeof(functions->function[form]))ways[i].find(#function, form);
            DRIVER_LAUNCHES(X)
            if (ways[i].of_runtime_too) {
                RUNTIME_LAUNCHES(X)
            }
#undef X
        }
        return true;
    }
    return false;
}

/* "FILE:SYMBOL", where the address is that of a symbol which the file exports; else "FILE:inside".
 */
static void show_address(const char *way, void *address)
{
    Dl_info info;

    printf(" %s=", way);
    if (!address) {
        printf("none");
        return;
    }
    if (!dladdr(address, &info) || !info.dli_fname) {
        printf("nowhere");
        return;
    }
    const char *slash = strrchr(info.dli_fname, '/');
    printf("%s:%s", slash ? slash + 1 : info.dli_fname,
           info.dli_sname && info.dli_saddr == address ? info.dli_sname : "inside");
}

void show_addresses(void)
{
    static const char *const names[] = {
#define X(name) #name,
        DRIVER_LAUNCHES(X)
#undef X
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (int form = 0; form < 2; form++) {
            printf("%s%s", names[i], form ? "_ptsz" : "");
            for (int way = 0; way < WAYS; way++)
                show_address(ways[way].name, ways[way].find(names[i], form));
            printf("\n");
        }
    }
}
