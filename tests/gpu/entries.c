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

static const struct {
    const char *export, *base;
    int version;
} rows[] = {
    {"cuStreamCreate", "cuStreamCreate", 2000},
    {"cuStreamCreateWithPriority", "cuStreamCreateWithPriority", 5050},
    {"cuGreenCtxStreamCreate", "cuGreenCtxStreamCreate", 12050},
    {"cuGetProcAddress", "cuGetProcAddress", 11030},
    {"cuGetProcAddress_v2", "cuGetProcAddress", 12000},
};

static void look(const char *door, const char *export, int version, uint64_t flags, void *found)
{
    void *own = dlsym(driver.handle, export);
    Dl_info info = {0};

    if (!found) {
        report_fact("%s(%s, %d, %d): not there", door, export, version, (int)flags);
        return;
    }
    report_fact("%s(%s, %d, %d): there", door, export, version, (int)flags);
    dladdr(found, &info);
    if (level_shimmed()) {
        report(info.dli_fname && strstr(info.dli_fname, "libprioshim.so"),
               "%s(%s, %d, %d) is answered with a wrapper (%s)", door, export, version, (int)flags,
               info.dli_fname ? info.dli_fname : "no object");
        return;
    }
    report_note("answer: %s(%s, %d, %d) %s (in %s)", door, export, version, (int)flags,
                found == own ? "is the export's own address"
                : own        ? "is NOT the export's address"
                             : "has no export of that name",
                info.dli_fname ? info.dli_fname : "no object");
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
                look("cuGetProcAddress", rows[i].export, rows[i].version, flags, found);
            found = NULL;
            if (driver.cuGetProcAddress_v2 &&
                driver.cuGetProcAddress_v2(rows[i].base, &found, rows[i].version, flags, NULL) != 0)
                found = NULL;
            if (driver.cuGetProcAddress_v2)
                look("cuGetProcAddress_v2", rows[i].export, rows[i].version, flags, found);
        }
        /* By the driver's own version: a later ABI under the name would show here. */
        void *found = NULL;
        if (driver.cuGetProcAddress_v2 && rows[i].version != 11030 &&
            driver.cuGetProcAddress_v2(rows[i].base, &found, newest, 0, NULL) == 0)
            look("cuGetProcAddress_v2", rows[i].export, newest, 0, found);
    }
    return report_end();
}
