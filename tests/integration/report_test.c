/* SPDX-License-Identifier: MIT */
/*
 * Reports, against the stand-in's own record of what was created: what is left at which end of a
 * process, and what people are told.
 */
#include "reports.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(report, .init = enter_folder, .fini = remove_folder, .timeout = 120);

/* What every ending leaves in the file: one line, with what the driver says it has created. */
static void check_ending(const char *how)
{
    for (size_t i = 0; i < 2; i++) {
        struct host_result r = counted(library_builds[i], how, "6", "10", to_file());
        struct created created = created_in(&r);
        char *text = flat(report_path);

        cr_assert_eq(count_lines(text, "schema=1 report=\"process\" "), 1, "%s: %s", how, text);
        cr_assert_str_empty(r.run.out);
        cr_assert_str_empty(r.run.err, "%s", r.run.err);
        cr_assert_eq(created.all, 240, "%s: %s", how, r.run.err);
        cr_assert_eq(total(text, "streams"), created.all, "%s: %s", how, text);
        cr_assert_eq(total(text, "took"), created.at_level[0] + created.at_level[1], "%s", text);
        cr_assert_eq(created.at_level[0] + created.at_level[1], 240);
        cr_assert_eq(total(text, "overridden"), 60, "%s", text);
        cr_assert_eq(total(text, "missed") + total(text, "kept"), 0, "%s", text);
        cr_assert_eq(total(text, "linked"), 180, "%s", text);
        cr_assert_eq(total(text, "dlsym"), 60, "%s", text);
        cr_assert(strstr(text, "failures.0.code=1 failures.0.calls=60 left_out=0"), "%s", text);
        cr_assert_eq(created.failed, 60);
        free(text);
        host_free(&r);
        unlink(report_path);
    }
}

Test(report, a_return_from_main_leaves_the_last_figures)
{
    check_ending("return");
}

Test(report, exit_and_its_kin_leave_the_last_figures)
{
    check_ending("exit");
    check_ending("quick");
    check_ending("_exit");
    check_ending("exec");
    check_ending("thread");
}

Test(report, abort_leaves_the_last_figures)
{
    check_ending("abort");
}

Test(report, sigkill_leaves_the_last_figures)
{
    check_ending("kill");
}

/* In the middle of it, at most what each thread was at is not counted yet. */
Test(report, sigkill_in_a_storm_leaves_a_whole_line)
{
    for (size_t i = 0; i < 20; i++) {
        struct host_result r = counted(library_builds[i % 2], "storm", "8", "1000000", to_file());
        struct created created = created_in(&r);
        char *text = flat(report_path);

        cr_assert_eq(spawn_code(&r.run), 128 + SIGKILL);
        cr_assert_eq(count_lines(text, "report=\"process\""), 1, "%s", text);
        cr_assert_leq(total(text, "streams"), created.all, "%s", text);
        cr_assert_geq(total(text, "streams"), created.all - 8, "%s: %ld", text, created.all);
        free(text);
        host_free(&r);
        unlink(report_path);
    }
}

/* G2: each has a line of its own, none the parent's. */
Test(report, forked_children_report_for_themselves)
{
    for (size_t i = 0; i < 2; i++) {
        struct host_result r = counted(library_builds[i], "children", "20", "3", to_file());
        char *text = flat(report_path);

        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        cr_assert_eq(count_lines(text, "report=\"process\""), 21, "%s", text);
        cr_assert_eq(count_lines(text, ".streams=12 "), 21, "%s", text);
        cr_assert_eq(count_lines(text, "failures.0.calls=3 "), 21, "%s", text);
        cr_assert_eq(total(text, "streams"), created_in(&r).all, "%s", text);
        free(text);
        host_free(&r);
        unlink(report_path);
    }
}

/* Only an empty library: nothing of a report may be found in what the host does. */
static void check_same_but_for_stderr(const struct host_run *host, const char *wanted)
{
    for (size_t i = 0; i < 2; i++) {
        struct host_run plain = *host, reporting = *host;
        plain.library = reporting.library = library_builds[i];
        size_t n = 0;
        while (reporting.env[n])
            n++;
        struct host_result without = host_run(&plain);
        reporting.env[n] = "PRIOSHIM_REPORT=stderr";
        struct host_result with = host_run(&reporting);
        char *said = lines_without(with.run.err, (const char *[]){", process ", NULL});

        cr_assert_eq(with.run.status, without.run.status);
        cr_assert_str_eq(with.run.out, without.run.out);
        cr_assert_str_eq(said, wanted, "%s %s: %s", host->argv[0], host->argv[1], with.run.err);
        cr_assert_eq(count_lines(with.run.err, ", process "), *wanted ? 1 : 0, "%s", with.run.err);
        free(said);
        host_free(&with);
        host_free(&without);
    }
}

static void check_words(const char *how, const char *wanted)
{
    check_same_but_for_stderr(&(struct host_run){.argv = {"counted", how, "2", "1"},
                                                 .priority = "high",
                                                 .env = {"FAKE_CUDA_RANGES=0:-5"}},
                              wanted);
}

#define WORDS                                                                                      \
    "prioshim:   8 streams (linked 6, dlsym 2) on device 0, range 0 to -5: 8 at the level, -5, "   \
    "of which 2 had asked for another\n"                                                           \
    "prioshim:   2 calls failed with error 1\n"

Test(report, people_are_told_at_a_regular_end)
{
    check_words("return", WORDS);
    check_words("exit", WORDS);
    check_words("quick", WORDS);
    if (!host_thread_sanitized) /* bare, such a host hangs there */
        check_words("thread", WORDS);
}

