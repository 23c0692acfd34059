/* SPDX-License-Identifier: MIT */
/*
 * The whole matrix: each creation function, by each public way in, at each level and policy, on
 * each range, in a debug and in an optimised build of the library. What is asserted is what reached
 * the driver, argument by argument, and what the program read back, against the same program run
 * bare.
 */
#include "host.h"
#include "priority.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which creation functions a way reaches. */
enum { DRIVER = 1, GREEN = 2, RUNTIME = 4 };

struct way {
    const char *argv[4];
    int reaches;
    const char *env[2];
};

#define LINKED_RUNTIME                                                                             \
    {                                                                                              \
        "HOST_CUDA=", "HOST_CUDART=libcudart_linked.so.12"                                         \
    }

static const struct way ways[] = {
    /* opened and looked up by a program that is not linked to CUDA */
    {{"host", "local"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"host", "global"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"host", "program"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"host", "default"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"host", "next"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"host", "version"}, RUNTIME, {0}},
    {{"host", "defaultversion"}, RUNTIME, {0}},
    {{"host", "v1-handle"}, DRIVER | GREEN, {0}},
    {{"host", "v1-itself"}, DRIVER | GREEN, {0}},
    {{"host", "v2-handle"}, DRIVER | GREEN, {0}},
    {{"host", "v2-itself"}, DRIVER | GREEN, {0}},
    {{"host", "v2-handle"}, DRIVER | GREEN, {"FAKE_CUDA_INNER=1"}},
    {{"host", "v2-itself"}, DRIVER | GREEN, {"FAKE_CUDA_INNER=1"}},
    {{"host", "entry-handle"}, DRIVER, {0}},
    {{"host", "entryptsz-handle"}, DRIVER, {0}},
    {{"host", "byversion-handle"}, DRIVER | GREEN, {0}},
    {{"host", "byversionptsz-handle"}, DRIVER | GREEN, {0}},
    {{"host", "local"}, RUNTIME, LINKED_RUNTIME},
    {{"host", "default"}, RUNTIME, LINKED_RUNTIME},
    /* linked */
    {{"host_lazy", "link"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"host_now", "link"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"host_unversioned", "link"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"host_linked_runtime", "link"}, RUNTIME, LINKED_RUNTIME},
    {{"host_lazy", "default"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"host_lazy", "next"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"host_lazy", "program"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"host_lazy", "local"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"host_lazy", "v1-link"}, DRIVER | GREEN, {0}},
    {{"host_lazy", "v1-itself"}, DRIVER | GREEN, {0}},
    {{"host_lazy", "v2-link"}, DRIVER | GREEN, {0}},
    {{"host_lazy", "entry-link"}, DRIVER, {0}},
    {{"host_lazy", "entryptsz-link"}, DRIVER, {0}},
    {{"host_lazy", "byversion-link"}, DRIVER | GREEN, {0}},
    {{"host_lazy", "byversionptsz-link"}, DRIVER | GREEN, {0}},
    /* in a library that is opened RTLD_LOCAL, and in one that such a library needs */
    {{"plugin_host", "libplugin.so", "link"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"plugin_host", "libplugin_outer.so", "link"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"plugin_host", "libplugin.so", "default"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"plugin_host", "libplugin_outer.so", "default"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"plugin_host", "libplugin.so", "default-local"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"plugin_host", "libplugin_outer.so", "default-local"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"plugin_host", "libplugin.so", "local"}, DRIVER | GREEN | RUNTIME, {0}},
    {{"plugin_host", "libplugin.so", "v1-link"}, DRIVER | GREEN, {0}},
    {{"plugin_host", "libplugin.so", "v2-link"}, DRIVER | GREEN, {0}},
    {{"plugin_host", "libplugin.so", "entry-link"}, DRIVER, {0}},
};
enum { WAYS = sizeof(ways) / sizeof(*ways) };

/* The second device differs from the first in every pair. */
static const struct {
    const char *text;
    int least[2], greatest[2];
} ranges[] = {
    {"0:-5,0:-3", {0, 0}, {-5, -3}},
    {"0:-1,0:-5", {0, 0}, {-1, -5}},
    {"0:0,0:-5", {0, 0}, {0, -5}},
    {"1:-1,0:-2", {1, 0}, {-1, -2}},
};

/* One line that a host printed of a creation. */
struct creation {
    char function[64];
    int device;
    unsigned int flags;
    bool named;
    int asked;
    int result, priority;
    unsigned int made;
};

