/* SPDX-License-Identifier: MIT */
/* Which definition a lookup or a call means, and how long it stays: against the same host run bare.
 */
#include "host.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

/* At a level everything is hooked; without a choice of priorities it is the bare program's. */
static void same_as_bare(const struct host_run *host)
{
    static const char *const levels[] = {"default", "low", "high"};
    static const char *const questions[] = {"GetStreamPriorityRange", "cuCtx",
                                            "cudaPeekAtLastError",    "cudaExecutionCtxGetDevice",
                                            "cudaGetDevice",          NULL};
    struct host_run without_choice = *host;
    without_choice.ranges = "0:0";
    struct host_result bare = host_run(&without_choice);
    char *record = lines_without(bare.record, questions);

    cr_assert_eq(spawn_code(&bare.run), 0, "bare: %s%s", bare.run.out, bare.run.err);
    for (size_t i = 0; i < 6; i++) {
        struct host_run shimmed = without_choice;
        shimmed.library = library_builds[i % 2];
        shimmed.priority = levels[i / 2];
        struct host_result under = host_run(&shimmed);
        char *calls = lines_without(under.record, questions);
        cr_assert_eq(under.run.status, bare.run.status, "%d", spawn_code(&under.run));
        cr_assert_str_eq(under.run.out, bare.run.out);
        cr_assert_str_eq(under.run.err, bare.run.err);
        cr_assert_str_eq(i < 2 ? under.record : calls, i < 2 ? bare.record : record);
        free(calls);
        host_free(&under);
    }
    free(record);
    host_free(&bare);
}

/* glibc keeps what RTLD_DEFAULT finds loaded; the program calls it after its own dlclose. */
Test(scopes, what_rtld_default_found_stays_loaded)
{
    same_as_bare(&(struct host_run){.argv = {"keeps", "default"}});
}

/* The tables of a driver that another thread unloads are not read. */
Test(scopes, lookups_survive_a_driver_that_is_being_unloaded, .timeout = 120)
{
    same_as_bare(&(struct host_run){.argv = {"keeps", "race"}});
}

/* A constructor that runs before ours leaves the loader's list ending in an object that is gone. */
Test(scopes, a_constructor_may_open_and_close_before_ours)
{
    same_as_bare(&(struct host_run){.argv = {"opened", APPS_DIR "/libplugin.so"}});
    for (size_t b = 0; b < 2; b++) {
        struct host_result r =
            host_run(&(struct host_run){.argv = {"opened", APPS_DIR "/libplugin.so"},
                                        .library = library_builds[b],
                                        .priority = "high"});
        size_t made = count_lines(r.run.out, " priority=");
        cr_assert_gt(made, 10, "%s%s", r.run.out, r.run.err);
        cr_assert_eq(count_lines(r.run.out, " priority=-5"), made, "%s", r.run.out);
        host_free(&r);
    }
}

/* Two drivers, both opened RTLD_LOCAL: the call means the one that the caller reaches, if through
 * another library. */
Test(scopes, a_caller_means_the_driver_that_it_needs_through_another_library)
{
    same_as_bare(&(struct host_run){
        .argv = {"plugin_host", APPS_DIR "/libplugin_through.so", "link"},
        .env = {"HOST_CUDA=libcuda_b.so.1", "HOST_CUDART=", "HOST_FIRST=libcuda.so.1"}});
}

/* A16: a tool that wraps dlsym and answers with a function of its own, which our export precedes.
 */
Test(scopes, a_tool_that_wraps_both_dlsym_and_a_driver_function_is_answered)
{
    SKIP_IF(host_sanitized,
            "its runtime's strcmp and this wrapper's dlsym call each other, bare too");
    for (size_t i = 0; i < 4; i++) {
        char preload[2048];
        const char *library = library_builds[i % 2];
        if (i < 2)
            snprintf(preload, sizeof(preload), "%s:%s/libwrapping_driver.so", library, APPS_DIR);
        else
            snprintf(preload, sizeof(preload), "%s/libwrapping_driver.so:%s", APPS_DIR, library);
        struct host_result r = host_run(&(struct host_run){.argv = {"host", "local"},
                                                           .library = preload,
                                                           .priority = "high",
                                                           .env = {"HOST_CUDART="}});
        cr_assert_eq(spawn_code(&r.run), 0, "%s: %s", preload, r.run.err);
        size_t made = count_lines(r.run.out, " priority=");
        cr_assert_gt(made, 4, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, "cuStreamCreate device"), 2, "%s: %s", preload,
                     r.run.out);
        cr_assert_eq(count_lines(r.run.out, " priority=-5"), made, "%s: %s", preload, r.run.out);
        host_free(&r);
        r = host_run(&(struct host_run){.argv = {"host", "local"},
                                        .library = preload,
                                        .priority = "default",
                                        .env = {"HOST_CUDART="}});
        cr_assert_eq(count_lines(r.run.out, "wrapped"), 2, "%s: %s", preload, r.run.out);
        host_free(&r);
    }
}

/* A6: two tools that stand before us: the first hands on to the second, that one to us. */
Test(scopes, interposers_before_us_are_called_in_their_order)
{
    static const char *const hosts[][2] = {{"host_lazy", "link"}, {"host", "default"}};

    for (size_t i = 0; i < 4; i++) {
        char preload[2048];
        snprintf(preload, sizeof(preload), "%s/libinterposer.so:%s/libinterposer_too.so:%s",
                 APPS_DIR, APPS_DIR, library_builds[i % 2]);
        struct host_result r =
            host_run(&(struct host_run){.argv = {hosts[i / 2][0], hosts[i / 2][1]},
                                        .library = preload,
                                        .priority = "high",
                                        .env = {"HOST_CUDART="}});
        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        size_t made = count_lines(r.run.out, " priority=");
        cr_assert_eq(count_lines(r.run.out, "cuStreamCreate device"), 2, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, "interposer: cuStreamCreate"), 4, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, "LOOP"), 0, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, " priority=-5"), made, "%s", r.run.out);
        host_free(&r);
    }
}