/* As the manual says. */
Test(report, people_are_not_told_at_other_ends)
{
    check_words("_exit", "");
    check_words("exec", "");
    check_words("kill", "");
    check_words("abort", "");
}

Test(report, the_program_the_process_and_the_level_are_named)
{
    char wanted[128];
    struct host_result r = host_run(&(struct host_run){.argv = {"counted", "return", "1", "1"},
                                                       .library = library_builds[0],
                                                       .priority = "low",
                                                       .env = {"PRIOSHIM_REPORT=stderr"}});

    snprintf(wanted, sizeof(wanted), "/tests/apps/counted', process %d, priority low\n",
             (int)r.run.pid);
    cr_assert(strstr(r.run.err, wanted), "%s", r.run.err);
    host_free(&r);
}

Test(report, each_device_has_its_line)
{
    check_same_but_for_stderr(
        &(struct host_run){.argv = {"counted", "return", "3", "1"},
                           .priority = "low",
                           .env = {"FAKE_CUDA_RANGES=1:-5,0:0,2:-1"}},
        "prioshim:   4 streams (linked 3, dlsym 1) on device 0, range 1 to -5: 4 at the level, 1, "
        "of which 1 had asked for another\n"
        "prioshim:   4 streams (linked 3, dlsym 1) on device 1, which has no priorities to choose "
        "from\n"
        "prioshim:   4 streams (linked 3, dlsym 1) on device 2, range 2 to -1: 4 at the level, 2, "
        "of which 1 had asked for another\n"
        "prioshim:   3 calls failed with error 1\n");
}

Test(report, at_default_streams_have_their_own)
{
    check_same_but_for_stderr(&(struct host_run){.argv = {"counted", "return", "1", "1"}},
                              "prioshim:   4 streams (linked 3, dlsym 1) on device 0, each with "
                              "its own priority\n"
                              "prioshim:   1 call failed with error 1\n");
}

Test(report, what_keeps_its_priority_is_told)
{
    check_same_but_for_stderr(
        &(struct host_run){
            .argv = {"counted", "return", "1", "3"}, .priority = "high", .explicit_ = "keep"},
        "prioshim:   12 streams (linked 9, dlsym 3) on device 0, range 0 to -5: 9 at the level, "
        "-5; 3 kept the priority that they had asked for\n"
        "prioshim:   3 calls failed with error 1\n");
}

/* At low on NVIDIA's devices: what names no priority has 0 anyhow. */
Test(report, a_level_that_changes_nothing_is_told_to)
{
    for (size_t i = 0; i < 2; i++) {
        struct host_result r =
            host_run(&(struct host_run){.argv = {"launches", "handle"},
                                        .library = library_builds[i],
                                        .priority = "low",
                                        .ranges = i ? "1:-5" : "0:-5",
                                        .env = {"PRIOSHIM_REPORT=stderr", "HOST_CUDART="}});
        cr_assert(strstr(r.run.err, i ? "range 1 to -5: 1 at the level, 1\n"
                                      : "range 0 to -5: 1 at the level, 0, as without prioshim\n"),
                  "%s", r.run.err);
        host_free(&r);
    }
}

/* The driver refuses the level's call, so the program's own is made after all. */
Test(report, a_stream_that_did_not_take_the_level_is_told)
{
    check_same_but_for_stderr(
        &(struct host_run){.argv = {"host_now", "link"},
                           .priority = "high",
                           .env = {"FAKE_CUDA_FAIL=cuStreamCreateWithPriority=1", "HOST_CUDART="}},
        "prioshim:   4 streams (linked 4) on device 0, range 0 to -5: 2 at the level, -5, of "
        "which 2 had asked for another; 2 HAVE ANOTHER PRIORITY\n"
        "prioshim:   4 calls failed with error 1\n");
}

Test(report, a_priority_that_the_driver_does_not_tell_is_no_priority)
{
    check_same_but_for_stderr(
        &(struct host_run){.argv = {"counted", "return", "1", "1"},
                           .priority = "high",
                           .env = {"FAKE_CUDA_FAIL=cuStreamGetPriority=999"}},
        "prioshim:   4 streams (linked 3, dlsym 1) on device 0, range 0 to -5: 0 at the level, -5; "
        "of 4 it cannot be told\n"
        "prioshim:   1 call failed with error 1\n");
}

Test(report, a_process_without_cuda_says_nothing_and_leaves_nothing)
{
    struct host_result r = host_run(&(struct host_run){.argv = {"/bin/sh", "-c", "true; echo out"},
                                                       .library = library_builds[1],
                                                       .env = {to_file()}});

    cr_assert_str_eq(r.run.out, "out\n");
    cr_assert_str_empty(r.run.err);
    cr_assert_neq(access(report_path, F_OK), 0);
    host_free(&r);
}

/* PyTorch's usual life: all of its work runs on the default stream. */
Test(report, a_process_that_creates_no_stream_says_so)
{
    struct host_run host = {.argv = {"counted", "return", "1", "0"}, .priority = "low"};

    check_same_but_for_stderr(&host, "prioshim:   no stream was created: what runs on the default "
                                     "stream keeps its priority\n");
    host.priority = "high";
    check_same_but_for_stderr(&host, "prioshim:   no stream was created, and nothing launched on a "
                                     "default stream\n");
}

Test(report, a_process_that_creates_no_stream_has_its_line)
{
    for (size_t i = 0; i < 2; i++) {
        struct host_result r = counted(library_builds[i], "kill", "1", "0", to_file());
        char *text = flat(report_path);
        cr_assert_eq(count_lines(text, "report=\"process\""), 1, "%s", text);
        cr_assert_eq(total(text, "streams"), 0, "%s", text);
        free(text);
        host_free(&r);
        unlink(report_path);
    }
}