static bool parse_creation(const char *line, struct creation *c)
{
    char asked[16];

    c->priority = 0;
    if (sscanf(line, "%63s device=%d flags=%u asked=%15s = %d priority=%d flags=%u", c->function,
               &c->device, &c->flags, asked, &c->result, &c->priority, &c->made) < 5)
        return false;
    c->named = strcmp(asked, "none") != 0;
    c->asked = c->named ? atoi(asked) : 0;
    return true;
}

struct expectation {
    const char *priority, *policy;
    size_t range;
    int reached;    /* the creation functions seen */
    char *under;    /* where the shim's own output has got to */
    char *expected; /* the creations that must have reached the driver */
    size_t room;
    const char *where; /* for messages */
};

static int clamp(int value, int least, int greatest)
{
    return value > least ? least : value < greatest ? greatest : value;
}

/* The number that the level has for this creation, or false: the call goes as it came. */
static bool level_of(const struct expectation *e, const struct creation *c, int *level)
{
    int least = ranges[e->range].least[c->device], greatest = ranges[e->range].greatest[c->device];

    if (strcmp(e->priority, "default") == 0 || least == greatest ||
        (c->named && strcmp(e->policy, "keep") == 0))
        return false;
    *level = strcmp(e->priority, "low") == 0 ? least : greatest;
    return true;
}

static void expect_call(struct expectation *e, const struct creation *c, bool at_level, int level)
{
    bool green = strcmp(c->function, "cuGreenCtxStreamCreate") == 0 ||
                 (strcmp(c->function, "cudaExecutionCtxStreamCreate") == 0 && c->flags == 1);
    int priority = at_level ? level : c->asked;
    size_t used = strlen(e->expected);
    char *to = e->expected + used;

    cr_assert_lt(used + 200, e->room);
    if (green)
        sprintf(to, "cuGreenCtxStreamCreate device=%d flags=%u priority=%d = 0\n", c->device,
                c->flags, priority);
    else if (at_level || c->named)
        sprintf(to, "cuStreamCreateWithPriority flags=%u priority=%d = 0\n", c->flags, priority);
    else
        sprintf(to, "cuStreamCreate flags=%u = 0\n", c->flags);
}

/* Goes through the bare program's lines and holds the other's against them. */
static void compare_line(char *line, void *data)
{
    struct expectation *e = data;
    char *end = strchrnul(e->under, '\n');
    struct creation bare, under;
    int level = 0;

    cr_assert(*e->under, "%s: output ended before '%s'", e->where, line);
    char *their = strndup(e->under, (size_t)(end - e->under));
    e->under = *end ? end + 1 : end;
    if (!parse_creation(line, &bare)) {
        cr_assert_str_eq(their, line, "%s: '%s' became '%s'", e->where, line, their);
        free(their);
        return;
    }
    e->reached |= strncmp(bare.function, "cuda", 4) == 0 ? RUNTIME
                  : strstr(bare.function, "Green")       ? GREEN
                                                         : DRIVER;
    bool at_level = level_of(e, &bare, &level);
    int least = ranges[e->range].least[bare.device];
    int greatest = ranges[e->range].greatest[bare.device];
    expect_call(e, &bare, at_level, level);
    cr_assert(parse_creation(their, &under), "%s: '%s'", e->where, their);
    cr_assert_str_eq(under.function, bare.function);
    cr_assert_eq(under.result, 0, "%s: '%s'", e->where, their);
    cr_assert_eq(bare.priority, clamp(bare.asked, least, greatest), "%s: bare '%s'", e->where,
                 line);
    cr_assert_eq(under.priority, at_level ? level : bare.priority, "%s: '%s' became '%s'", e->where,
                 line, their);
    cr_assert_eq(under.made, bare.made, "%s: flags: '%s' became '%s'", e->where, line, their);
    free(their);
}

struct creations_seen {
    char *text;
};

/* The driver's own creation lines of a record, without the copy's name. */
static void collect_creation(char *line, void *data)
{
    struct creations_seen *seen = data;
    const char *call = strchr(line, ' ');

    if (strncmp(line, "cuda ", 5) != 0 || !call || !strstr(call, "StreamCreate"))
        return;
    if (strstr(call, "cuGetProcAddress"))
        return;
    seen->text = stpcpy(stpcpy(seen->text, call + 1), "\n");
}

