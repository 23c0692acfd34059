/* SPDX-License-Identifier: MIT */
/*
 * Launches that take no level: those that are captured, and where they are not hooked at all. And
 * those that fail.
 */
#include "host.h"

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define RANGE .ranges = "2:-5"

struct nodes {
    char text[65536]; /* what is to be expected */
    bool created;     /* the stream that is captured is the program's */
};

/* Of a created stream that is captured the nodes have its priority, which is the level. */
static void expect_node(char *line, void *data)
{
    struct nodes *nodes = data;
    char *node = strstr(line, ": priority 0"), *end = strchr(nodes->text, '\0');

    if (*line != ' ')
        nodes->created = strncmp(line, "a ", 2) == 0;
    if (node && nodes->created)
        sprintf(end, "%.*s: priority -5\n", (int)(node - line), line);
    else
        sprintf(end, "%s\n", line);
}

Test(launches, what_is_captured_is_captured_as_it_came)
{
    static const char *const captures[] = {"handle", "default", "v2"};
    static const char *const policies[] = {"keep", "override"};

    for (size_t i = 0; i < 12; i++) {
        static struct nodes nodes;
        struct host_run host = {.argv = {"launch_captures", captures[i / 4]}, .ranges = "0:-5"};
        struct host_result bare = host_run(&host);
        host.library = library_builds[i % 2];
        host.priority = "high";
        host.explicit_ = policies[i / 2 % 2];
        struct host_result under = host_run(&host);
        *nodes.text = '\0';
        for_each_line(bare.run.out, expect_node, &nodes);
        cr_assert_gt(count_lines(nodes.text, "priority -5"), 5);
        cr_assert_gt(count_lines(nodes.text, "priority 0"), 2);
        cr_assert_gt(count_lines(nodes.text, "priority -3"), 5);
        cr_assert_eq(under.run.status, bare.run.status);
        cr_assert_str_eq(under.run.out, nodes.text);
        cr_assert_str_eq(under.run.err, bare.run.err);
        host_free(&under);
        host_free(&bare);
    }
}

/* While another stream is captured even the question is an error (cuStreamIsCapturing). */
Test(launches, the_legacy_stream_is_not_asked_whether_it_is_captured)
{
    static const char question[] = "cuda cuStreamIsCapturing stream=";

    for (size_t i = 0; i < 2; i++) {
        struct host_result r = host_run(&(struct host_run){
            .argv = {"launches", "handle"}, .library = library_builds[i], .priority = "high"});
        cr_assert_gt(count_lines(r.record, "stream=1(legacy) cooperative=0 attributes=[8=-5"), 5);
        cr_assert_gt(count_lines(r.record, question), 50);
        cr_assert_eq(count_lines(r.record, "cuStreamIsCapturing stream=0(legacy)"), 0);
        cr_assert_eq(count_lines(r.record, "cuStreamIsCapturing stream=1(legacy)"), 0);
        host_free(&r);
    }
}

static void expect_legacy(char *line, void *data)
{
    (void)data;
    if (strncmp(line, "cuda cuLaunch", 13) == 0 && strstr(line, "8=-5"))
        cr_assert(strstr(line, "(legacy)"), "%s", line);
}

Test(launches, what_may_be_captured_for_all_we_know_goes_out_as_it_came)
{
    for (size_t i = 0; i < 2; i++) {
        struct host_result r =
            host_run(&(struct host_run){.argv = {"launches", "handle"},
                                        .library = library_builds[i],
                                        .priority = "high",
                                        RANGE,
                                        .env = {"FAKE_CUDA_FAIL=cuStreamIsCapturing=3"}});
        cr_assert_gt(count_lines(r.record, "8=-5"), 50);
        for_each_line(r.record, expect_legacy, NULL);
        host_free(&r);
    }
}

#define GOOD "attributes=[8=-5] params=0 extra=NULL = 0"

