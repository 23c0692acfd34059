/* SPDX-License-Identifier: MIT */
#include "driver.h"

#include "machine.h"
#include "memory.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define WSL_FOLDER "/usr/lib/wsl/lib"

/* What cuInit may give, and what a user can do about it; names and meanings: cuda.h 13.0. */
static const struct error_row {
    CUresult code;
    const char *name, *meaning;
} error_rows[] = {
    {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "an argument is out of its range"},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "not enough memory"},
    {3, "CUDA_ERROR_NOT_INITIALIZED", "the driver could not be started"},
    {CUDA_ERROR_STUB_LIBRARY, "CUDA_ERROR_STUB_LIBRARY",
     "this library is the toolkit's stub, made to link programs to and not to run them: take its "
     "folder out of LD_LIBRARY_PATH"},
    {46, "CUDA_ERROR_DEVICE_UNAVAILABLE", "the device is busy or unavailable"},
    {CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no device that CUDA could use is found"},
    {101, "CUDA_ERROR_INVALID_DEVICE", "there is no such device"},
    {CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "a name was not found"},
    {801, "CUDA_ERROR_NOT_SUPPORTED", "not supported on this machine"},
    {802, "CUDA_ERROR_SYSTEM_NOT_READY", "the system is not ready: a daemon may be missing"},
    {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
     "the kernel's driver and libcuda.so.1 are of different versions: after an update, restart"},
    {804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE",
     "libcuda.so.1 is a forward-compatibility one that this device does not support"},
    {805, "CUDA_ERROR_MPS_CONNECTION_FAILED", "the MPS daemon could not be reached"},
    {CUDA_ERROR_UNKNOWN, "CUDA_ERROR_UNKNOWN", "an unknown error inside the driver"},
};

static const struct error_row *error_row(CUresult result)
{
    for (size_t i = 0; i < sizeof error_rows / sizeof *error_rows; i++)
        if (error_rows[i].code == result)
            return &error_rows[i];
    return NULL;
}

const char *driver_error(const struct driver *driver, CUresult result, char *text, size_t size)
{
    const struct error_row *row = error_row(result);
    const char *name = NULL, *meaning = NULL;

    if (!driver->cuGetErrorName || driver->cuGetErrorName(result, &name) != CUDA_SUCCESS || !name)
        name = row ? row->name : "error";
    if (row)
        meaning = row->meaning;
    else if (!driver->cuGetErrorString ||
             driver->cuGetErrorString(result, &meaning) != CUDA_SUCCESS)
        meaning = NULL;
    snprintf(text, size, "%s (%d)%s%s", name, result, meaning ? ": " : "", meaning ? meaning : "");
    return text;
}

#define NOT_FOUND "No such file" /* in the loader's words */

/* The folders of dlopen's search, after its cache: dlinfo(3). */
static void add_folders(FILE *to)
{
    void *program = dlopen(NULL, RTLD_LAZY);
    Dl_serinfo size;

    if (!program || dlinfo(program, RTLD_DI_SERINFOSIZE, &size) != 0)
        return;
    Dl_serinfo *info = needed(malloc(size.dls_size));
    *info = size;
    if (dlinfo(program, RTLD_DI_SERINFO, info) == 0)
        for (unsigned int i = 0; i < info->dls_cnt; i++)
            fprintf(to, "%s%s", i ? ", " : "; the loader looked in /etc/ld.so.cache, ",
                    info->dls_serpath[i].dls_name);
    free(info);
}

/* Why there is no driver: the loader's own words, where it looked, and where one lies unseen. */
static void explain_missing(const char *loader_says, char *why, size_t size)
{
    FILE *to = needed(fmemopen(why, size, "w"));

    fprintf(to, "no CUDA driver: %s", loader_says);
    if (strstr(loader_says, NOT_FOUND)) {
        add_folders(to);
        if (access(WSL_FOLDER "/libcuda.so.1", F_OK) == 0)
            fprintf(to, "; there is one in " WSL_FOLDER ": set LD_LIBRARY_PATH=" WSL_FOLDER
                        ", or write that folder into a file in /etc/ld.so.conf.d and run ldconfig");
        else if (machine_is_wsl(""))
            fprintf(to, "; on WSL2 it comes with the Windows driver, in " WSL_FOLDER
                        ", and there is none");
    }
    fclose(to);
}

static void find_functions(struct driver *driver)
{
    struct link_map *map;

#define X(name, parameters) driver->name = (CUresult(*) parameters)dlsym(driver->handle, #name);
    DRIVER_FUNCTIONS(X)
#undef X
    if (dlinfo(driver->handle, RTLD_DI_LINKMAP, &map) == 0)
        snprintf(driver->facts.path, sizeof driver->facts.path, "%s", map->l_name);
    if (driver->cuDriverGetVersion &&
        driver->cuDriverGetVersion(&driver->facts.version) != CUDA_SUCCESS)
        driver->facts.version = 0;
}

bool driver_start(struct driver *driver, int scope, char *why, size_t size)
{
    char error[512];

    *driver = (struct driver){.handle = dlopen("libcuda.so.1", RTLD_LAZY | scope)};
    if (!driver->handle) {
        const char *says = dlerror();
        if (says && strstr(says, NOT_FOUND))
            driver->trouble = TROUBLE_NO_LIBRARY;
        explain_missing(says ? says : "libcuda.so.1 cannot be opened", why, size);
        return false;
    }
    find_functions(driver);
    if (!driver->cuInit || !driver->cuDeviceGetCount) {
        snprintf(why, size, "no CUDA driver: %s has no cuInit", driver->facts.path);
        return false;
    }
    CUresult result = driver->cuInit(0);
    if (result != CUDA_SUCCESS) {
        const char *visible = getenv("CUDA_VISIBLE_DEVICES");
        bool hidden = result == CUDA_ERROR_NO_DEVICE && visible;
        if ((result == CUDA_ERROR_NO_DEVICE && !hidden) || result == CUDA_ERROR_UNKNOWN)
            driver->trouble = TROUBLE_NO_START;
        snprintf(why, size, "%s: cuInit gives %s%s%s", driver->facts.path,
                 driver_error(driver, result, error, sizeof error),
                 hidden ? "; CUDA_VISIBLE_DEVICES is " : "",
                 !hidden    ? ""
                 : *visible ? visible
                            : "empty, so none may be used");
        return false;
    }
    return true;
}
