/* SPDX-License-Identifier: MIT */
/* Hosts that a preloaded library meets rarely: their own libc functions, early calls, odd company.
 */
#include "lives.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* F3 F4 F5 F6: the host's own functions are called in the midst of a lookup, and ask in their turn.
 */
Test(lives, hosts_with_their_own_malloc_free_and_getenv, .timeout = 60)
{
    static const char *const hosts[] = {"lives_own_malloc", "lives_own_free",
                                        "lives_own_getenv_null", "lives_own_getenv"};

    for (size_t i = 0; i < 4; i++)
        lives(hosts[i], "plain", NULL);
    lives("lives_own_malloc", "race", NULL);
}

/* F8: the environment is read once, at the start: it may change, or go, while lookups run. */
Test(lives, hosts_that_change_their_environment, .timeout = 60)
{
    /* The stand-in reads its controls later, and is left with its own range: 0 to -5. */
    static const char *const how[] = {"clear", "null", "own"};

    for (size_t i = 0; i < 12; i++) {
        struct host_result r =
            host_run(&(struct host_run){.argv = {"lives_own_nothing", how[i % 3]},
                                        .library = library_builds[i / 3 % 2],
                                        .priority = levels[i / 6].word,
                                        .env = {RANGES}});
        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        cr_assert_str_empty(r.run.err);
        cr_assert_eq(
            count_lines(r.run.out, i / 6 ? "10 streams, priority=-5" : "10 streams, priority=0"), 1,
            "%s", r.run.out);
        host_free(&r);
    }
    lives("lives_own_nothing", "race", NULL);
}

/* F1 F2: constructors call before main, one program's before all libraries' constructors. */
Test(lives, programs_that_call_before_main)
{
    lives("lives_early_calls", NULL, NULL);
}

/* F1: settings that were asked for before libc knows the environment are read when it does. */
Test(lives, a_call_before_all_constructors_does_not_lose_the_level)
{
    for (size_t b = 0; b < 2; b++) {
        struct host_result r = host_run(&(struct host_run){
            .argv = {"lives_earliest_calls"}, .library = library_builds[b], .priority = "high"});
        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        cr_assert_eq(count_lines(r.run.out, "direct 0, looked up 0, 1 1"), 4, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, "direct priority=-5, looked up priority=-5"), 3, "%s",
                     r.run.out);
        host_free(&r);
    }
}

/* I9: little of the static reserve of thread-local data is ours, and none of what is for dlopen. */
Test(lives, libraries_with_much_thread_local_data_still_load)
{
    char folder[32], variable[64];

    make_folder(folder);
    shell("for i in 0 2 4 6 8 10; do cp '%s/liblives_tls_static.so' '%s'/libtls-$i.so; done",
          APPS_DIR, folder);
    shell("for i in 1 3 5 7 9 11; do cp '%s/liblives_tls_dynamic.so' '%s'/libtls-$i.so; done",
          APPS_DIR, folder);
    snprintf(variable, sizeof(variable), "COPIES=%s", folder);
    lives_with("lives_loading", "tls", variable);
    remove_folder(folder);
}

/* I9: an audit module has every binding pass by it. */
Test(lives, an_audit_module_is_loaded_besides)
{
    lives_with("lives_loading", "plain", "LD_AUDIT=" APPS_DIR "/liblives_audit.so");
    lives_with("lives_frames", NULL, "LD_AUDIT=" APPS_DIR "/liblives_audit.so");
    lives_with("/bin/true", NULL, "LD_AUDIT=" APPS_DIR "/liblives_audit.so");
}

/* I10: what is deep-bound, or lives in another namespace, is not reached by our exports; it works.
 */
Test(lives, deep_bound_libraries_work)
{
    SKIP_IF(host_sanitized, "its runtime refuses to open what is deep-bound");
    lives("lives_loading", "deepbind", "liblives_plugin.so");
    lives("lives_loading", "deepbind", "liblives_plugin_runtime.so");
}

