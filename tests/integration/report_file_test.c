/* SPDX-License-Identifier: MIT */
/* Reports in files: what programs are called, who else writes, what becomes of the file; launches.
 */
#include "reports.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A program of that name, in the test's folder. */
static const char *program_called(const char *name)
{
    static char path[512];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    struct spawn_result r = spawn_run(&(struct spawn_request){
        .argv = (const char *[]){"/bin/cp", APPS_DIR "/counted", path, NULL}});
    cr_assert_eq(spawn_code(&r), 0, "%s", r.err);
    spawn_free(&r);
    return path;
}

Test(report, whatever_a_program_is_called_the_line_is_json)
{
    static const char *const names[][2] = {
        {"a \"quoted\" \\ name", "a \\\"quoted\\\" \\\\ name\""},
        {"two\nlines", "two\\nlines\""},
        {"gr\xc3\xbc\xc3\x9f", "gr\\u00fc\\u00df\""},
        {"\xff\xc3", "\\ufffd\\ufffd\""},
        {"{\"pid\":1}", "{\\\"pid\\\":1}\""},
    };

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        struct host_result r =
            host_run(&(struct host_run){.argv = {program_called(names[i][0]), "return", "1", "1"},
                                        .library = library_builds[1],
                                        .env = {to_file(), "PRIOSHIM_LOG=stderr"}});
        char *text = flat(report_path);
        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        cr_assert(strstr(text, names[i][1]), "%s", text);
        cr_assert_eq(count_lines(r.run.err, "prioshim: pid="), 5, "%s", r.run.err);
        free(text);
        host_free(&r);
        unlink(report_path);
    }
}

Test(report, a_very_long_name_is_cut)
{
    char name[241];

    memset(name, '\n', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    struct host_result r =
        host_run(&(struct host_run){.argv = {program_called(name), "kill", "1", "1"},
                                    .library = library_builds[1],
                                    .env = {to_file()}});
    char *text = flat(report_path);
    cr_assert(strstr(text, "\\n..."), "%s", text);
    free(text);
    host_free(&r);
}

/* By mmap, the program would be ended by SIGBUS. */
Test(report, a_report_that_is_emptied_or_removed_meanwhile_begins_anew)
{
    static const char *const deeds[] = {": >report", "rm report", "mv report old"};

    for (size_t i = 0; i < sizeof(deeds) / sizeof(*deeds); i++) {
        char command[1024];
        snprintf(command, sizeof(command), "cd '%s'; \"$0\" return 2 1000 & sleep 0.05; %s; wait",
                 folder, deeds[i]);
        struct host_result r = host_run(
            &(struct host_run){.argv = {"/bin/sh", "-c", command, APPS_DIR "/counted"},
                               .library = library_builds[i % 2],
                               .priority = "high",
                               .env = {to_file(), "PATH=/usr/bin:/bin", "FAKE_CUDA_LOG="}});
        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        cr_assert_str_empty(r.run.err);
        char *text = flat(report_path);
        cr_assert_eq(count_lines(text, ".streams=8000 "), 1, "%s: %s", deeds[i], text);
        free(text);
        host_free(&r);
        unlink(report_path);
    }
}

Test(report, a_place_that_cannot_be_written_harms_nobody)
{
    static const char *const places[] = {"/nowhere/at/all", "/dev/full", "/", "/proc/self/mem"};

    for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
        char report[64], log[64];
        snprintf(report, sizeof(report), "PRIOSHIM_REPORT=%s", places[i]);
        snprintf(log, sizeof(log), "PRIOSHIM_LOG=%s", places[i]);
        struct host_result r = counted(library_builds[i % 2], "return", "4", "5", report);
        cr_assert_eq(spawn_code(&r.run), 0, "%s: %s", places[i], r.run.err);
        cr_assert_str_empty(r.run.err);
        host_free(&r);
        r = counted(library_builds[i % 2], "return", "4", "5", log);
        cr_assert_eq(spawn_code(&r.run), 0, "%s: %s", places[i], r.run.err);
        cr_assert_str_empty(r.run.err);
        host_free(&r);
    }
}

