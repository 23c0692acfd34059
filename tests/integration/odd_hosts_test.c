/* SPDX-License-Identifier: MIT */
/* Hosts that look up at odd times and in odd states, against the same host run bare. */
#include "host.h"

#include <criterion/criterion.h>
#include <string.h>

TestSuite(odd_hosts, .timeout = 120);

static void same_as_bare(const char *program, const char *argument)
{
    static const char *const levels[] = {"default", "low", "high"};
    struct host_run host = {.argv = {program, argument}};
    struct host_result bare = host_run(&host);

    cr_assert_eq(spawn_code(&bare.run), 0, "bare: %s%s", bare.run.out, bare.run.err);
    cr_assert_gt(strlen(bare.run.out), 0);
    for (size_t i = 0; i < 6; i++) {
        host.library = library_builds[i % 2];
        host.priority = levels[i / 2];
        struct host_result under = host_run(&host);
        cr_assert_eq(under.run.status, bare.run.status, "%s: %s", host.priority, under.run.err);
        cr_assert_str_eq(under.run.out, bare.run.out);
        cr_assert_str_eq(under.run.err, bare.run.err);
        host_free(&under);
    }
    host_free(&bare);
}

/* Needed libraries are relocated before preloaded ones. */
Test(odd_hosts, a_resolver_may_look_up_before_we_are_relocated)
{
    if (host_sanitized)
        cr_skip_test("a sanitizer's own dlsym isn't relocated either");
    same_as_bare("resolving", NULL);
}

Test(odd_hosts, a_program_may_have_something_called_as_the_loaders_list_is)
{
    same_as_bare("own_debug", NULL);
    same_as_bare("own_debug_filled", NULL);
}

/* A dlopen in such a child, whoever makes it, ends it: glibc's loader is in the middle of one. */
Test(odd_hosts, a_child_that_was_forked_during_a_dlopen_may_look_up)
{
    same_as_bare("fork_opening", APPS_DIR "/libwaits.so");
}

/* A lookup takes no lock that a callback of dl_iterate_phdr is called under. */
Test(odd_hosts, a_lock_that_is_held_at_a_lookup_may_be_taken_in_dl_iterate_phdr)
{
    same_as_bare("lock_order", NULL);
}

Test(odd_hosts, names_may_end_where_their_memory_does)
{
    same_as_bare("heap_names", NULL);
}
