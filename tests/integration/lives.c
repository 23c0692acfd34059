/* SPDX-License-Identifier: MIT */
#include "lives.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct level levels[2] = {{"low", " priority=2", "b_priority=1"},
                                {"high", " priority=-5", "b_priority=-4"}};

/* The text with `from` exchanged for `to` wherever it stands; to be freed. */
static char *exchanged(const char *text, const char *from, const char *to)
{
    char *result = malloc(strlen(text) * 2 + 1), *end = result;

    for (const char *found; (found = strstr(text, from)); text = found + strlen(from)) {
        end = mempcpy(end, text, (size_t)(found - text));
        end = stpcpy(end, to);
    }
    strcpy(end, text);
    return result;
}

char *at_level(const char *bare, size_t level)
{
    char *first = exchanged(bare, "b_priority=0", levels[level].b_priority);
    char *both = exchanged(first, " priority=0", levels[level].priority);

    free(first);
    return both;
}

void lives_as_bare(const struct host_run *host)
{
    const char *name = host->argv[0], *how = host->argv[1] ? host->argv[1] : "";
    struct host_result bare = host_run(host);

    cr_assert_not(bare.run.timed_out, "%s %s: bare", name, how);
    for (size_t i = 0; i < 4; i++) {
        struct host_run shimmed = *host;
        shimmed.library = library_builds[i % 2];
        shimmed.priority = levels[i / 2].word;
        struct host_result under = host_run(&shimmed);
        char *wanted = at_level(bare.run.out, i / 2);
        cr_assert_not(under.run.timed_out, "%s %s: hangs", name, how);
        cr_assert_eq(under.run.status, bare.run.status, "%s %s: status %d not %d, %s", name, how,
                     spawn_code(&under.run), spawn_code(&bare.run), under.run.err);
        cr_assert_str_eq(under.run.out, wanted, "%s %s at %s:\n%s\nnot:\n%s", name, how,
                         shimmed.priority, under.run.out, wanted);
        cr_assert_str_eq(under.run.err, bare.run.err, "%s %s: says %s", name, how, under.run.err);
        free(wanted);
        host_free(&under);
    }
    host_free(&bare);
}

void lives(const char *program, const char *how, const char *more)
{
    lives_as_bare(&(struct host_run){.argv = {program, how, more}, .env = {RANGES, NO_RECORD}});
}

void lives_with(const char *program, const char *how, const char *variable)
{
    lives_as_bare(&(struct host_run){.argv = {program, how}, .env = {RANGES, NO_RECORD, variable}});
}

void make_folder(char folder[32])
{
    strcpy(folder, "/tmp/prioshim-lives-XXXXXX");
    cr_assert(mkdtemp(folder));
}

void remove_folder(const char *folder)
{
    shell("rm -r '%s'%s", folder, "");
}

void shell(const char *format, const char *first, const char *second)
{
    char command[8192];

    snprintf(command, sizeof(command), format, first, second);
    cr_assert_eq(system(command), 0, "%s", command);
}
