/* SPDX-License-Identifier: MIT */
/* The log, and that a host sees nothing of it, nor of a report. */
#include "reports.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void check_log(const char *program, const char *how, const char *wanted)
{
    for (size_t i = 0; i < 2; i++) {
        struct host_result r = host_run(&(struct host_run){.argv = {program, how, "1", "1"},
                                                           .library = library_builds[i],
                                                           .priority = "high",
                                                           .env = {"PRIOSHIM_LOG=stderr"}});
        char pid[32], *text = strdup(r.run.err), *from = text, *to = text;
        snprintf(pid, sizeof(pid), "pid=%d ", (int)r.run.pid);
        while (*from) { /* the process id, which only the run knows */
            if (strncmp(from, pid, strlen(pid)) == 0)
                from += strlen(pid);
            *to++ = *from++;
        }
        *to = '\0';
        cr_assert_str_eq(text, wanted, "%s", r.run.err);
        free(text);
        host_free(&r);
    }
}

Test(report, each_creation_is_logged_as_the_program_made_it)
{
    check_log("counted", "return",
              "prioshim: function=cuStreamCreate way=dlsym flags=1 asked=none device=0 least=0 "
              "greatest=-5 level=-5 given=-5 result=0\n"
              "prioshim: function=cuStreamCreate way=linked flags=0 asked=none device=0 least=0 "
              "greatest=-5 level=-5 given=-5 result=0\n"
              "prioshim: function=cuStreamCreateWithPriority way=linked flags=1 asked=-1 device=0 "
              "least=0 greatest=-5 level=-5 given=-5 result=0\n"
              "prioshim: function=cudaStreamCreateWithFlags way=linked flags=1 asked=none device=0 "
              "least=0 greatest=-5 level=-5 given=-5 result=0\n"
              "prioshim: function=cuStreamCreate way=dlsym flags=77 asked=none device=null "
              "least=null greatest=null level=null given=null result=1\n");
}

Test(report, a_log_in_a_file_has_a_line_for_each_creation)
{
    char setting[128], path[96];

    snprintf(path, sizeof(path), "%s/log", folder);
    snprintf(setting, sizeof(setting), "PRIOSHIM_LOG=%s", path);
    struct host_result r = counted(library_builds[1], "children", "5", "2", setting);
    FILE *file = fopen(path, "r");
    cr_assert(file);
    char text[65536] = "";
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    fclose(file);
    cr_assert_eq(count_lines(text, "prioshim: pid="), 60, "%s", text);
    cr_assert_eq(count_lines(text, "result=0"), created_in(&r).all);
    cr_assert_eq(count_lines(text, "result=1"), 12);
    cr_assert_str_empty(r.run.err);
    host_free(&r);
}

/* What a daemon wrote to the files that took the numbers of its first three descriptors. */
static char *daemons_files(const char *library, const char *report, const char *log)
{
    struct host_result r = host_run(&(struct host_run){
        .argv = {"lives_files", "daemon", folder}, .library = library, .env = {report, log}});

    cr_assert_eq(spawn_code(&r.run), 4, "%s", r.run.err);
    host_free(&r);
    struct spawn_result files = spawn_run(&(struct spawn_request){
        .argv = (const char *[]){"/bin/sh", "-c", "cat *; rm *", NULL}, .cwd = folder});
    char *text = strdup(files.out);
    spawn_free(&files);
    return text;
}

/* G7: a daemon closes its stderr, and opens a data file under the number. */
Test(report, nothing_is_said_into_a_file_that_took_stderrs_number)
{
    char *bare = daemons_files(NULL, NULL, NULL);

    cr_assert_gt(strlen(bare), 20);
    for (size_t i = 0; i < 2; i++) {
        char *under =
            daemons_files(library_builds[i], "PRIOSHIM_REPORT=stderr", "PRIOSHIM_LOG=stderr");
        cr_assert_str_eq(under, bare);
        free(under);
    }
    free(bare);
}

/* The same as without a report, and each stream counted. */
static void check_every_stream(const char *program, const char *how, const char *created)
{
    for (size_t i = 0; i < 2; i++) {
        struct host_run host = {.argv = {program, how}, .priority = "high", .env = {NULL}};
        host.library = library_builds[i];
        struct host_result without = host_run(&host);
        host.env[0] = to_file();
        struct host_result with = host_run(&host);
        char *text = flat(report_path);

        cr_assert_eq(with.run.status, without.run.status);
        cr_assert_str_eq(with.run.out, without.run.out);
        cr_assert_str_eq(with.run.err, without.run.err);
        cr_assert_eq(total(text, "streams"), (long)count_lines(with.run.out, created), "%s: %s",
                     text, with.run.out);
        cr_assert_eq(total(text, "took"), total(text, "streams"), "%s", text);
        free(text);
        host_free(&with);
        host_free(&without);
        unlink(report_path);
    }
}

Test(report, a_stream_is_counted_once_whichever_way_it_came)
{
    check_every_stream("every_way", NULL, "   -5");
}

/* By the runtime's own word, whose last error stays what it was. */
Test(report, a_runtime_without_a_driver_is_asked_itself)
{
    check_every_stream("host_lone_runtime", "link", " = 0 priority");
}

/* Errors and their codes, the last one, out-parameters: as without a report. */
Test(report, a_host_sees_nothing_of_it)
{
    for (size_t i = 0; i < 2; i++) {
        struct host_run host = {
            .argv = {"edges"}, .priority = "high", .library = library_builds[i]};
        struct host_result without = host_run(&host);
        host.env[0] = to_file();
        struct host_result with = host_run(&host);
        cr_assert_eq(with.run.status, without.run.status);
        cr_assert_str_eq(with.run.out, without.run.out);
        cr_assert_str_eq(with.run.err, without.run.err);
        cr_assert_gt(strlen(with.run.out), 100);
        host_free(&with);
        host_free(&without);
    }
}
