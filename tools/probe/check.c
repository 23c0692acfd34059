/* SPDX-License-Identifier: MIT */
#include "check.h"

#include "alone.h"
#include "creations.h"
#include "judge.h"
#include "launch_check.h"
#include "linked.h"
#include "trial.h"
#include "ways.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <sys/auxv.h>

struct order {
    const struct request *request;
    const struct way_group *group;
    bool first; /* tells of the driver and the devices, too */
};

/* A creation function, as a way gave it. */
struct found {
    const struct request *request;
    enum creation creation;
    void *function;
};

static void create(struct session *session, const void *given, int device, struct row *row)
{
    const struct found *found = given;

    creation_try(session, found->creation, found->function, device, row);
    judge(found->request, row);
}

static void try_creation(struct session *session, const struct request *request,
                         const struct way *way, enum creation creation, int to)
{
    const struct creation_row *of = &creation_rows[creation];
    struct row row;

    trial_begin(&row, ROW_STREAM, way->name, of->name, to);
    const struct found found = {
        request, creation,
        way_find(session, way, of->name, of->version, &row.result, row.why, sizeof row.why)};
    row.named = of->names_priority;
    if (found.function)
        trial_on_devices(session, request->level, create, &found, &row, to);
    else
        trial_end(&row, to);
}

/* The work of a child: one group of ways. What stops all of them is told by the first alone. */
static void check_group(int to, const void *given)
{
    const struct order *order = given;
    const struct way_group *group = order->group;
    struct session session = {0};
    char why[TOLD_TEXT];

    if (!session_start(&session, group->scope, order->first, to, why, sizeof why)) {
        if (order->first)
            child_tell_trouble(to, why, session.driver.trouble);
        return;
    }
    child_tell_text(to, TOLD_STEP, "the start of the CUDA runtime");
    if (group->needs_runtime && !runtime_start(&session.runtime, group->scope, why, sizeof why)) {
        if (group->scope == RTLD_LOCAL) /* the other group would say it again */
            child_tell_text(to, TOLD_NOTE, why);
        return;
    }
    child_tell_text(to, TOLD_STEP, "the look for its functions");
    for (const struct way *way = group->ways; way->name; way++)
        for (enum creation creation = 0; creation < CREATIONS; creation++)
            if (creation_rows[creation].of_runtime == way->of_runtime)
                try_creation(&session, order->request, way, creation, to);
}

/* Why no preloaded library is there, as far as can be seen from inside. */
static void check_preloaded(struct findings *findings)
{
    const char *preload = getenv("LD_PRELOAD");

    if (linked_prioshim())
        return;
    if (getauxval(AT_SECURE))
        texts_add(&findings->problems, "libprioshim.so is not loaded: this process runs in secure "
                                       "mode, where the loader drops LD_PRELOAD");
    else if (!preload || !*preload)
        texts_add(&findings->problems,
                  "libprioshim.so is not loaded: LD_PRELOAD has not come through to this process");
    else
        texts_add(&findings->problems, "libprioshim.so is not loaded, though LD_PRELOAD is %s",
                  preload);
}

static void check_devices(const struct request *request, struct findings *findings)
{
    for (size_t i = 0; i < findings->device_count; i++) {
        const struct device_facts *facts = &findings->devices[i];
        if (!facts->has_range)
            texts_add(&findings->problems, "device %d cannot be checked: %s", facts->device,
                      facts->why);
        else if (request->level == PRIORITY_HIGH && alone_refused_launch(findings, facts->device))
            texts_add(&findings->notes,
                      "device %d: this driver refuses a priority on stream 0, so work on default "
                      "streams keeps its own",
                      facts->device);
        else if (request->level == PRIORITY_LOW && facts->least == 0 && facts->greatest < 0)
            texts_add(&findings->notes,
                      "device %d: low is 0, which a stream that names no priority has anyhow%s",
                      facts->device,
                      request->keep_explicit ? ""
                                             : "; only rows with a priority asked show an effect");
    }
}

void check_gather(const struct request *request, struct findings *findings)
{
    check_preloaded(findings);
    for (size_t i = 0; i < WAY_GROUPS; i++) {
        struct order order = {request, &way_groups[i], i == 0};
        findings_gather(findings, way_groups[i].name, check_group, &order);
        if (i == 0 && !findings->row_count)
            break; /* no driver, no device, or a crash before anything could be tried */
    }
    if (findings->row_count) {
        alone_gather(findings);
        launch_check_gather(request, findings);
    }
    check_devices(request, findings);
}

static bool is_good(enum row_result result)
{
    return result == ROW_OK || result == ROW_NO_CHOICE;
}

bool check_passed(const struct findings *findings)
{
    bool any = false;

    for (size_t i = 0; i < findings->row_count; i++) {
        const struct row *row = &findings->rows[i];
        bool harmless = row->result == ROW_NOT_OFFERED || row->result == ROW_ACCEPTED ||
                        row->result == ROW_REFUSED;
        if (!is_good(row->result) && !harmless)
            return false;
        any |= row->kind == ROW_STREAM && is_good(row->result);
    }
    return any && !findings->problems.count;
}
