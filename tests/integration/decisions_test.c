/* SPDX-License-Identifier: MIT */
/* Who decides on a stream's level, and that it is done once, where several calls make one stream.
 */
#include "host.h"

#include <criterion/criterion.h>
#include <stdio.h>

#define ALONE "HOST_CUDART=libcudart_alone.so.12"

/* What `execution WHOSE` prints at level high, and how often the driver was asked for its range. */
static void gives(const char *whose, const char *variable, const char *printed, size_t asked)
{
    for (size_t b = 0; b < 2; b++) {
        struct host_result r = host_run(&(struct host_run){.argv = {"execution", whose},
                                                           .library = library_builds[b],
                                                           .priority = "high",
                                                           .ranges = "0:-4,0:-5",
                                                           .env = {variable}});
        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        cr_assert_str_eq(r.run.out, printed, "%s %s: %s", whose, variable, r.run.out);
        cr_assert_eq(count_lines(r.record, "cuda cuCtxGetStreamPriorityRange"), asked, "%s",
                     r.record);
        host_free(&r);
    }
}

/* By the runtime, whose own word the range is; its driver's call then goes as it comes. */
Test(decisions, an_execution_contexts_stream_is_decided_by_the_runtime)
{
    gives("current", NULL, "0 priority=-4 flags=1\nlast error 0\n", 1);
    gives("current", ALONE, "0 priority=-4 flags=1\nlast error 0\n", 0);
}

/* Of another device's range the runtime says nothing: its driver decides, if there is one. */
Test(decisions, an_execution_context_of_another_device_has_that_ones_range)
{
    gives("other", NULL, "0 priority=-5 flags=1\nlast error 0\n", 1);
    gives("other", ALONE, "0 priority=-2 flags=1\nlast error 0\n", 0);
}

/* The level's call fails, the program's own succeeds: it sees no trace of ours. */
Test(decisions, an_error_that_only_the_level_met_is_taken_back)
{
    gives("current", "FAKE_CUDA_FAIL=cudaExecutionCtxStreamCreate=2*1",
          "0 priority=-2 flags=1\nlast error 0\n", 1);
}

/* All that `host` makes is at level high, and the driver is asked for its range once for each. */
static void takes_the_level_once(const struct host_run *host, const char *other)
{
    for (size_t b = 0; b < 2; b++) {
        struct host_run shimmed = *host;
        shimmed.library = library_builds[b];
        shimmed.priority = "high";
        struct host_result r = host_run(&shimmed);
        size_t made = count_lines(r.run.out, " priority=");
        cr_assert_eq(spawn_code(&r.run), 0, "%s: %s", host->argv[1], r.run.err);
        cr_assert_gt(made, 4, "%s: %s", host->argv[1], r.run.out);
        cr_assert_eq(count_lines(r.run.out, other ? other : " priority=-5"), made, "%s: %s",
                     host->argv[1], r.run.out);
        cr_assert_eq(count_lines(r.record, " cuCtxGetStreamPriorityRange = "), made, "%s: %s",
                     host->argv[1], r.record);
        /* An outer layer is given the level, so it is there that it was decided. */
        size_t proxied = count_lines(r.run.out, "proxy: ");
        cr_assert_eq(count_lines(r.run.out, "proxy: given -5"), proxied, "%s: %s", host->argv[1],
                     r.run.out);
        host_free(&r);
    }
}

/* A driver that makes its streams by another's: the outer one is asked, and decides. */
Test(decisions, of_two_layers_of_a_driver_the_outer_one_decides)
{
    static const char *const ways[] = {"local", "v1-handle", "v2-handle"};

    for (size_t i = 0; i < 3; i++)
        takes_the_level_once(
            &(struct host_run){.argv = {"host", ways[i]},
                               .env = {"HOST_CUDA=libproxy_driver.so", "HOST_CUDART="}},
            NULL);
}

