/* SPDX-License-Identifier: MIT */
/*
 * entries: what cuGetProcAddress hands out. Bare: is it the address of the driver's own export? The
 * library decides by that which wrapper to give, and by name and version where it isn't so; that a
 * real driver does it was never seen. Under the library: is it in the library?
 */
#include "driver.h"
#include "level.h"
#include "report.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static const struct row {
    const char *export, *base;
    int version;
    enum level_wraps wrapped;
    bool both_forms; /* flag 2 gives the one that ends in _ptsz */
} rows[] = {
    {"cuStreamCreate", "cuStreamCreate", 2000, LEVEL_ALWAYS, false},
    {"cuStreamCreateWithPriority", "cuStreamCreateWithPriority", 5050, LEVEL_ALWAYS, false},
    {"cuGreenCtxStreamCreate", "cuGreenCtxStreamCreate", 12050, LEVEL_ALWAYS, false},
    {"cuGetProcAddress", "cuGetProcAddress", 11030, LEVEL_ALWAYS, false},
    {"cuGetProcAddress_v2", "cuGetProcAddress", 12000, LEVEL_ALWAYS, false},
    {"cuStreamSetAttribute", "cuStreamSetAttribute", 11000, LEVEL_LOW_OR_HIGH, true},
    {"cuGraphKernelNodeSetAttribute", "cuGraphKernelNodeSetAttribute", 11000, LEVEL_LOW_OR_HIGH,
     false},
    {"cuLaunchKernel", "cuLaunchKernel", 7000, LEVEL_HIGH, true},
    {"cuLaunchKernelEx", "cuLaunchKernelEx", 11060, LEVEL_HIGH, true},
    {"cuLaunchCooperativeKernel", "cuLaunchCooperativeKernel", 9000, LEVEL_HIGH, true},
};

static int own_addresses, answers;

static void look(const char *door, const struct row *row, int version, uint64_t flags, void *found)
{
    char export[64];
    Dl_info info = {0};

    snprintf(export, sizeof export, "%s%s", row->export,
             flags == 2 && row->both_forms ? "_ptsz" : "");
    void *own = dlsym(driver.handle, export);
    if (!found) {
        report_fact("%s(%s, %d, %d): not there", door, export, version, (int)flags);
        return;
    }
    report_fact("%s(%s, %d, %d): there", door, export, version, (int)flags);
    dladdr(found, &info);
    const char *object = info.dli_fname ? info.dli_fname : "no object";
    bool ours = strstr(object, "libprioshim.so");
    if (level_shimmed()) {
        bool wrapped = level_wraps(row->wrapped);
        report(ours == wrapped, "%s(%s, %d, %d) is answered with %s (%s)", door, export, version,
               (int)flags, wrapped ? "a wrapper" : "the driver's own", object);
        return;
    }
    own_addresses += found == own;
    answers++;
    if (found != own)
        report_answer("Does cuGetProcAddress hand out the exports' own addresses?: NOT %s(%s, %d, "
                      "%d): %s (in %s)",
                      door, export, version, (int)flags,
                      own ? "another address" : "there is no export of that name", object);
}

int main(int argc, char **argv)
{
    int newest = 0;

    level_read(argc, argv);
    driver_start();
    if (!driver.cuGetProcAddress && !driver.cuGetProcAddress_v2) {
        report_skip("entries: a driver before 11.3 has no cuGetProcAddress");
        return report_end();
    }
    driver.cuDriverGetVersion(&newest);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        for (uint64_t flags = 0; flags <= 2; flags++) {
            void *found = NULL;
            if (driver.cuGetProcAddress &&
                driver.cuGetProcAddress(rows[i].base, &found, rows[i].version, flags) != 0)
                found = NULL;
            if (driver.cuGetProcAddress)
                look("cuGetProcAddress", &rows[i], rows[i].version, flags, found);
            found = NULL;
            if (driver.cuGetProcAddress_v2 &&
                driver.cuGetProcAddress_v2(rows[i].base, &found, rows[i].version, flags, NULL) != 0)
                found = NULL;
            if (driver.cuGetProcAddress_v2)
                look("cuGetProcAddress_v2", &rows[i], rows[i].version, flags, found);
        }
        /* By the driver's own version: a later ABI under the name would show here. */
        void *found = NULL;
        if (driver.cuGetProcAddress_v2 && rows[i].version != 11030 &&
            driver.cuGetProcAddress_v2(rows[i].base, &found, newest, 0, NULL) == 0)
            look("cuGetProcAddress_v2", &rows[i], newest, 0, found);
    }
    if (!level_shimmed())
        report_answer(
            "Does cuGetProcAddress hand out the exports' own addresses?: %d of %d answers",
            own_addresses, answers);
    return report_end();
}