/* Two at once, started by a shell: as a person would see it. */
static void check_two_hosts(const char *how)
{
    char option[128], script[256];

    to_file();
    snprintf(option, sizeof(option), "--report=%s", report_path);
    snprintf(script, sizeof(script), "'%s' %s 2 25 & '%s' %s 3 40 & wait; true",
             APPS_DIR "/counted", how, APPS_DIR "/counted", how);
    struct host_result r = host_run(
        &(struct host_run){.argv = {PRIO_EXEC_PATH, option, "low", "/bin/sh", "-c", script},
                           .env = {TWO_DEVICES, "PATH=/usr/bin:/bin"}});
    struct created created = created_in(&r);
    char *text = flat(report_path);
    cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
    cr_assert_eq(count_lines(text, "level=\"low\""), 2, "%s", text);
    cr_assert_eq(created.all, 4 * (2 * 25 + 3 * 40));
    cr_assert_eq(total(text, "streams"), created.all, "%s", text);
    cr_assert_eq(total(text, "took"), created.all, "%s", text);
    cr_assert_eq(total(text, "calls"), created.failed, "%s", text);
    free(text);
    host_free(&r);
    unlink(report_path);
}

Test(report, two_programs_report_to_one_file)
{
    if (host_sanitized)
        SKIP("in this sanitizer's build: prio-exec has a runtime of its own, and no room for two");
    check_two_hosts("return");
    check_two_hosts("kill");
}

static void count_launch(char *line, void *data)
{
    long *counts = data;

    if (strncmp(line, "cuda cuLaunch", 13) != 0 || strstr(line, "stream=created") ||
        strcmp(strrchr(line, '='), "= 0") != 0)
        return;
    counts[0]++;
    counts[1] += strstr(line, "8=-5") != NULL;
}

Test(report, launches_on_default_streams_are_counted)
{
    for (size_t i = 0; i < 4; i++) {
        long launches[2] = {0};
        struct host_run host = {
            .argv = {i / 2 ? "launches_linked" : "launches", i / 2 ? "link" : "v2"},
            .library = library_builds[i % 2],
            .priority = "high",
            .env = {to_file()}};
        struct host_result r = host_run(&host);
        char *text = flat(report_path);

        for_each_line(r.record, count_launch, launches);
        cr_assert_gt(launches[1], 50);
        cr_assert_gt(launches[0], launches[1]); /* some have too many attributes */
        cr_assert_eq(total(text, "launches"), launches[0], "%s", text);
        cr_assert_eq(total(text, "launches_took"), launches[1], "%s", text);
        free(text);
        host_free(&r);
        unlink(report_path);
        host.env[0] = "PRIOSHIM_REPORT=stderr";
        r = host_run(&host);
        char wanted[128];
        snprintf(wanted, sizeof(wanted),
                 "  %ld launches on the default streams of device 0: %ld at the level\n",
                 launches[0], launches[1]);
        cr_assert(strstr(r.run.err, wanted), "%s", r.run.err);
        host_free(&r);
    }
}

/* The figure may be behind by some, but that there were launches is told. */
Test(report, a_process_that_is_ended_has_told_of_its_launches)
{
    for (size_t i = 0; i < 2; i++) {
        struct host_result r =
            host_run(&(struct host_run){.argv = {"launches", "v2"},
                                        .library = library_builds[i],
                                        .priority = "high",
                                        .env = {to_file(), "FAKE_CUDA_CRASH=cuCtxSynchronize"}});
        char *text = flat(report_path);
        cr_assert_eq(spawn_code(&r.run), 128 + SIGSEGV);
        cr_assert_geq(total(text, "launches"), 1, "%s", text);
        free(text);
        host_free(&r);
        unlink(report_path);
    }
}