/* A program whose driver comes with a library that it needs: every object sees that one first. */
Test(scopes, a_driver_of_the_start_comes_before_the_one_that_a_library_needs)
{
    same_as_bare(
        &(struct host_run){.argv = {"plugin_host_between", APPS_DIR "/libplugin.so", "link"},
                           .env = {"HOST_CUDA=libcuda_b.so.1", "HOST_CUDART="}});
}

/* A program may look for the lookups themselves. Of a runtime that has no driver under it only its
 * own functions take the level. */
Test(scopes, lookups_that_were_looked_up_find_our_entries)
{
    for (size_t b = 0; b < 2; b++) {
        struct host_result r = host_run(&(struct host_run){
            .argv = {"found_lookups"}, .library = library_builds[b], .priority = "high"});
        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        cr_assert_eq(count_lines(r.run.out, "dlsym: 0 priority=-5"), 3, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, "dlvsym: 0 priority=-5"), 3, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, "dlvsym by no version: nothing"), 3, "%s", r.run.out);
        host_free(&r);
    }
}

/* K4: a reference that nobody satisfies is satisfied by us, and the call fails as CUDA would say.
 */
Test(scopes, a_call_of_what_is_not_there_fails)
{
    static const char *const preloads[][2] = {
        {"%s", "500 500\n"},
        {"%s:%s/libinterposer.so", "interposer: cuStreamCreate flags=0\n500 500\n"}};
    struct host_result bare = host_run(&(struct host_run){.argv = {"absent"}});

    cr_assert_str_eq(bare.run.out, "not there\n");
    host_free(&bare);
    for (size_t i = 0; i < 4; i++) {
        char preload[2048];
        snprintf(preload, sizeof(preload), preloads[i / 2][0], library_builds[i % 2], APPS_DIR);
        struct host_result r = host_run(
            &(struct host_run){.argv = {"absent"}, .library = preload, .priority = "high"});
        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        cr_assert_str_eq(r.run.out, preloads[i / 2][1]);
        host_free(&r);
    }
}

/* The first hooked call of a process may be one that leads nowhere. */
Test(scopes, a_call_of_what_is_not_there_names_a_bad_setting)
{
    for (size_t i = 0; i < 2; i++) {
        struct host_result r = host_run(
            &(struct host_run){.argv = {"absent"}, .library = library_builds[i], .priority = "hi"});
        cr_assert_str_eq(r.run.out, "500 500\n");
        cr_assert_eq(count_lines(r.run.err, "PRIOSHIM_PRIORITY is 'hi'"), 1, "%s", r.run.err);
        host_free(&r);
    }
}

/* A name of ours may be a variable's, as in loaders of CUDA functions. */
Test(scopes, data_of_a_hooked_name_is_handed_on)
{
    same_as_bare(&(struct host_run){.argv = {"variable", APPS_DIR "/libdata.so"}});
}

/* What a direct call reached is not what it reaches once that is unloaded and another one there. */
Test(scopes, a_direct_call_reaches_the_driver_of_the_hour)
{
    for (size_t i = 0; i < 2; i++) {
        struct host_result r = host_run(&(struct host_run){.argv = {"reopened"},
                                                           .library = library_builds[i],
                                                           .priority = "high",
                                                           .env = {"FAKE_CUDA_RANGES_B=0:-2"}});
        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        cr_assert_eq(count_lines(r.run.out, "libcuda.so.1: 0, priority -5"), 6, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, "libcuda_b.so.1: 0, priority -2"), 3, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, "not unloaded"), 0, "%s", r.run.out);
        host_free(&r);
    }
}

/* The program's own definition, by the program's own handle: what direct calls reach as well. */
Test(scopes, a_programs_own_definition_is_its_own_by_every_handle)
{
    struct host_run host = {.argv = {"own_definition"}};
    struct host_result bare = host_run(&host);

    cr_assert_eq(count_lines(bare.run.out, "mine"), 3, "%s", bare.run.out);
    for (size_t i = 0; i < 2; i++) {
        host.library = library_builds[i];
        host.priority = "high";
        struct host_result under = host_run(&host);
        cr_assert_str_eq(under.run.out, bare.run.out);
        cr_assert_eq(under.run.status, bare.run.status);
        host_free(&under);
    }
    host_free(&bare);
}

/* A wrapper that comes after us sees what it would have seen without us. */
Test(scopes, a_tool_that_wraps_dlvsym_still_sees_lookups_by_handle)
{
    const struct host_run host = {
        .argv = {"host", "version"}, .priority = "high", .env = {"HOST_CUDA="}};
    struct host_run with = host;

    with.library = APPS_DIR "/libdlvsym_wrapper.so";
    struct host_result bare = host_run(&with);
    size_t seen = count_lines(bare.run.out, "dlvsym: cudaStreamCreate");
    cr_assert_gt(seen, 2, "%s%s", bare.run.out, bare.run.err);
    for (size_t i = 0; i < 2; i++) {
        char preload[2048];
        snprintf(preload, sizeof(preload), "%s:%s/libdlvsym_wrapper.so", library_builds[i],
                 APPS_DIR);
        with.library = preload;
        struct host_result r = host_run(&with);
        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        cr_assert_eq(count_lines(r.run.out, "dlvsym: cudaStreamCreate"), seen, "%s", r.run.out);
        cr_assert_gt(count_lines(r.run.out, " priority=-5"), 2, "%s", r.run.out);
        host_free(&r);
    }
    host_free(&bare);
}
