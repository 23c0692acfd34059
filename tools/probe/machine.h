/* SPDX-License-Identifier: MIT */
/* The machine around the driver, as far as it changes what priorities can do. */
#ifndef PROBE_MACHINE_H
#define PROBE_MACHINE_H

#include <stdbool.h>

struct machine {
    bool wsl;              /* WSL2: the GPU belongs to Windows */
    bool tegra;            /* Jetson, DRIVE */
    bool module;           /* NVIDIA's kernel module is loaded */
    const char *container; /* what tells that this is one; NULL: nothing does */
};

/* `root` is put before every path: "" for this machine. */
struct machine machine_read(const char *root);

bool machine_is_wsl(const char *root);

#endif
