/* SPDX-License-Identifier: MIT */
/* What tells of WSL2, Jetson and containers, in a root of the test's own. */
#include "machine.h"

#include "folder.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void start(void)
{
    enter_folder();
    unsetenv("container");
}

TestSuite(machine, .init = start, .fini = remove_folder);

/* Makes a file of that path under the root, and the folders to it. */
static void make(const char *path, const char *content, size_t size)
{
    char whole[256];
    snprintf(whole, sizeof whole, "%s%s", folder, path);
    for (char *slash = strchr(whole + strlen(folder) + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(whole, 0755);
        *slash = '/';
    }
    FILE *file = fopen(whole, "w");
    cr_assert(file && fwrite(content, 1, size, file) == size && fclose(file) == 0, "%s", whole);
}

#define MAKE(path, content) make(path, content, sizeof content - 1)

Test(machine, a_plain_one_is_none_of_them)
{
    MAKE("/proc/sys/kernel/osrelease", "6.1.0-18-amd64\n");
    MAKE("/proc/device-tree/compatible", "raspberrypi,4-model-b\0brcm,bcm2711");
    struct machine machine = machine_read(folder);
    cr_expect(!machine.wsl && !machine.tegra && !machine.container);
}

Test(machine, wsl_is_told_by_its_kernel)
{
    cr_expect(!machine_is_wsl(folder));
    MAKE("/proc/sys/kernel/osrelease", "5.15.153.1-Microsoft-standard-WSL2\n");
    cr_expect(machine_is_wsl(folder));
    cr_expect(machine_read(folder).wsl);
}

Test(machine, wsl_is_told_by_its_device)
{
    MAKE("/dev/dxg", "");
    cr_expect(machine_read(folder).wsl);
}

Test(machine, jetson_is_told_by_its_release)
{
    MAKE("/etc/nv_tegra_release", "# R36\n");
    cr_expect(machine_read(folder).tegra);
}

Test(machine, jetson_is_told_by_its_device_tree)
{
    MAKE("/proc/device-tree/compatible", "nvidia,p3737-0000+p3701-0000\0nvidia,tegra234");
    cr_expect(machine_read(folder).tegra);
}

Test(machine, the_kernels_driver_is_told_by_its_version)
{
    cr_expect(!machine_read(folder).module);
    MAKE("/proc/driver/nvidia/version", "NVRM version: ...\n");
    cr_expect(machine_read(folder).module);
}

Test(machine, a_container_is_told_by_its_mark)
{
    setenv("container", "", 1);
    cr_expect_null(machine_read(folder).container);
    setenv("container", "lxc", 1);
    cr_expect_str_eq(machine_read(folder).container, "lxc");
    MAKE("/run/.containerenv", "");
    cr_expect_str_eq(machine_read(folder).container, "/run/.containerenv");
    MAKE("/.dockerenv", "");
    cr_expect_str_eq(machine_read(folder).container, "/.dockerenv");
}
