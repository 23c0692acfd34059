/* SPDX-License-Identifier: MIT */
/*
 * At `default` the program has the driver's own functions, whatever way it goes. Only what is to be
 * told of is hooked: where a report, a log or a complaint wants it.
 */
#include "host.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { OURS, THEIRS };

static struct host_result run(const char *program, size_t build, const char *level,
                              const char *more)
{
    return host_run(&(struct host_run){.argv = {program},
                                       .library = level ? library_builds[build] : NULL,
                                       .priority = level,
                                       .ranges = "2:-5",
                                       .env = {more}});
}

static void check(const char *level, const char *more, int whose)
{
    struct host_result bare = run("whose", 0, NULL, NULL);
    size_t all = count_lines(bare.run.out, ": libcud");

    cr_assert_eq(spawn_code(&bare.run), 0);
    cr_assert_gt(all, 100, "%s", bare.run.out);
    for (size_t i = 0; i < 2; i++) {
        struct host_result under = run("whose", i, level, more);
        cr_assert_eq(under.run.status, bare.run.status);
        if (whose == THEIRS)
            cr_assert_str_eq(under.run.out, bare.run.out);
        else
            cr_assert_eq(count_lines(under.run.out, ": libprioshim.so"), all, "%s: %s", more,
                         under.run.out);
        host_free(&under);
    }
    host_free(&bare);
}

Test(default_, the_drivers_own_functions_are_handed_out_by_every_way)
{
    check("default", NULL, THEIRS);
    check("", NULL, THEIRS);
}

Test(default_, what_is_to_be_told_of_is_ours)
{
    check("default", "PRIOSHIM_REPORT=stderr", OURS);
    check("default", "PRIOSHIM_LOG=stderr", OURS);
}

Test(default_, a_level_makes_all_ours)
{
    check("low", NULL, OURS);
    check("high", NULL, OURS);
    check("low", "PRIOSHIM_REPORT=stderr", OURS);
}

/* A stream that is told of has the priority that it would have had. */
Test(default_, what_is_told_of_is_not_changed)
{
    struct host_result bare = run("every_way", 0, NULL, NULL);

    cr_assert_eq(spawn_code(&bare.run), 0);
    for (size_t i = 0; i < 2; i++) {
        struct host_result quiet = run("every_way", i, "default", NULL);
        struct host_result told = run("every_way", i, "default", "PRIOSHIM_REPORT=stderr");
        cr_assert_str_eq(quiet.run.out, bare.run.out);
        cr_assert_str_eq(quiet.record, bare.record);
        cr_assert_str_eq(told.run.out, bare.run.out);
        cr_assert(strstr(told.run.err, ", each with its own priority\n"), "%s", told.run.err);
        host_free(&quiet);
        host_free(&told);
    }
    host_free(&bare);
}

/* What makes no stream is nothing to tell of. */
Test(default_, for_a_report_alone_no_attribute_and_no_launch_is_ours)
{
    for (size_t i = 0; i < 2; i++) {
        struct host_result r = host_run(&(struct host_run){.argv = {"attributes", "whose"},
                                                           .library = library_builds[i],
                                                           .priority = "default",
                                                           .env = {"PRIOSHIM_REPORT=stderr"}});
        cr_assert_eq(count_lines(r.run.out, ": the driver's"), 6, "%s", r.run.out);
        host_free(&r);
    }
}
