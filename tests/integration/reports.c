/* SPDX-License-Identifier: MIT */
#include "reports.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PYTHON "/usr/bin/python3"

static char report_setting[128];
char report_path[96];

const char *to_file(void)
{
    snprintf(report_path, sizeof(report_path), "%s/report", folder);
    snprintf(report_setting, sizeof(report_setting), "PRIOSHIM_REPORT=%s", report_path);
    return report_setting;
}

char *flat(const char *path)
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

long total(char *flat_text, const char *member)
{
    struct sum sum = {member, 0};

    for_each_line(flat_text, add_words, &sum);
    return sum.total;
}

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

struct created created_in(struct host_result *r)
{
    struct created created = {0};

    for_each_line(r->record, count_created, &created);
    return created;
}

struct host_result counted(const char *library, const char *how, const char *threads,
                           const char *rounds, const char *report)
{
    return host_run(&(struct host_run){.argv = {"counted", how, threads, rounds},
                                       .library = library,
                                       .priority = "high",
                                       .env = {TWO_DEVICES, report}});
}
