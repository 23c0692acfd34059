/* SPDX-License-Identifier: MIT */
/* What --check and --info tell people to do about a driver that cannot be used. */
#include "next.h"

#include <criterion/criterion.h>
#include <string.h>

/* It is one of two lines at most, and says this. */
static void tells(enum trouble trouble, struct machine machine, const char *what)
{
    const char *next = next_step(trouble, &machine);
    cr_assert(next);
    cr_expect(strstr(next, what), "no '%s' in: %s", what, next);
    cr_expect_leq(strlen("next: ") + strlen(next), 158, "%s", next);
}

Test(next, a_missing_library_is_named_with_its_packages)
{
    tells(TROUBLE_NO_LIBRARY, (struct machine){0},
          "nvidia-driver (non-free; the file's package is libcuda1)");
    tells(TROUBLE_NO_LIBRARY, (struct machine){0}, "libcuda.so.1");
    tells(TROUBLE_NO_LIBRARY, (struct machine){.module = true}, "ubuntu-drivers install");
}

Test(next, into_a_container_the_driver_comes_from_outside)
{
    struct machine inside = {.container = "lxc"};
    tells(TROUBLE_NO_LIBRARY, inside, "libcuda.so.1 comes into a container from outside");
    tells(TROUBLE_NO_LIBRARY, inside, "--gpus all");
    tells(TROUBLE_NO_START, inside, "outside of this container");
    inside.module = true;
    tells(TROUBLE_NO_START, inside, "--gpus all");
}

Test(next, a_kernel_without_the_module_is_told_by_its_file)
{
    tells(TROUBLE_NO_START, (struct machine){0}, "/proc/driver/nvidia/version is not there");
    tells(TROUBLE_NO_START, (struct machine){0}, "modprobe nvidia");
    tells(TROUBLE_NO_START, (struct machine){.module = true}, "/dev/nvidiactl");
}

Test(next, where_nothing_is_known_nothing_is_said)
{
    cr_expect_null(next_step(TROUBLE_OTHER, &(struct machine){0}));
    cr_expect_null(next_step(TROUBLE_NO_LIBRARY, &(struct machine){.wsl = true}));
    cr_expect_null(next_step(TROUBLE_NO_START, &(struct machine){.tegra = true}));
}
