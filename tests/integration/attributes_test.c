/* SPDX-License-Identifier: MIT */
/* The doors to a priority of what is there already: streams and the nodes of graphs. */
#include "host.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEVICES .ranges = "2:-5,1:-4" /* the second one is current */

struct wanted {
    const char *first, *second; /* the level on each device */
    char text[8192];
};

/* "priority -2", which the program asked for, is to be the level's. */
static void expect_line(char *line, void *data)
{
    struct wanted *wanted = data;
    bool first = strncmp(line, "the first device's", 18) == 0;
    char *asked = strstr(line, "priority -2"), *end = wanted->text + strlen(wanted->text);

    if (asked)
        sprintf(end, "%.*spriority %s%s\n", (int)(asked - line), line,
                first ? wanted->first : wanted->second, asked + strlen("priority -2"));
    else
        sprintf(end, "%s\n", line);
}

static void check(const char *way, const char *level, const char *policy, const char *more,
                  const char *first, const char *second)
{
    struct host_run host = {.argv = {"attributes", way}, DEVICES, .env = {more}};
    struct host_result bare = host_run(&host);
    struct wanted wanted = {first, second, ""};

    cr_assert_eq(spawn_code(&bare.run), 0, "%s", way);
    cr_assert_gt(count_lines(bare.run.out, "priority -2"), 4);
    for_each_line(bare.run.out, expect_line, &wanted);
    for (size_t i = 0; i < 2; i++) {
        host.library = library_builds[i];
        host.priority = level;
        host.explicit_ = policy;
        struct host_result under = host_run(&host);
        cr_assert_eq(under.run.status, bare.run.status);
        cr_assert_str_eq(under.run.out, wanted.text, "%s at %s", way, level);
        cr_assert_str_empty(under.run.err);
        host_free(&under);
    }
    host_free(&bare);
}

static const char *const ways[] = {"link", "handle", "v2"};

Test(attributes, a_priority_that_is_set_takes_the_level_of_its_device)
{
    for (size_t i = 0; i < 3; i++) {
        check(ways[i], "high", NULL, NULL, "-5", "-4");
        check(ways[i], "low", NULL, NULL, "2", "1");
    }
}

Test(attributes, a_priority_that_is_set_stays_by_policy)
{
    for (size_t i = 0; i < 3; i++) {
        check(ways[i], "high", "keep", NULL, "-2", "-2");
        check(ways[i], "low", "keep", NULL, "-2", "-2");
    }
}

Test(attributes, at_default_nothing_is_changed)
{
    for (size_t i = 0; i < 3; i++)
        check(ways[i], "default", NULL, NULL, "-2", "-2");
}

/* What is not hooked is not even touched. */
Test(attributes, at_default_lookups_give_the_drivers_own)
{
    struct host_run host = {.argv = {"attributes", "whose"}, DEVICES};

    for (size_t i = 0; i < 2; i++) {
        host.library = library_builds[i];
        host.priority = "default";
        struct host_result at_default = host_run(&host);
        host.priority = "low";
        struct host_result at_low = host_run(&host);
        cr_assert_eq(count_lines(at_default.run.out, ": the driver's"), 6);
        cr_assert_eq(count_lines(at_low.run.out, ": not"), 6, "%s", at_low.run.out);
        host_free(&at_default);
        host_free(&at_low);
    }
}

Test(attributes, without_a_range_or_a_context_what_is_set_stays)
{
    check("handle", "high", NULL, "FAKE_CUDA_FAIL=cuCtxGetStreamPriorityRange=3", "-2", "-2");
    check("handle", "high", NULL, "FAKE_CUDA_FAIL=cuCtxPushCurrent_v2=3", "-2", "-4");
}

static void count_level(char *line, void *data)
{
    size_t *count = data;

    *count += strstr(line, "stream") && strstr(line, "priority -2");
}

Test(attributes, of_a_stream_whose_context_is_not_known_what_is_set_stays)
{
    size_t count = 0;
    struct host_result r = host_run(&(struct host_run){.argv = {"attributes", "link"},
                                                       .library = library_builds[1],
                                                       .priority = "high",
                                                       DEVICES,
                                                       .env = {"FAKE_CUDA_FAIL=cuStreamGetCtx=3"}});
    for_each_line(r.run.out, count_level, &count);
    cr_assert_eq(count, 8, "%s", r.run.out);
    host_free(&r);
}

/* What the program sets is what it gets, if the driver takes nothing else. */
Test(attributes, a_refusal_is_the_programs_own)
{
    struct host_run host = {
        .argv = {"attributes", "v2"}, DEVICES, .env = {"FAKE_CUDA_FAIL=attribute-default=1"}};
    struct host_result bare = host_run(&host);

    for (size_t i = 0; i < 2; i++) {
        host.library = library_builds[i];
        host.priority = "high";
        host.explicit_ = "keep";
        struct host_result under = host_run(&host);
        host.explicit_ = NULL;
        struct host_result overriding = host_run(&host);
        cr_assert_eq(count_lines(bare.run.out, ": 1, priority"), 6);
        cr_assert_str_eq(under.run.out, bare.run.out);
        cr_assert_eq(count_lines(overriding.run.out, ": 1, priority"), 6, "%s", overriding.run.out);
        cr_assert_eq(overriding.run.status, bare.run.status);
        host_free(&under);
        host_free(&overriding);
    }
    host_free(&bare);
}

Test(attributes, where_only_the_level_is_refused_what_is_set_stays)
{
    static const char fail[] =
        "FAKE_CUDA_FAIL=cuStreamSetAttribute=1*1,cuGraphKernelNodeSetAttribute=1*1";

    for (size_t i = 0; i < 2; i++) {
        struct host_result r = host_run(&(struct host_run){.argv = {"attributes", "handle"},
                                                           .library = library_builds[i],
                                                           .priority = "high",
                                                           DEVICES,
                                                           .env = {fail}});
        cr_assert(strstr(r.run.out, "a created stream: 0, priority -2,"), "%s", r.run.out);
        cr_assert(strstr(r.run.out, "its attribute: 0, priority -2\n"), "%s", r.run.out);
        host_free(&r);
    }
}
