/* SPDX-License-Identifier: MIT */
/*
 * Launches, each against the same program run bare: what it prints is the same, and what reaches
 * the driver is what the rules make of the bare run's record, line by line.
 */
#include "host.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PYTHON "/usr/bin/python3"

/* What is to become of the bare run's launches. */
struct rules {
    const char *level;    /* for default streams; NULL: nothing */
    const char *explicit; /* in the place of a priority that the program named; NULL: it stays */
    const char *created;  /* the priority of created streams */
    const char *refusal;  /* the driver's answer to a launch with a priority; NULL: it takes it */
    bool only_default;    /* on default streams, that is */
};

struct expectation {
    const struct rules *rules;
    char *text; /* the record that is to be expected */
    size_t length;
    bool given_up;
};

enum { MOST_ATTRIBUTES = 32 }; /* of a launch that is changed */

static void append(struct expectation *e, const char *text)
{
    size_t length = strlen(text);

    e->text = realloc(e->text, e->length + length + 2);
    memcpy(e->text + e->length, text, length);
    strcpy(e->text + e->length + length, "\n");
    e->length += length + 1;
}

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* A launch of the bare run's record. */
struct launch {
    const char *line, *kernel, *stream, *attributes, *end; /* where each begins in the line */
    char function[64], form[8], list[4096];
    int stream_priority;
    bool created, cooperative, named;
};

static struct launch launch_of(const char *line)
{
    struct launch l = {.line = line};
    int cooperative, at = 0;

    cr_assert_eq(sscanf(line,
                        "cuda %63s kernel=%*s grid=%*s block=%*s shared=%*s stream_priority=%d "
                        "stream=%*s cooperative=%d attributes=[%n",
                        l.function, &l.stream_priority, &cooperative, &at),
                 3, "%s", line);
    l.kernel = strstr(line, " kernel=");
    l.stream = strstr(line, " stream=");
    l.attributes = line + at;
    l.end = strchr(l.attributes, ']');
    cr_assert(at && l.kernel && l.stream && l.end, "%s", line);
    snprintf(l.list, sizeof(l.list), "%.*s", (int)(l.end - l.attributes), l.attributes);
    snprintf(l.form, sizeof(l.form), "%s", strstr(l.function, "_ptsz") ? "_ptsz" : "");
    l.created = starts(l.stream, " stream=created");
    l.cooperative = starts(l.function, "cuLaunchCooperative");
    l.named = starts(l.list, "8=") || strstr(l.list, " 8=");
    return l;
}

/* Its attributes with the level in the place of each priority, or behind them. */
static int with_level(const struct launch *l, const char *level, char *out)
{
    char copy[4096], *save, *word;
    int count = l->cooperative;

    strcpy(out, l->cooperative ? "2=1" : "");
    strcpy(copy, l->list);
    for (word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save), count++) {
        bool priority = starts(word, "8=");
        sprintf(out + strlen(out), "%s%s%s", count ? " " : "", priority ? "8=" : word,
                priority ? level : "");
    }
    if (!l->named)
        sprintf(out + strlen(out), "%s8=%s", count ? " " : "", level);
    return count;
}

/* The launch as the driver is to see it. */
static void expect_launch(struct expectation *e, const char *line)
{
    const struct rules *rules = e->rules;
    const struct launch l = launch_of(line);
    const char *level = l.named ? rules->explicit : l.created ? NULL : rules->level;
    char attributes[8192], text[16384], priority[16];
    int up_to_priority = (int)(strstr(line, "stream_priority=") - l.kernel) + 16;

    snprintf(priority, sizeof(priority), "%d", l.stream_priority);
    if (l.created && rules->created)
        snprintf(priority, sizeof(priority), "%s", rules->created);
    if (level && with_level(&l, level, attributes) <= MOST_ATTRIBUTES &&
        (l.named || !e->given_up)) {
        bool refused = rules->refusal && !(rules->only_default && l.created);
        snprintf(text, sizeof(text), "cuda cuLaunchKernelEx%s%.*s%s%.*s%s%s", l.form,
                 up_to_priority, l.kernel, priority, (int)(l.attributes - l.stream), l.stream,
                 attributes, l.end);
        if (refused)
            strcpy(strrchr(text, '='), rules->refusal);
        append(e, text);
        if (!refused)
            return;
        e->given_up |= !l.named;
    }
    snprintf(text, sizeof(text), "cuda %s%.*s%s%s", l.function, up_to_priority, l.kernel, priority,
             l.stream);
    append(e, text);
}