/* A launch that is bad in itself says nothing of the attribute: the next good one has it. */
Test(launches, what_is_refused_whatever_its_priority_is_no_refusal_of_the_attribute)
{
    static const char *const refusals[] = {NULL, "FAKE_CUDA_FAIL=priority-launch=1*1"};

    for (size_t i = 0; i < 4; i++) {
        struct host_run host = {.argv = {"launch_refused", i / 2 ? "v2" : "handle"}, RANGE};
        struct host_result bare = host_run(&host);
        host.library = library_builds[i % 2];
        host.priority = "high";
        for (size_t j = 0; j < 2; j++) { /* j: the named priority's level is refused, once */
            host.env[0] = refusals[j];
            struct host_result under = host_run(&host);
            cr_assert_eq(under.run.status, bare.run.status);
            cr_assert_str_eq(under.run.out, bare.run.out);
            cr_assert_eq(count_lines(under.run.out, "good = 0"), 2);
            cr_assert_eq(count_lines(under.run.out, "= 1"), 8);
            cr_assert_eq(count_lines(under.record, "(legacy) cooperative=0 " GOOD), 1, "%s",
                         under.record);
            cr_assert_eq(count_lines(under.record, "(per-thread) cooperative=0 " GOOD), 1, "%s",
                         under.record);
            host_free(&under);
        }
        host_free(&bare);
    }
}

/* The launch path costs nothing where it is not hooked: it isn't even touched. */
Test(launches, where_they_are_not_hooked_lookups_give_the_drivers_own)
{
    for (size_t i = 0; i < 8; i++) {
        struct host_run host = {.argv = {i % 2 ? "launches" : "launches_linked", "addresses"},
                                RANGE};
        struct host_result bare = host_run(&host);
        host.library = library_builds[i / 2 % 2];
        host.priority = i / 4 ? "low" : "high";
        host.env[0] = i / 4 ? NULL : "PRIOSHIM_LAUNCHES=off";
        struct host_result under = host_run(&host);
        /* The linked name's address is the first definition's, which is ours. */
        char *from = under.run.out, *to = from;
        static const char ours[] = "link=libprioshim.so:", drivers[] = "link=libcuda.so.1:";
        while (*from) {
            if (i % 2 == 0 && strncmp(from, ours, sizeof(ours) - 1) == 0) {
                memcpy(to, drivers, sizeof(drivers) - 1);
                to += sizeof(drivers) - 1;
                from += sizeof(ours) - 1;
            } else {
                *to++ = *from++;
            }
        }
        *to = '\0';
        cr_assert_eq(count_lines(bare.run.out, "handle=libcuda.so.1:cuLaunch"), 6, "%s",
                     bare.run.out);
        cr_assert_str_eq(under.run.out, bare.run.out);
        host_free(&under);
        host_free(&bare);
    }
}

/* Runs a host bare and at high and compares what it prints; the record is another matter. */
static void check_output(const char *program, const char *way, const char *more)
{
    struct host_run host = {.argv = {program, way}, RANGE, .env = {more}};
    struct host_result bare = host_run(&host);

    cr_assert_gt(strlen(bare.run.out), 100);
    for (size_t i = 0; i < 2; i++) {
        host.library = library_builds[i];
        host.priority = "high";
        struct host_result under = host_run(&host);
        cr_assert_eq(under.run.status, bare.run.status);
        cr_assert_str_eq(under.run.out, bare.run.out, "%s", more);
        cr_assert_str_eq(under.run.err, bare.run.err);
        host_free(&under);
    }
    host_free(&bare);
}

/* After it the context is of no use: the first error is the program's, and comes when it would. */
Test(launches, a_kernel_that_breaks_its_context_breaks_it_as_bare)
{
    check_output("launches", "v2", "FAKE_CUDA_STICKY=counts");
    check_output("launches_linked", "link", "FAKE_CUDA_STICKY=counts");
}

/* It may have begun. The program sees the error of what was sent out, and no second launch is. */
Test(launches, another_error_is_the_programs_and_nothing_is_launched_twice)
{
    for (size_t i = 0; i < 2; i++) {
        struct host_result r = host_run(
            &(struct host_run){.argv = {"launches", "v2"},
                               .library = library_builds[i],
                               .priority = "high",
                               RANGE,
                               .env = {"FAKE_CUDA_FAIL=cuLaunchKernelEx=2", "HOST_CUDART="}});
        size_t lines = count_lines(r.run.out, " by="),
               launched = count_lines(r.record, "cuda cuLaunch");
        cr_assert_gt(lines, 100);
        cr_assert_eq(lines, launched);
        cr_assert_eq(
            count_lines(r.run.out, "cuLaunchKernel stream=0 attributes=none by=params = 2"), 1,
            "%s", r.run.out);
        host_free(&r);
    }
}
