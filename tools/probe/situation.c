/* SPDX-License-Identifier: MIT */
#include "situation.h"

#include "device.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The work of a child: the driver and its devices. */
static void look(int to, const void *order)
{
    struct driver driver;
    struct told told = {.kind = TOLD_DRIVER};
    char why[TOLD_TEXT];
    int count = -1;

    (void)order;
    child_tell_text(to, TOLD_STEP, "cuInit");
    bool started = driver_start(&driver, RTLD_LOCAL, why, sizeof why);
    if (driver.handle) {
        told.what.driver = driver.facts;
        child_tell(to, &told);
    }
    if (!started || (count = device_count(&driver, why, sizeof why)) < 0) {
        child_tell_trouble(to, why, driver.trouble);
        return;
    }
    for (int i = 0; i < count; i++) {
        struct device device;
        child_tell_text(to, TOLD_STEP, "the start of a device");
        device_start(&driver, i, &device);
        told = (struct told){.kind = TOLD_DEVICE, .what.device = device.facts};
        child_tell(to, &told);
    }
}

/*
 * A MIG instance has MIG in its name ("NVIDIA H100 80GB HBM3 MIG 1g.10gb"), and is chosen by an
 * identifier that begins so (MIG user guide).
 */
static bool is_mig(const struct situation *situation)
{
    for (size_t i = 0; i < situation->findings.device_count; i++)
        if (strstr(situation->findings.devices[i].name, "MIG"))
            return true;
    return situation->visible_devices && strstr(situation->visible_devices, "MIG-");
}

void situation_gather(struct situation *situation)
{
    situation->machine = machine_read("");
    situation->visible_devices = getenv("CUDA_VISIBLE_DEVICES");
    situation->mps_client_priority = getenv("CUDA_MPS_CLIENT_PRIORITY");
    mps_ask(&situation->mps);
    findings_gather(&situation->findings, "the driver", look, NULL);
    situation->mig = is_mig(situation);
}

bool situation_has_device(const struct situation *situation)
{
    return situation->findings.device_count > 0;
}

const char *situation_native(const struct device_facts *device, enum stream_priority level,
                             char text[16])
{
    int number = level == PRIORITY_HIGH ? device->greatest : device->least;

    if (level == PRIORITY_DEFAULT)
        return "as the program asks";
    if (!device->has_range)
        return "not known";
    snprintf(text, 16, "%d", number);
    return text;
}
