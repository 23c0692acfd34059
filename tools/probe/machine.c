/* SPDX-License-Identifier: MIT */
#include "machine.h"

#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static bool exists(const char *root, const char *path)
{
    char whole[PATH_MAX];
    int length = snprintf(whole, sizeof whole, "%s%s", root, path);

    return length > 0 && (size_t)length < sizeof whole && access(whole, F_OK) == 0;
}

/* Whether a small file holds a word, in any case; it may hold NUL bytes, as device trees do. */
static bool holds(const char *root, const char *path, const char *word)
{
    char whole[PATH_MAX], text[1024] = "";
    int length = snprintf(whole, sizeof whole, "%s%s", root, path);

    if (length < 0 || (size_t)length >= sizeof whole)
        return false;
    int fd = open(whole, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    for (ssize_t i = 0; i < got; i++)
        if (strncasecmp(text + i, word, strlen(word)) == 0)
            return true;
    return false;
}

/* WSL2's paravirtual GPU is /dev/dxg; its kernels carry Microsoft's name. */
bool machine_is_wsl(const char *root)
{
    return exists(root, "/dev/dxg") || holds(root, "/proc/sys/kernel/osrelease", "microsoft");
}

struct machine machine_read(const char *root)
{
    const char *by_variable = getenv("container"); /* systemd's, and podman's, word for it */
    struct machine machine = {
        .wsl = machine_is_wsl(root),
        .tegra = exists(root, "/etc/nv_tegra_release") ||
                 holds(root, "/proc/device-tree/compatible", "nvidia,tegra"),
        .module = exists(root, "/proc/driver/nvidia/version"),
    };

    if (exists(root, "/.dockerenv"))
        machine.container = "/.dockerenv";
    else if (exists(root, "/run/.containerenv"))
        machine.container = "/run/.containerenv";
    else if (by_variable && *by_variable)
        machine.container = by_variable;
    return machine;
}
