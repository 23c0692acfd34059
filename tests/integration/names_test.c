/* SPDX-License-Identifier: MIT */
/*
 * How a name is told: by few looks at it, none of them beyond its end. Names that end where memory
 * does, of every length, and such as are nearly ours.
 */
#include "host.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct wanted {
    const char *level;
    char *end;
};

static bool starts(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

/* Whether the bare program's line tells of a function in whose place ours stands at the level. */
static bool is_ours(const char *line, const char *level)
{
    if (starts(line, "name \"dl"))
        return strstr(line, ": libc.so.6");
    if (!starts(line, "name \"cu") || !strstr(line, ": libcud") || strcmp(level, "default") == 0)
        return false;
    return strcmp(level, "high") == 0 || !starts(line, "name \"cuLaunch");
}

static void expect_line(char *line, void *data)
{
    struct wanted *wanted = data;
    char *owner = strstr(line, ": lib");

    if (is_ours(line, wanted->level))
        wanted->end += sprintf(wanted->end, "%.*s: libprioshim.so%s\n", (int)(owner - line), line,
                               strchr(owner, ','));
    else
        wanted->end += sprintf(wanted->end, "%s\n", line);
}

static void expect_same(const char *got, const char *wanted, const char *where)
{
    size_t at = 0;

    while (got[at] && got[at] == wanted[at])
        at++;
    if (!got[at] && !wanted[at])
        return;
    while (at > 0 && got[at - 1] != '\n')
        at--;
    cr_assert_fail("%s: %.*s", where, (int)strcspn(got + at, "\n"), got + at);
}

static void check(const char *level)
{
    struct host_run host = {.argv = {"page_ends"}, .env = {"FAKE_CUDA_LOG="}};
    struct host_result bare = host_run(&host);
    struct wanted wanted = {level, NULL};

    cr_assert_eq(spawn_code(&bare.run), 0, "%s", bare.run.err);
    cr_assert_gt(count_lines(bare.run.out, "name \"cu"), 200);
    cr_assert_eq(count_lines(bare.run.out, "but not"), 0);
    char *text = wanted.end = malloc(2 * strlen(bare.run.out) + 1);
    for_each_line(bare.run.out, expect_line, &wanted);
    for (size_t i = 0; i < 2; i++) {
        host.library = library_builds[i];
        host.priority = level;
        struct host_result under = host_run(&host);
        cr_assert_eq(spawn_code(&under.run), 0, "%s at %s: %d", host.library, level,
                     spawn_code(&under.run));
        expect_same(under.run.out, text, level);
        cr_assert_str_empty(under.run.err);
        host_free(&under);
    }
    free(text);
    host_free(&bare);
}

Test(names, at_default_no_name_of_cudas_is_ours_wherever_a_name_ends, .timeout = 120)
{
    check("default");
}

Test(names, at_low_the_names_themselves_are_ours_wherever_they_end, .timeout = 120)
{
    check("low");
}

Test(names, at_high_the_names_themselves_are_ours_wherever_they_end, .timeout = 120)
{
    check("high");
}
