/* SPDX-License-Identifier: MIT */
/*
 * Reports and logs, against the stand-in's own record of what was created. JSON is read by a parser
 * that is not ours (flat.py).
 */
#include "folder.h"
#include "host.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(report, .init = enter_folder, .fini = remove_folder, .timeout = 120);

#define PYTHON "/usr/bin/python3"
#define TWO_DEVICES "FAKE_CUDA_RANGES=0:-5,1:-2"

static char report_setting[128], report_path[96];

/* The setting that sends reports to a file of the test's folder, which isn't there yet. */
static const char *to_file(void)
{
    snprintf(report_path, sizeof(report_path), "%s/report", folder);
    snprintf(report_setting, sizeof(report_setting), "PRIOSHIM_REPORT=%s", report_path);
    return report_setting;
}

/* The file's lines as flat.py prints them; to be freed. */
static char *flat(const char *path)
{
    if (access(PYTHON, X_OK) != 0)
        SKIP("%s is not here", PYTHON);
    struct spawn_result r =
        spawn_run(&(struct spawn_request){.argv = (const char *[]){PYTHON, FLAT_PY, path, NULL}});
    cr_assert_eq(spawn_code(&r), 0, "%s%s", r.out, r.err);
    char *text = strdup(r.out);
    spawn_free(&r);
    return text;
}

struct sum {
    const char *member;
    long total;
};

static void add_words(char *line, void *data)
{
    struct sum *sum = data;
    size_t length = strlen(sum->member);

    for (char *at = line; (at = strstr(at, sum->member)); at += length) {
        if (at > line && at[-1] == '.' && at[length] == '=')
            sum->total += atol(at + length + 1);
    }
}

/* The sum of a member of all devices (or failures) in all reports. */
static long total(char *flat_text, const char *member)
{
    struct sum sum = {member, 0};

    for_each_line(flat_text, add_words, &sum);
    return sum.total;
}

struct created {
    long all, at_level[2], failed;
};

static void count_created(char *line, void *data)
{
    struct created *created = data;

    if (strncmp(line, "cuda cuStreamCreate", strlen("cuda cuStreamCreate")) != 0)
        return;
    const char *result = strrchr(line, '=');
    if (strcmp(result, "= 0") != 0) {
        created->failed += strstr(line, "flags=77") && strstr(line, "priority") == NULL;
        return;
    }
    created->all++;
    created->at_level[0] += strstr(line, "priority=-5") != NULL;
    created->at_level[1] += strstr(line, "priority=-2") != NULL;
}

static struct created created_in(struct host_result *r)
{
    struct created created = {0};

    for_each_line(r->record, count_created, &created);
    return created;
}

static struct host_result counted(const char *library, const char *how, const char *threads,
                                  const char *rounds, const char *report)
{
    return host_run(&(struct host_run){.argv = {"counted", how, threads, rounds},
                                       .library = library,
                                       .priority = "high",
                                       .env = {TWO_DEVICES, report}});
}

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