static void expect_line(char *line, void *data)
{
    struct expectation *e = data;
    char changed[4096];
    unsigned int flags;

    if (starts(line, "cuda cuLaunch")) {
        expect_launch(e, line);
    } else if (e->rules->created && sscanf(line, "cuda cuStreamCreate flags=%u", &flags) == 1) {
        snprintf(changed, sizeof(changed),
                 "cuda cuStreamCreateWithPriority flags=%u priority=%s = 0", flags,
                 e->rules->created);
        append(e, changed);
    } else if (starts(line, "cuda cuStreamCreate")) {
        append(e, line);
    }
}

static void take_line(char *line, void *data)
{
    if (starts(line, "cuda cuLaunch") || starts(line, "cuda cuStreamCreate"))
        append(data, line);
}

/* The host at a level is to print what it prints bare, and to reach the driver by the rules. */
static void check(const struct host_run *host, const struct rules *rules)
{
    struct host_result bare = host_run(host);
    struct expectation e = {.rules = rules, .text = strdup("")};

    for_each_line(bare.record, expect_line, &e);
    for (size_t i = 0; i < 2; i++) {
        struct host_run shimmed = *host;
        shimmed.library = library_builds[i];
        struct host_result under = host_run(&shimmed);
        struct expectation is = {.text = strdup("")};
        for_each_line(under.record, take_line, &is);
        cr_assert_eq(under.run.status, bare.run.status, "%s: %s", host->argv[1], under.run.err);
        cr_assert_str_eq(under.run.out, bare.run.out, "%s %s", host->argv[0], host->argv[1]);
        cr_assert_str_eq(under.run.err, bare.run.err);
        const char *record = is.text;
        cr_assert_gt(count_lines(record, "cuda cuLaunch"), 20);
        if (strcmp(record, e.text) != 0) { /* the lines that differ first */
            size_t at = 0, start = 0;
            for (; record[at] && record[at] == e.text[at]; at++)
                start = record[at] == '\n' ? at + 1 : start;
            cr_assert_fail("%s %s at %s:\n%.600s\nnot:\n%.600s", host->argv[0], host->argv[1],
                           host->priority, record + start, e.text + start);
        }
        free(is.text);
        host_free(&under);
    }
    free(e.text);
    host_free(&bare);
}

/* Both ends differ from what a default stream has. */
#define RANGE .ranges = "2:-5"

static const char *const ways[][2] = {
    {"launches", "handle"},
    {"launches", "default"},
    {"launches", "v1"},
    {"launches", "v2"},
    {"launches", "entry"},
    {"launches", "byversion"},
    {"launches_linked", "link"},
    {"launches_linked", "handle"},
    {"launches_linked", "v1-link"},
    {"launches_linked", "v2-link"},
};
enum { WAYS = sizeof(ways) / sizeof(*ways) };

static void check_ways(const struct host_run *run, const struct rules *rules)
{
    for (size_t i = 0; i < WAYS; i++) {
        struct host_run host = *run;
        host.argv[0] = ways[i][0];
        host.argv[1] = ways[i][1];
        check(&host, rules);
    }
}

Test(launches, at_high_those_on_default_streams_take_the_level)
{
    check_ways(&(struct host_run){.priority = "high", RANGE},
               &(struct rules){.level = "-5", .explicit = "-5", .created = "-5"});
}

Test(launches, a_priority_that_is_named_stays_by_policy)
{
    check_ways(&(struct host_run){.priority = "high", .explicit_ = "keep", RANGE},
               &(struct rules){.level = "-5", .created = "-5"});
}

Test(launches, at_low_they_go_out_as_they_came)
{
    check_ways(&(struct host_run){.priority = "low", RANGE}, &(struct rules){.created = "2"});
}

Test(launches, at_default_they_go_out_as_they_came)
{
    check_ways(&(struct host_run){.priority = "default", RANGE}, &(struct rules){0});
}

Test(launches, with_the_setting_on_they_take_the_level_at_low_too)
{
    check_ways(&(struct host_run){.priority = "low", RANGE, .env = {"PRIOSHIM_LAUNCHES=on"}},
               &(struct rules){.level = "2", .explicit = "2", .created = "2"});
    check(&(struct host_run){.argv = {"launches", "v2"},
                             .priority = "default",
                             RANGE,
                             .env = {"PRIOSHIM_LAUNCHES=on"}},
          &(struct rules){0});
}

Test(launches, with_the_setting_off_they_never_do)
{
    check_ways(&(struct host_run){.priority = "high", RANGE, .env = {"PRIOSHIM_LAUNCHES=off"}},
               &(struct rules){.created = "-5"});
}

/* With a report the entries leave nothing by a jump: the body sees every launch. */
Test(launches, with_a_report_they_take_the_level_by_the_same_rules)
{
    check_ways(&(struct host_run){.priority = "high", RANGE, .env = {"PRIOSHIM_REPORT=/dev/null"}},
               &(struct rules){.level = "-5", .explicit = "-5", .created = "-5"});
}