/*
 * What the library may add to the record, and what it may change in it: the creations. It asks for
 * the range, a runtime that is asked for it looks for the current context, and an execution context
 * is compared with the current device.
 */
static const char *const ours[] = {
    " cuStreamCreate",
    " cuGreenCtxStreamCreate",
    " cudaStreamCreate",
    " cudaExecutionCtxStreamCreate",
    " cuCtxGetStreamPriorityRange",
    " cuCtxFromGreenCtx",
    " cuCtxPushCurrent_v2",
    " cuCtxPopCurrent_v2",
    " cudaPeekAtLastError",
    " cudaDeviceGetStreamPriorityRange",
    " cuCtxGetCurrent",
    " cudaGetDevice ",
    " cudaExecutionCtxGetDevice",
    NULL,
};

static void check_records(const struct expectation *e, const struct host_result *bare,
                          const struct host_result *under)
{
    char *rest_bare = lines_without(bare->record, ours);
    char *rest_under = lines_without(under->record, ours);
    char *creations = calloc(1, strlen(under->record) + 1);
    struct creations_seen seen = {creations};

    cr_assert_str_eq(rest_under, rest_bare, "%s: calls that the program didn't cause", e->where);
    for_each_line(under->record, collect_creation, &seen);
    cr_assert_str_eq(creations, e->expected, "%s: reached the driver:\n%snot:\n%s", e->where,
                     creations, e->expected);
    if (strcmp(e->priority, "default") == 0)
        cr_assert_str_eq(under->record, bare->record, "%s: not passed through", e->where);
    free(creations);
    free(rest_bare);
    free(rest_under);
}

static void check(const struct way *way, const char *library, const char *priority,
                  const char *policy, size_t range)
{
    char where[256], plugin[512], expected[8192] = "";
    struct host_run host = {.ranges = ranges[range].text};

    snprintf(where, sizeof(where), "%s %s %s%s%s, %s, %s, %s", way->argv[0], way->argv[1],
             way->argv[2] ? way->argv[2] : "", way->env[0] ? " " : "",
             way->env[0] ? way->env[0] : "", priority, policy, ranges[range].text);
    memcpy(host.argv, way->argv, sizeof(way->argv));
    memcpy(host.env, way->env, sizeof(way->env));
    if (way->argv[2]) {
        snprintf(plugin, sizeof(plugin), "%s/%s", APPS_DIR, way->argv[1]);
        host.argv[1] = plugin;
    }
    struct host_result bare = host_run(&host);
    host.library = library;
    host.priority = priority;
    host.explicit_ = policy;
    struct host_result under = host_run(&host);

    struct expectation e = {.priority = priority,
                            .policy = policy,
                            .range = range,
                            .under = under.run.out,
                            .expected = expected,
                            .room = sizeof(expected),
                            .where = where};
    cr_assert_eq(spawn_code(&bare.run), 0, "%s: bare: %s", where, bare.run.err);
    cr_assert_eq(under.run.status, bare.run.status, "%s: %s", where, under.run.err);
    cr_assert_str_eq(under.run.err, bare.run.err);
    for_each_line(bare.run.out, compare_line, &e);
    cr_assert_str_empty(e.under, "%s: more output: %s", where, e.under);
    cr_assert_eq(e.reached, way->reaches, "%s: reached %d of %d", where, e.reached, way->reaches);
    check_records(&e, &bare, &under);
    host_free(&bare);
    host_free(&under);
}

struct cell {
    size_t way, build;
};

ParameterizedTestParameters(matrix, every_way_takes_the_level)
{
    static struct cell cells[WAYS * 2];

    for (size_t i = 0; i < WAYS * 2; i++)
        cells[i] = (struct cell){i / 2, i % 2};
    return cr_make_param_array(struct cell, cells, WAYS * 2);
}

ParameterizedTest(struct cell *cell, matrix, every_way_takes_the_level, .timeout = 120)
{
    static const char *const priorities[] = {"default", "low", "high"};
    static const char *const policies[] = {"override", "keep"};

    for (size_t p = 0; p < 3; p++) {
        for (size_t q = 0; q < 2; q++) {
            for (size_t r = 0; r < sizeof(ranges) / sizeof(*ranges); r++)
                check(&ways[cell->way], library_builds[cell->build], priorities[p], policies[q], r);
        }
    }
}
