/* SPDX-License-Identifier: MIT */
/* What a process lives through: forks, starts, daemons, drivers that come and go, threads, endings.
 */
#include "lives.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void lives_forking(const char *program, const char *how)
{
    lives_as_bare(&(struct host_run){.argv = {program, how, "liblives_plugin.so", "100"},
                                     .env = {RANGES, NO_RECORD}});
}

/* G2 G9: nothing of ours is left locked in the child. */
Test(lives, children_of_a_busy_process_ask_and_create, .timeout = 120)
{
    lives_forking("lives_forks", "streams");
}

/* G2: what answers a library that was opened RTLD_LOCAL may use no lock or state of the loader that
 * a fork leaves as it was. */
Test(lives, children_of_a_busy_process_ask_in_a_local_librarys_name, .timeout = 120)
{
    lives_forking("lives_forks", "local");
}

/* G2 G9: the first direct call looks for its function, in the child; the driver is there from the
 * start. */
Test(lives, the_first_direct_call_of_a_forked_child_returns, .timeout = 120)
{
    lives_forking("lives_forks_linked", "direct");
}

/* G2 G9: the same where the driver came with a library that was opened, as a Python extension is.
 */
Test(lives, the_first_direct_call_of_an_opened_library_in_a_forked_child_returns, .timeout = 120)
{
    lives_forking("lives_forks", "direct");
}

/* G1: vfork shares its stack; a start is a start, two hundred times; the level is inherited. */
Test(lives, vfork_spawn_exec_and_the_shell_are_as_bare, .timeout = 120)
{
    lives("lives_processes", "vfork", NULL);
    lives("lives_processes", "spawn", "50"); /* by each of four */
    lives("lives_processes", "chain", "5");
    lives("lives_processes", "system", NULL);
}

/* G8: who clears the environment has cleared the level: documented, and harmless. */
Test(lives, a_cleared_environment_means_default)
{
    for (size_t i = 0; i < 4; i++) {
        struct host_result r = host_run(&(struct host_run){.argv = {"lives_processes", "cleared"},
                                                           .library = library_builds[i % 2],
                                                           .priority = levels[i / 2].word,
                                                           .env = {RANGES}});
        cr_assert_eq(spawn_code(&r.run), 7, "%s", r.run.err);
        cr_assert_eq(count_lines(r.run.out, levels[i / 2].priority), 1, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, "environment: 1 streams, priority=0"), 1, "%s",
                     r.run.out);
        cr_assert_str_empty(r.run.err);
        host_free(&r);
    }
}