Test(launches, a_device_without_priorities_gets_them_as_they_came)
{
    check(&(struct host_run){.argv = {"launches", "v2"}, .priority = "high", .ranges = "0:0"},
          &(struct rules){0});
}

/* CPython's ctypes calls what it looked up by libffi, every argument as the caller made it. */
Test(launches, by_ctypes_they_take_the_level_by_the_same_rules)
{
    static const char *const by[] = {"handle", "program", "v1", "v2"};

    if (access(PYTHON, X_OK) != 0)
        cr_skip_test("there is no " PYTHON);
    for (size_t i = 0; i < sizeof(by) / sizeof(*by); i++) {
        struct host_run host = {
            .argv = {PYTHON, LAUNCHES_PY, by[i]}, RANGE, .env = {"PYTHONDONTWRITEBYTECODE=1"}};
        host.priority = "high";
        check(&host, &(struct rules){.level = "-5", .explicit = "-5", .created = "-5"});
        host.explicit_ = "keep";
        check(&host, &(struct rules){.level = "-5", .created = "-5"});
        host.priority = "low";
        host.explicit_ = NULL;
        check(&host, &(struct rules){.created = "2"});
        host.priority = "high";
        host.env[1] = "FAKE_CUDA_FAIL=priority-launch=801";
        check(&host, &(struct rules){
                         .level = "-5", .explicit = "-5", .created = "-5", .refusal = "= 801"});
    }
}

static void take_old_launch(char *line, void *data)
{
    if (starts(line, "cuda_11 ") && !starts(line, "cuda_11 cuStreamCreate"))
        append(data, line);
}

/* No cuLaunchKernelEx before 11.6: nothing is even asked but for the stream that is created. */
Test(launches, a_driver_that_is_too_old_gets_them_as_they_came)
{
    struct host_run host = {
        .argv = {"launches", "handle"},
        RANGE,
        .env = {"LD_LIBRARY_PATH=" FAKE_DIR "/driver_11:" FAKE_DIR "/runtime", "HOST_CUDART="}};
    struct host_result bare = host_run(&host);
    struct expectation wanted = {.text = strdup("")};

    for_each_line(bare.record, take_old_launch, &wanted);
    cr_assert_gt(count_lines(wanted.text, " cuLaunchKernel"), 10);
    for (size_t i = 0; i < 2; i++) {
        host.library = library_builds[i];
        host.priority = "high";
        struct host_result under = host_run(&host);
        static const char *const query[] = {"cuCtxGetStreamPriorityRange", NULL};
        struct expectation is = {.text = strdup("")};
        char *record = lines_without(under.record, query), *at;
        for_each_line(record, take_old_launch, &is);
        while ((at = strstr(is.text, "stream_priority=-5"))) /* the created one's */
            memmove(at + strlen("stream_priority="), "0 ", 2);
        while ((at = strstr(is.text, "stream_priority=0  ")))
            memmove(at + strlen("stream_priority=0"), at + strlen("stream_priority=0 "),
                    strlen(at + strlen("stream_priority=0 ")) + 1);
        cr_assert_eq(count_lines(under.record, query[0]), 1);
        cr_assert_str_eq(is.text, wanted.text);
        cr_assert_str_eq(under.run.out, bare.run.out);
        free(record);
        free(is.text);
        host_free(&under);
    }
    free(wanted.text);
    host_free(&bare);
}

/* The driver's inner functions, of which only the version and the flags tell what they are. */
Test(launches, functions_that_are_no_exports_are_known_by_how_they_were_asked_for)
{
    static const char *const by_asking[] = {"v1", "v2"};

    for (size_t i = 0; i < 2; i++)
        check(&(struct host_run){.argv = {"launches", by_asking[i]},
                                 .priority = "high",
                                 RANGE,
                                 .env = {"FAKE_CUDA_INNER=1", "HOST_CUDART="}},
              &(struct rules){.level = "-5", .explicit = "-5", .created = "-5"});
}

/* Once refused, the launch goes out as it came, and so do all the others. */
Test(launches, a_driver_that_refuses_the_attribute_is_asked_once)
{
    static const struct {
        const char *fail;
        struct rules rules;
    } refusals[] = {
        {"FAKE_CUDA_FAIL=priority-launch=1",
         {.level = "-5", .explicit = "-5", .created = "-5", .refusal = "= 1"}},
        {"FAKE_CUDA_FAIL=priority-launch=801",
         {.level = "-5", .explicit = "-5", .created = "-5", .refusal = "= 801"}},
        {"FAKE_CUDA_FAIL=priority-launch-default=801",
         {.level = "-5",
          .explicit = "-5",
          .created = "-5",
          .refusal = "= 801",
          .only_default = true}},
    };

    for (size_t i = 0; i < 3; i++)
        check_ways(&(struct host_run){.priority = "high", RANGE, .env = {refusals[i].fail}},
                   &refusals[i].rules);
}
