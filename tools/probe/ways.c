/* SPDX-License-Identifier: MIT */
#include "ways.h"

#include "linked.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct way by_handle[] = {
    {"dlsym", BY_HANDLE, NO_DOOR, false},
    {"cuGetProcAddress", BY_HANDLE, PROC_ADDRESS, false},
    {"cuGetProcAddress_v2", BY_HANDLE, PROC_ADDRESS_V2, false},
    {"cuGetProcAddress, by itself", BY_ITSELF, PROC_ADDRESS, false},
    {"cuGetProcAddress_v2, by itself", BY_ITSELF, PROC_ADDRESS_V2, false},
    {0},
};

static const struct way in_global_scope[] = {
    {"linked", LINKED, NO_DOOR, false},
    {"cuGetProcAddress, linked", LINKED, PROC_ADDRESS, false},
    {"cuGetProcAddress_v2, linked", LINKED, PROC_ADDRESS_V2, false},
    {"dlsym, RTLD_DEFAULT", BY_DEFAULT, NO_DOOR, false},
    {"dlsym, RTLD_NEXT", BY_NEXT, NO_DOOR, false},
    {0},
};

static const struct way by_runtime_handle[] = {
    {"dlsym", BY_HANDLE, NO_DOOR, true},
    {"dlvsym", BY_VERSION, NO_DOOR, true},
    {"cudaGetDriverEntryPoint", BY_HANDLE, ENTRY_POINT, false},
    {"cudaGetDriverEntryPoint_ptsz", BY_HANDLE, ENTRY_POINT_PTSZ, false},
    {"cudaGetDriverEntryPointByVersion", BY_HANDLE, ENTRY_POINT_BY_VERSION, false},
    {"cudaGetDriverEntryPointByVersion_ptsz", BY_HANDLE, ENTRY_POINT_BY_VERSION_PTSZ, false},
    {0},
};

static const struct way runtime_in_global_scope[] = {
    {"linked", LINKED, NO_DOOR, true},
    {"dlsym, RTLD_DEFAULT", BY_DEFAULT, NO_DOOR, true},
    {"dlsym, RTLD_NEXT", BY_NEXT, NO_DOOR, true},
    {0},
};

const struct way_group way_groups[WAY_GROUPS] = {
    {"the driver, opened RTLD_LOCAL", RTLD_LOCAL, false, by_handle},
    {"the driver, opened RTLD_GLOBAL", RTLD_GLOBAL, false, in_global_scope},
    {"the runtime, opened RTLD_LOCAL", RTLD_LOCAL, true, by_runtime_handle},
    {"the runtime, opened RTLD_GLOBAL", RTLD_GLOBAL, true, runtime_in_global_scope},
};

static const char *const door_names[] = {
    [PROC_ADDRESS] = "cuGetProcAddress",
    [PROC_ADDRESS_V2] = "cuGetProcAddress_v2",
    [ENTRY_POINT] = "cudaGetDriverEntryPoint",
    [ENTRY_POINT_PTSZ] = "cudaGetDriverEntryPoint_ptsz",
    [ENTRY_POINT_BY_VERSION] = "cudaGetDriverEntryPointByVersion",
    [ENTRY_POINT_BY_VERSION_PTSZ] = "cudaGetDriverEntryPointByVersion_ptsz",
};

typedef CUresult proc_address(const char *symbol, void **function, int version, uint64_t flags);
typedef CUresult proc_address_v2(const char *symbol, void **function, int version, uint64_t flags,
                                 int *status);
/* Before 12.0 it has no last argument, and the one given is not looked at. */
typedef int entry_point(const char *symbol, void **function, unsigned long long flags, int *status);
typedef int entry_point_by_version(const char *symbol, void **function, unsigned int version,
                                   unsigned long long flags, int *status);

enum { PER_THREAD = 2 }; /* the flag CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM */

/* A door knows base names, and the forms that end in _ptsz by a flag. */
static uint64_t split(const char *exported, char name[64])
{
    static const char form[] = "_ptsz";
    size_t length = strlen(exported), end = sizeof form - 1;
    bool per_thread = length > end && strcmp(exported + length - end, form) == 0;

    snprintf(name, 64, "%.*s", (int)(per_thread ? length - end : length), exported);
    return per_thread ? PER_THREAD : 0;
}