static char *content(const char *folder, const char *name)
{
    char path[64];
    char *text = calloc(1, 65536);

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    cr_assert(file, "%s", path);
    size_t length = fread(text, 1, 65535, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

static void content_is(const char *folder, const char *name, const char *wanted)
{
    char *text = content(folder, name);

    cr_assert_str_eq(text, wanted, "%s holds: %s", name, text);
    free(text);
}

/* G7: what we have to say of a bad setting goes to the stderr that the process began with, or
 * nowhere. */
Test(lives, a_daemons_data_files_are_not_written_to)
{
    for (size_t i = 0; i < 6; i++) {
        static const char *const kept[] = {NULL, "1", "2"};
        char folder[32];
        make_folder(folder);
        struct host_result r =
            host_run(&(struct host_run){.argv = {"lives_files", "daemon", folder, kept[i / 2]},
                                        .library = library_builds[i % 2],
                                        .priority = "hihg"});
        cr_assert_eq(spawn_code(&r.run), 4, "%s", r.run.err);
        cr_assert_str_empty(r.run.out);
        cr_assert_eq(count_lines(r.run.err, "hihg"), i / 2 == 2, "%s", r.run.err);
        content_is(folder, "data-0", "data\n");
        if (i / 2 != 1)
            content_is(folder, "data-1", "data\n");
        if (i / 2 != 2)
            content_is(folder, "data-2", "data\n");
        content_is(folder, "report",
                   "daemon: 1 streams, priority=0\ndaemon: 1 streams, priority=0\n");
        host_free(&r);
        remove_folder(folder);
    }
}

/* G6: no descriptor more than bare, in the program and in its children; what was closed stays so.
 */
Test(lives, descriptors_are_the_bare_programs)
{
    static const char *const how[] = {"list", "closed"};
    char folder[32], path[48];

    make_folder(folder);
    snprintf(path, sizeof(path), "%s/list", folder);
    for (size_t i = 0; i < 2; i++) {
        struct host_run host = {.argv = {"lives_files", how[i], path}, .env = {RANGES}};
        struct host_result bare = host_run(&host);
        char *bare_list = content(folder, "list");
        for (size_t k = 0; k < 4; k++) {
            unlink(path);
            host.library = library_builds[k % 2];
            host.priority = levels[k / 2].word;
            struct host_result under = host_run(&host);
            char *wanted = at_level(bare_list, k / 2);
            cr_assert_eq(under.run.status, bare.run.status);
            content_is(folder, "list", wanted);
            free(wanted);
            host_free(&under);
        }
        free(bare_list);
        unlink(path);
        host_free(&bare);
    }
    remove_folder(folder);
    lives("/bin/ls", "/proc/self/fd", NULL);
}

/* K3: a copy that is closed and opened elsewhere disturbs nobody who uses another one. */
Test(lives, a_driver_moves_while_threads_use_another, .timeout = 60)
{
    lives("lives_copies", "again", NULL);
}

/* A2 A3 K3: several copies, from several threads at once. */
Test(lives, several_drivers_are_opened_and_used_at_once, .timeout = 60)
{
    char folder[32], variable[64];

    make_folder(folder);
    shell("for i in 0 1 2 3 4; do cp '%s/driver/libcuda.so.1' '%s'/libcuda-$i.so; done", FAKE_DIR,
          folder);
    snprintf(variable, sizeof(variable), "COPIES=%s", folder);
    for (int count = 2; count <= 5; count++) {
        char number[] = {(char)('0' + count), '\0'};
        lives_as_bare(&(struct host_run){.argv = {"lives_copies", "many", number},
                                         .env = {RANGES, NO_RECORD, variable}});
    }
    remove_folder(folder);
}

/* A2 A3 G9: whoever comes first, and all at once: never NULL, and every stream at the level. */
Test(lives, sixty_four_threads_make_the_first_use, .timeout = 120)
{
    static const char *const ways[] = {"handle", "default", "direct", "procaddr"};

    for (size_t i = 0; i < 4; i++)
        lives_as_bare(
            &(struct host_run){.argv = {"lives_copies", "first", ways[i], "liblives_plugin.so"},
                               .env = {RANGES, NO_RECORD}});
}

/* G5: threads that go on after main, handlers, destructors, also after the library's own end. */
Test(lives, what_still_calls_at_the_end_is_served, .timeout = 120)
{
    static const char *const ends[] = {"return", "exit", "quick", "_exit", "abort", "segv", "term"};

    for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
        lives("lives_ends", ends[i], "liblives_late_local.so");
}

Test(lives, what_still_calls_when_the_last_thread_has_ended_is_served)
{
    SKIP_IF(host_thread_sanitized, "its runtime never lets this host end, bare too");
    lives("lives_ends", "thread", "liblives_late_local.so");
}

/* G9: a thread may end anywhere. */
Test(lives, cancelled_and_ended_threads_leave_nothing_behind, .timeout = 120)
{
    lives_as_bare(&(struct host_run){.argv = {"lives_threads", "cancel"}, .env = {RANGES}});
    lives("lives_threads", "end", NULL);
}

/* G9: a thread that is cancelled inside the driver's call unwinds through us, and makes its last
 * streams. Not at the level: no mark is taken back on the way, so these go through as they come. */
Test(lives, a_thread_is_cancelled_inside_the_drivers_call)
{
    lives("lives_threads", "unwound", "liblives_marked_a.so");
}

/* We need little stack: what bare does on the smallest one is done. */
Test(lives, the_smallest_stacks_are_enough)
{
    lives("lives_threads", "tiny", NULL);
}

/* A signal finds no lock of the loader held because of us. */
Test(lives, signal_handlers_look_symbols_up, .timeout = 60)
{
    lives("lives_threads", "signals", NULL);
}
