/* SPDX-License-Identifier: MIT */
#include "session.h"

#include "child.h"
#include "memory.h"

#include <dlfcn.h>

static bool knows_priorities(const struct driver *driver, char *why, size_t size)
{
    int version = driver->facts.version;

    if (driver->cuCtxGetStreamPriorityRange && driver->cuStreamGetPriority &&
        dlsym(driver->handle, "cuStreamCreateWithPriority"))
        return true;
    snprintf(why, size, "%s: this driver, for CUDA %d.%d, has no stream priorities; %s",
             driver->facts.path, version / 1000, version % 1000 / 10,
             version < PRIORITIES_SINCE ? "they came with 5.5" : "it should have");
    return false;
}

bool session_start(struct session *session, int scope, bool tells, int to, char *why, size_t size)
{
    struct told told = {.kind = TOLD_DRIVER};

    child_tell_text(to, TOLD_STEP, "cuInit");
    if (!driver_start(&session->driver, scope, why, size) ||
        (session->count = device_count(&session->driver, why, size)) < 0)
        return false;
    told.what.driver = session->driver.facts;
    if (tells)
        child_tell(to, &told);
    if (!knows_priorities(&session->driver, why, size))
        return false;
    session->devices = needed(calloc((size_t)session->count, sizeof *session->devices));
    for (int i = 0; i < session->count; i++) {
        child_tell_text(to, TOLD_STEP, "the start of a device");
        device_start(&session->driver, i, &session->devices[i]);
        told = (struct told){.kind = TOLD_DEVICE, .what.device = session->devices[i].facts};
        if (tells)
            child_tell(to, &told);
    }
    return true;
}
