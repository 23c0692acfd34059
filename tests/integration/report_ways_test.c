/* SPDX-License-Identifier: MIT */
/* By which way a stream's function came to who calls it, as the log and the report have it. */
#include "folder.h"
#include "host.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
    const char *program, *how, *way, *sum;
    size_t streams;
} runs[] = {
    {"host_now", "link", " way=linked ", " (linked 15) on ", 15},
    {"host", "default", " way=dlsym ", " (dlsym 15) on ", 15},
    {"host", "v1-handle", " way=entry_point ", " (entry point 8) on ", 8},
    {"host", "v2-handle", " way=entry_point ", " (entry point 8) on ", 8},
    {"host", "byversion-handle", " way=entry_point ", " (entry point 8) on ", 8},
};

Test(report, each_way_is_told_apart)
{
    for (size_t i = 0; i < 2 * sizeof(runs) / sizeof(*runs); i++) {
        struct host_result r =
            host_run(&(struct host_run){.argv = {runs[i / 2].program, runs[i / 2].how},
                                        .library = library_builds[i % 2],
                                        .priority = "high",
                                        .env = {"PRIOSHIM_LOG=stderr", "PRIOSHIM_REPORT=stderr"}});
        cr_assert_eq(count_lines(r.run.err, " function="), runs[i / 2].streams, "%s", r.run.err);
        cr_assert_eq(count_lines(r.run.err, runs[i / 2].way), runs[i / 2].streams, "%s", r.run.err);
        cr_assert_eq(count_lines(r.run.err, runs[i / 2].sum), 1, "%s", r.run.err);
        host_free(&r);
    }
}

/* What a process came by in two ways, it may have called by either. */
Test(report, two_ways_are_both_told)
{
    struct host_result r = host_run(&(struct host_run){.argv = {"every_way"},
                                                       .library = library_builds[1],
                                                       .priority = "high",
                                                       .env = {"PRIOSHIM_LOG=stderr"}});
    cr_assert_gt(count_lines(r.run.err, " function=cuStreamCreate way=dlsym|entry_point "), 0, "%s",
                 r.run.err);
    host_free(&r);
}

/* What a runtime hands on it was handed by its driver: who asks the runtime has it from there. */
Test(report, what_a_runtime_hands_on_is_told_of_who_asked)
{
    for (size_t i = 0; i < 2; i++) {
        struct host_result r = host_run(&(struct host_run){.argv = {"two_doors"},
                                                           .library = library_builds[i],
                                                           .priority = "high",
                                                           .env = {"PRIOSHIM_LOG=stderr"}});
        cr_assert_str_eq(r.run.out, "0\n");
        cr_assert_eq(count_lines(r.run.err, " function=cuStreamCreate way=dlsym|entry_point "), 1,
                     "%s", r.run.err);
        host_free(&r);
    }
}

/* Some are made in a green context of the second one while the first one's context is current. */
Test(report, each_stream_is_told_of_its_own_device)
{
    for (size_t i = 0; i < 2; i++) {
        struct host_result r = host_run(&(struct host_run){.argv = {"host_now", "link"},
                                                           .library = library_builds[i],
                                                           .priority = "high",
                                                           .ranges = "0:-5,1:-2",
                                                           .env = {"PRIOSHIM_REPORT=stderr"}});
        cr_assert(strstr(r.run.err, "  15 streams (linked 15) on device 0, range 0 to -5: 15 at"),
                  "%s", r.run.err);
        cr_assert(strstr(r.run.err, "  15 streams (linked 15) on device 1, range 1 to -2: 15 at"),
                  "%s", r.run.err);
        host_free(&r);
    }
}

Test(report, a_creation_that_was_left_by_a_jump_hides_no_other)
{
#ifdef __clang__
    SKIP("clang's frames differ in size from function to function, so that a call may seem to be "
         "inside one that was left by a jump");
#endif
    for (size_t i = 0; i < 2; i++) {
        struct host_result r = host_run(&(struct host_run){.argv = {"jumps"},
                                                           .library = library_builds[i],
                                                           .priority = "default",
                                                           .env = {"PRIOSHIM_REPORT=stderr"}});
        cr_assert_str_eq(r.run.out, "0\n0\n0\n", "%s", r.run.err);
        cr_assert(strstr(r.run.err, "  3 streams (linked 3) on device 0,"), "%s", r.run.err);
        host_free(&r);
    }
}

/* A look at a stream may fail itself. The program's last error is what it would be without. */
Test(report, a_look_at_a_stream_leaves_the_last_error_alone)
{
    struct host_run host = {.argv = {"lone_errors"},
                            .priority = "default",
                            .env = {"FAKE_CUDA_FAIL=cudaStreamGetPriority=1"}};
    struct host_result bare = host_run(&host);

    cr_assert_eq(count_lines(bare.run.out, "created: 0, last error 0"), 1, "%s", bare.run.out);
    cr_assert_eq(count_lines(bare.run.out, "created: 0"), 2, "%s", bare.run.out);
    host.env[1] = "PRIOSHIM_REPORT=stderr";
    for (size_t i = 0; i < 2; i++) {
        host.library = library_builds[i];
        struct host_result r = host_run(&host);
        cr_assert_str_eq(r.run.out, bare.run.out);
        cr_assert(strstr(r.run.err, "  1 stream (linked 1) on device 0,"), "%s", r.run.err);
        host_free(&r);
    }
    host_free(&bare);
}

Test(report, a_launch_that_fails_is_not_counted)
{
    static const char fail[] =
        "FAKE_CUDA_FAIL=cuLaunchKernel=719,cuLaunchKernel_ptsz=719,cuLaunchKernelEx=719,"
        "cuLaunchKernelEx_ptsz=719,cuLaunchCooperativeKernel=719,"
        "cuLaunchCooperativeKernel_ptsz=719";

    for (size_t i = 0; i < 2; i++) {
        struct host_run host = {.argv = {"launches", "v2"},
                                .library = library_builds[i],
                                .priority = "high",
                                .env = {"PRIOSHIM_REPORT=stderr"}};
        struct host_result good = host_run(&host);
        host.env[1] = fail;
        struct host_result bad = host_run(&host);
        cr_assert_eq(count_lines(good.run.err, " launches on the default streams "), 1, "%s",
                     good.run.err);
        cr_assert_eq(count_lines(bad.run.err, " on the default streams "), 0, "%s", bad.run.err);
        host_free(&good);
        host_free(&bad);
    }
}