Test(lives, other_namespaces_work)
{
    lives("lives_loading", "namespace", "liblives_plugin.so");
    lives("lives_loading", "namespace", "liblives_plugin_runtime.so");
}

/* A stack that can be walked and that is as the ABI says, through our entries and through dlsym. */
Test(lives, the_driver_sees_its_caller)
{
    lives("lives_frames", NULL, NULL);
    lives("lives_own_malloc", "frames", NULL);
}

/* I6: a root without our library: the program runs, and the loader says its one line. */
Test(lives, a_program_in_a_root_without_us_runs)
{
    char folder[32];

    SKIP_IF(host_sanitized, "its runtime is not in that root either");
    if (geteuid() != 0 || access("/usr/sbin/chroot", X_OK) != 0)
        cr_skip_test("only root can change its root");
    if (system("ldd " APPS_DIR "/lives_processes >/dev/null 2>&1") != 0)
        cr_skip_test("ldd doesn't know this machine's hosts");
    make_folder(folder);
    shell("for f in $(ldd " APPS_DIR "/lives_processes %s/driver/libcuda.so.1 |"
          " grep -oE '/[^ ():]+'); do cp --parents -L $f '%s'; done",
          FAKE_DIR, folder);
    for (size_t i = 0; i < 5; i++) {
        struct host_result r = host_run(&(struct host_run){
            .argv = {"/usr/sbin/chroot", folder, APPS_DIR "/lives_processes", "show", "inside"},
            .library = i < 4 ? library_builds[i % 2] : NULL,
            .priority = levels[i / 2 % 2].word,
            .env = {RANGES, NO_RECORD}});
        cr_assert_eq(spawn_code(&r.run), 7, "%s", r.run.err);
        cr_assert_str_eq(r.run.out, "inside: 1 streams, priority=0\n");
        cr_assert_eq(count_lines(r.run.err, "ld.so: object"), i < 4, "%s", r.run.err);
        cr_assert_eq(count_lines(r.run.err, ""), i < 4 ? 1 : 0, "%s", r.run.err);
        host_free(&r);
    }
    remove_folder(folder);
}

/* What a process looks up at first starts the finder, whoever else comes meanwhile. */
Test(lives, first_lookups_by_many_threads_at_once_all_find, .timeout = 60)
{
    struct host_run host = {.argv = {"lives_first_lookups"}, .env = {RANGES, NO_RECORD}};
    struct host_result bare = host_run(&host);

    cr_assert_eq(count_lines(bare.run.out, "0 missing, 0 processes failed"), 1, "%s", bare.run.out);
    cr_assert_eq(count_lines(bare.run.out, "streams: 600 streams, priority=0"), 1, "%s",
                 bare.run.out);
    host_free(&bare);
    lives_as_bare(&host);
}

/* What a lookup finds out before it can know the level does not count for later ones. */
Test(lives, lookups_before_there_is_an_environment_are_no_last_word)
{
    if (host_thread_sanitized)
        cr_skip_test("in this sanitizer's build: its runtime starts later than these lookups");
    for (size_t i = 0; i < 4; i++) {
        struct host_run host = {.argv = {"lives_earliest_lookups"},
                                .library = library_builds[i % 2],
                                .priority = i / 2 ? "high" : "default",
                                .env = {RANGES}};
        struct host_result r = host_run(&host);
        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        cr_assert_eq(count_lines(r.run.out, i / 2 ? ": found, not" : ": found, the driver's"), 3,
                     "%s at %s: %s", host.library, host.priority, r.run.out);
        host_free(&r);
    }
}

/* A lookup of ours may fail where the program's succeeds, and allocate the text of its error. */
Test(lives, an_allocation_inside_a_lookup_leaves_errno_alone)
{
    SKIP_IF(host_sanitized, "its runtime has a malloc of its own");
    lives("own_errno", "liberrno_asker.so", NULL);
}

/* glibc ends a process that opens a library then. */
Test(lives, a_forked_child_with_the_loader_at_work_looks_up)
{
    lives_as_bare(&(struct host_run){.argv = {"lives_loader_at_work"}, .env = {RANGES}});
}
