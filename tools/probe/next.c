/* SPDX-License-Identifier: MIT */
#include "next.h"

#include <stddef.h>

/*
 * Package names: Debian 12 (non-free) and Ubuntu 24.04. The container toolkit's options: NVIDIA
 * Container Toolkit, "Running a Sample Workload" and "Support for Container Device Interface".
 */
static const char no_library[] =
    "install the NVIDIA driver, which has libcuda.so.1. Debian: nvidia-driver (non-free; the "
    "file's package is libcuda1). Ubuntu: ubuntu-drivers install.";
static const char no_library_inside[] =
    "libcuda.so.1 comes into a container from outside: docker run --gpus all, or podman run "
    "--device nvidia.com/gpu=all, with the NVIDIA Container Toolkit.";
static const char no_module[] =
    "the kernel has no NVIDIA driver (/proc/driver/nvidia/version is not there): "
    "modprobe nvidia, or restart after an installation.";
static const char no_module_inside[] =
    "the kernel has no NVIDIA driver (/proc/driver/nvidia/version is not there): it must be "
    "loaded outside of this container.";
static const char no_start[] = "see what nvidia-smi says, and that /dev/nvidiactl is there "
                               "and may be opened.";
static const char no_start_inside[] =
    "see that the container was given the device: docker run --gpus all, or podman run "
    "--device nvidia.com/gpu=all.";

const char *next_step(enum trouble trouble, const struct machine *machine)
{
    bool inside = machine->container;

    if (trouble == TROUBLE_OTHER || machine->wsl || machine->tegra)
        return NULL; /* on those two the driver comes, and is loaded, in other ways */
    if (trouble == TROUBLE_NO_LIBRARY)
        return inside ? no_library_inside : no_library;
    if (!machine->module)
        return inside ? no_module_inside : no_module;
    return inside ? no_start_inside : no_start;
}
