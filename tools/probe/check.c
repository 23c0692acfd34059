#include "check.h"

#include "linked.h"
#include "memory.h"
#include "ways.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/auxv.h>

struct order {
    const struct request *request;
    const struct way_group *group;
    bool first; /* tells of the driver and the devices, too */
};

/* 0..0 is how a driver says that it knows no priorities. */
static bool choice(const struct row *row)
{
    return row->greatest < row->least;
}

/* The end that is furthest from the level, so that an effect shows. */
static int far_end(enum stream_priority level, const struct row *row)
{
    return level == PRIORITY_HIGH ? row->least : row->greatest;
}

/* Without a priority of its own a stream has 0, or what in the range is nearest to it. */
static int unnamed(const struct row *row)
{
    return row->least < 0 ? row->least : row->greatest > 0 ? row->greatest : 0;
}

/* By the meaning of the words, not by the library's code: an error there would be one here. */
static int expected(const struct request *request, const struct row *row)
{
    bool own = request->level == PRIORITY_DEFAULT || (row->named && request->keep_explicit);

    if (own)
        return row->named ? row->asked : unnamed(row);
    return request->level == PRIORITY_HIGH ? row->greatest : row->least;
}

static void judge(const struct request *request, struct row *row)
{
    if (row->result != ROW_OK)
        return;
    if (!choice(row)) {
        row->result = ROW_NO_CHOICE;
        snprintf(row->why, sizeof row->why, "the range offers nothing to choose from");
    } else if (row->got != expected(request, row)) {
        row->result = ROW_NOT_OBEYED;
        snprintf(row->why, sizeof row->why, "it should be %d", expected(request, row));
    }
}

/* Fills in the row's device and what the creation asks for there. */
static void aim(const struct device_facts *facts, const struct request *request,
                enum creation creation, struct row *row)
{
    row->device = facts->device;
    row->least = facts->least;
    row->greatest = facts->greatest;
    row->named = creation_rows[creation].names_priority;
    row->asked = row->named ? far_end(request->level, row) : 0;
    row->read = false;
    row->result = ROW_BEGUN;
    *row->why = '\0';
}

static void try_creation(struct session *session, const struct request *request,
                         const struct way *way, enum creation creation, int to)
{
    struct told told = {.kind = TOLD_ROW, .what.row = {.device = -1, .result = ROW_BEGUN}};
    struct row *row = &told.what.row;

    snprintf(row->way, sizeof row->way, "%s", way->name);
    snprintf(row->function, sizeof row->function, "%s", creation_rows[creation].name);
    child_tell(to, &told);
    void *function = way_find(session, way, creation, &row->result, row->why, sizeof row->why);
    if (!function)
        child_tell(to, &told);
    for (int device = 0; function && device < session->count; device++) {
        const struct device_facts *facts = &session->devices[device].facts;
        if (!facts->has_range)
            continue;
        aim(facts, request, creation, row);
        child_tell(to, &told);
        creation_try(session, creation, function, device, row);
        judge(request, row);
        child_tell(to, &told);
    }
}

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

/* Starts the driver and its devices; false: it can't be done, and `why` says why. */
static bool start(struct session *session, const struct order *order, int to, char *why,
                  size_t size)
{
    struct told told = {.kind = TOLD_DRIVER};

    child_tell_text(to, TOLD_STEP, "cuInit");
    if (!driver_start(&session->driver, order->group->scope, why, size) ||
        (session->count = device_count(&session->driver, why, size)) < 0)
        return false;
    told.what.driver = session->driver.facts;
    if (order->first)
        child_tell(to, &told);
    if (!knows_priorities(&session->driver, why, size))
        return false;
    session->devices = needed(calloc((size_t)session->count, sizeof *session->devices));
    for (int i = 0; i < session->count; i++) {
        child_tell_text(to, TOLD_STEP, "the start of a device");
        device_start(&session->driver, i, &session->devices[i]);
        told = (struct told){.kind = TOLD_DEVICE, .what.device = session->devices[i].facts};
        if (order->first)
            child_tell(to, &told);
    }
    return true;
}

/* The work of a child: one group of ways. What stops all of them is told by the first alone. */
static void check_group(int to, const void *given)
{
    const struct order *order = given;
    const struct way_group *group = order->group;
    struct session session = {0};
    char why[TOLD_TEXT];

    if (!start(&session, order, to, why, sizeof why)) {
        if (order->first)
            child_tell_text(to, TOLD_PROBLEM, why);
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

    if (linked_to_prioshim())
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

void check_gather(const struct request *request, struct findings *findings)
{
    check_preloaded(findings);
    for (size_t i = 0; i < WAY_GROUPS; i++) {
        struct order order = {request, &way_groups[i], i == 0};
        findings_gather(findings, way_groups[i].name, check_group, &order);
        if (i == 0 && !findings->row_count)
            break; /* no driver, no device, or a crash before anything could be tried */
    }
    for (size_t i = 0; i < findings->device_count; i++) {
        const struct device_facts *facts = &findings->devices[i];
        if (!facts->has_range)
            texts_add(&findings->problems, "device %d cannot be checked: %s", facts->device,
                      facts->why);
        else if (request->level == PRIORITY_LOW && facts->least == 0 && facts->greatest < 0)
            texts_add(&findings->notes,
                      "device %d: low is 0, which a stream that names no priority has anyhow%s",
                      facts->device,
                      request->keep_explicit ? ""
                                             : "; only rows with a priority asked show an effect");
    }
}

bool check_passed(const struct findings *findings)
{
    bool any = false;

    for (size_t i = 0; i < findings->row_count; i++) {
        enum row_result result = findings->rows[i].result;
        if (result != ROW_OK && result != ROW_NO_CHOICE && result != ROW_NOT_OFFERED)
            return false;
        any |= result != ROW_NOT_OFFERED;
    }
    return any && !findings->problems.count;
}