/* K3: what the outer one lacks is looked for in the driver that it needs, not in any other. */
Test(decisions, the_outer_layer_asks_its_own_inner_one)
{
    takes_the_level_once(
        &(struct host_run){.argv = {"plugin_host", APPS_DIR "/libplugin.so", "local"},
                           .env = {"HOST_FIRST=libcuda_b.so.1", "HOST_CUDA=libproxy_driver.so",
                                   "HOST_CUDART=", "FAKE_CUDA_RANGES_B=0:-2"}},
        NULL);
}

/* The same of a runtime: the inner one is asked for 0 where the program named nothing. */
Test(decisions, of_two_layers_of_a_runtime_the_outer_one_tells_what_was_asked)
{
    for (size_t b = 0; b < 2; b++) {
        struct host_result r =
            host_run(&(struct host_run){.argv = {"host", "local"},
                                        .library = library_builds[b],
                                        .priority = "high",
                                        .explicit_ = "keep",
                                        .env = {"HOST_CUDA=", "HOST_CUDART=libproxy_runtime.so"}});
        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        cr_assert_eq(count_lines(r.run.out, "asked=none = 0 priority=-5"), 3, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, "StreamCreateWithPriority device=0 flags=1 asked=-3 = "
                                            "0 priority=-3"),
                     1, "%s", r.run.out);
        host_free(&r);
    }
}

/* A program may ask for a later version than we know; a function that we know is hooked even so. */
Test(decisions, a_known_function_is_known_at_any_version)
{
    takes_the_level_once(&(struct host_run){.argv = {"host", "v2-handle"},
                                            .env = {"HOST_VERSION=14000", "FAKE_CUDA_VERSION=15000",
                                                    "HOST_CUDART="}},
                         NULL);
}

/* A runtime may come by its driver's functions without us: its own doors are ours all the same. */
Test(decisions, an_entry_point_takes_the_level_however_its_runtime_came_by_it)
{
    static const char *const ways[] = {"entry-handle", "entryptsz-handle", "byversion-handle",
                                       "byversionptsz-handle"};

    for (size_t i = 0; i < 4; i++)
        takes_the_level_once(&(struct host_run){.argv = {"host", ways[i]},
                                                .env = {"HOST_CUDART=libproxy_runtime.so"}},
                             NULL);
}

/* K3: what a runtime hands out of its driver is that driver's, though another one comes first. */
Test(decisions, an_entry_point_stays_that_of_its_driver)
{
    takes_the_level_once(
        &(struct host_run){.argv = {"plugin_host", APPS_DIR "/libplugin.so", "byversion-handle"},
                           .env = {"FAKE_CUDART_DRIVER=libcuda_b.so.1", "HOST_CUDA=libcuda_b.so.1",
                                   "FAKE_CUDA_RANGES_B=0:-2"}},
        " priority=-2");
}

/* A runtime with no driver under it: the flags, too, are those that the program asked for. */
Test(decisions, a_lone_runtimes_streams_keep_their_flags)
{
    for (size_t b = 0; b < 2; b++) {
        struct host_result r = host_run(&(struct host_run){.argv = {"host", "local"},
                                                           .library = library_builds[b],
                                                           .priority = "high",
                                                           .env = {"HOST_CUDA=", ALONE}});
        size_t asked = count_lines(r.run.out, " flags=1 asked=");
        cr_assert_gt(asked, 2, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, " priority=-5 flags=1"), asked, "%s", r.run.out);
        host_free(&r);
    }
}

/* Be it the first that looks up its driver's functions, or find what others have before it. */
Test(decisions, a_runtime_that_looks_up_its_driver_leaves_the_decision_to_it)
{
    for (size_t i = 0; i < 4; i++) {
        struct host_result r =
            host_run(&(struct host_run){.argv = {"asks_first", i / 2 ? "nothing" : NULL},
                                        .library = library_builds[i % 2],
                                        .priority = "high"});
        cr_assert_eq(count_lines(r.run.out, "0 priority=-5"), 3, "%s", r.run.out);
        /* At the first one it is not known yet: the question makes the runtime load its driver. */
        cr_assert_eq(count_lines(r.record, "cudart cudaDeviceGetStreamPriorityRange"), 1, "%s",
                     r.record);
        host_free(&r);
    }
}
