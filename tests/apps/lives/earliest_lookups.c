/* SPDX-License-Identifier: MIT */
/*
 * earliest_lookups: looks a driver's functions up before there is an environment (.preinit_array),
 * by the program's own handle, and says in main whose they are by the driver's.
 */
#include "lives.h"

#include <link.h>
#include <string.h>

static const char *const names[] = {"cuLaunchKernel", "cuStreamSetAttribute", "cuStreamCreate"};
enum { NAMES = sizeof(names) / sizeof(*names) };

static void *found[NAMES];

/* glibc's handles are its link maps; to open one would run the constructors. */
static void before_all(void)
{
    for (int i = 0; i < NAMES; i++)
        found[i] = dlsym(_r_debug.r_map, names[i]);
}

__attribute__((section(".preinit_array"), used)) static void (*const preinit[])(void) = {
    before_all};

int main(void)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    Dl_info info;

    for (int i = 0; i < NAMES; i++) {
        void *again = dlsym(driver, names[i]);
        bool drivers = dladdr(again, &info) && strstr(info.dli_fname, "libcuda");
        printf("%s: %s, %s\n", names[i], found[i] ? "found" : "missing",
               drivers ? "the driver's" : "not");
    }
    return 0;
}