/* Asks a door. Returns its error, and NULL in *function where it does not know the name. */
static int ask(enum way_door door, void *through, const char *exported, int version,
               void **function)
{
    char name[64];
    uint64_t flags = split(exported, name);
    int status = 0, result;

    *function = NULL;
    switch (door) {
    case PROC_ADDRESS:
        result = ((proc_address *)through)(name, function, version, flags);
        break;
    case PROC_ADDRESS_V2:
        result = ((proc_address_v2 *)through)(name, function, version, flags, &status);
        break;
    case ENTRY_POINT:
    case ENTRY_POINT_PTSZ:
        result = ((entry_point *)through)(name, function, flags, &status);
        break;
    default:
        result = ((entry_point_by_version *)through)(name, function, (unsigned int)version, flags,
                                                     &status);
    }
    if (result != CUDA_SUCCESS)
        *function = NULL;
    return result;
}

/* Where a way ends without an address. */
struct refusal {
    enum row_result *result;
    char *why;
    size_t size;
};

static void *refuse(const struct refusal *refusal, enum row_result result, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void *refuse(const struct refusal *refusal, enum row_result result, const char *format, ...)
{
    va_list arguments;

    *refusal->result = result;
    va_start(arguments, format);
    vsnprintf(refusal->why, refusal->size, format, arguments);
    va_end(arguments);
    return NULL;
}

/* What a door gives for a name. */
static void *through_door(const struct session *session, enum way_door door, void *through,
                          const char *name, int version, const struct refusal *refusal)
{
    void *function;
    char error[200];
    int result = ask(door, through, name, version, &function);

    if (function)
        return function;
    /* An older driver does not take the version; one that lacks the name may say so in numbers. */
    if (result == CUDA_SUCCESS || result == CUDA_ERROR_INVALID_VALUE ||
        result == CUDA_ERROR_NOT_FOUND)
        return refuse(refusal, ROW_NOT_OFFERED, "%s does not know %s here", door_names[door], name);
    return refuse(refusal, ROW_FAILED, "%s gives %s", door_names[door],
                  driver_error(&session->driver, result, error, sizeof error));
}

/*
 * The door as the runtime comes by it: asked of the newest form that the driver exports. The
 * version chooses the form (cudaTypedefs.h 13.0).
 */
static void *door_by_itself(const struct session *session, enum way_door door,
                            const struct refusal *refusal)
{
    void *v2 = dlsym(session->driver.handle, door_names[PROC_ADDRESS_V2]);
    void *v1 = dlsym(session->driver.handle, door_names[PROC_ADDRESS]);

    return through_door(session, v2 ? PROC_ADDRESS_V2 : PROC_ADDRESS, v2 ? v2 : v1,
                        "cuGetProcAddress", door == PROC_ADDRESS ? 11030 : 12000, refusal);
}

static void *take(const struct session *session, const struct way *way, const char *name,
                  void *handle)
{
    switch (way->taken) {
    case LINKED:
        return linked_find(name);
    case BY_VERSION:
        return dlvsym(handle, name, session->runtime.name);
    case BY_DEFAULT:
        return dlsym(RTLD_DEFAULT, name);
    case BY_NEXT:
        return dlsym(RTLD_NEXT, name);
    default:
        return dlsym(handle, name);
    }
}

/* Told by a function that nobody hooks. A runtime can be built without. */
static bool has_versions(const struct runtime *runtime)
{
    return dlvsym(runtime->handle, "cudaGetDeviceCount", runtime->name);
}

void *way_find(const struct session *session, const struct way *way, const char *name, int version,
               enum row_result *result, char *why, size_t size)
{
    const struct refusal refusal = {result, why, size};
    const char *taken = way->door ? door_names[way->door] : name;
    bool in_runtime = way->of_runtime || way->door >= ENTRY_POINT;
    void *handle = in_runtime ? session->runtime.handle : session->driver.handle;
    const char *whose = in_runtime ? session->runtime.name : "this driver";

    if (!dlsym(handle, taken))
        return refuse(&refusal, ROW_NOT_OFFERED, "%s has no %s", whose, taken);
    if (way->taken == BY_VERSION && !has_versions(&session->runtime))
        return refuse(&refusal, ROW_NOT_OFFERED, "%s has no versions of its own", whose);
    void *function = take(session, way, taken, handle);
    if (!function)
        return refuse(&refusal, ROW_FAILED, "%s is not to be had in this way, though %s has it",
                      taken, whose);
    if (way->taken == BY_ITSELF)
        function = door_by_itself(session, way->door, &refusal);
    if (function && way->door)
        function = through_door(session, way->door, function, name, version, &refusal);
    return function;
}
