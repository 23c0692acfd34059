/* SPDX-License-Identifier: MIT */
/* prio-exec --check on launches and attributes: what the driver itself says, and what must succeed.
 */
#include "probe.h"

#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

#define STAND_IN_11 "LD_LIBRARY_PATH=" FAKE_DIR "/driver_11:" FAKE_DIR "/runtime_11"

LAUNCHER_SUITE(check_launches);

static const char *const streams[] = {"stream 0", "CU_STREAM_LEGACY", "CU_STREAM_PER_THREAD",
                                      "created stream"};
static const char *const ways[] = {"dlsym", "cuGetProcAddress", "cuGetProcAddress_v2"};
static const char *const launches[] = {
    "cuLaunchKernel",        "cuLaunchKernel_ptsz",       "cuLaunchKernelEx",
    "cuLaunchKernelEx_ptsz", "cuLaunchCooperativeKernel", "cuLaunchCooperativeKernel_ptsz"};
static const char *const attributes[] = {"cuStreamSetAttribute", "cuStreamSetAttribute_ptsz"};

/* How often the last run said so. */
static size_t times(const char *part)
{
    size_t count = 0;
    for (const char *at = result.err; (at = strstr(at, part)); at++)
        count++;
    return count;
}

/* -- What the driver itself says -- */

Test(check_launches, an_accepting_driver_is_asked_without_the_library_on_every_device)
{
    static const char *const levels[] = {"default", "low", "high"};
    with(STAND_IN);
    with("FAKE_CUDA_RANGES=0:-5,0:-2,0:0");
    for (size_t i = 0; i < 3; i++) {
        LAUNCH("--check", levels[i]);
        passed(levels[i]);
        cr_expect_eq(rows_with("accepted"), 24, "%s", result.out);
        for (size_t s = 0; s < 4; s++) {
            has_line(
                text("driver alone, %s\tcuLaunchKernelEx\t-5\t0\t0\t0..-5\taccepted", streams[s]));
            has_line(text("driver alone, %s\tcuStreamSetAttribute\t-2\t-2\t1\t0..-2\taccepted",
                          streams[s]));
            has_line(text("driver alone, %s\tcuStreamSetAttribute\t0\t0\t2\t0..0\taccepted",
                          streams[s]));
        }
    }
}

/* Under the library each of these would be hidden: its own launches succeed after all. */
Test(check_launches, a_refusing_driver_is_told_of_and_is_no_failure)
{
    with(STAND_IN);
    with("FAKE_CUDA_FAIL=priority-launch=1");
    LAUNCH("--check", "high");
    passed("high");
    cr_expect_eq(rows_with("refused: CUDA_ERROR_INVALID_VALUE (1)"), 4, "%s", result.out);
    cr_expect_eq(rows_with("accepted"), 4);
    has_line("driver alone, created stream\tcuLaunchKernelEx\t-5\t0\t0\t0..-5\trefused: "
             "CUDA_ERROR_INVALID_VALUE (1): an argument is out of its range");
    says("note: device 0: this driver refuses a priority on stream 0, so work on default streams "
         "keeps its own\n");
    environment[2] = "FAKE_CUDA_FAIL=priority-launch-default=801,attribute-default=1";
    LAUNCH("--check", "high");
    passed("high");
    cr_expect_eq(rows_with("refused: CUDA_ERROR_NOT_SUPPORTED (801)"), 3, "%s", result.out);
    cr_expect_eq(rows_with("refused: CUDA_ERROR_INVALID_VALUE (1)"), 3);
    has_line("driver alone, created stream\tcuLaunchKernelEx\t-5\t0\t0\t0..-5\taccepted");
    has_line("driver alone, created stream\tcuStreamSetAttribute\t-5\t-5\t0\t0..-5\taccepted");
    has_line("driver alone, stream 0\tcuStreamSetAttribute\t-5\t0\t0\t0..-5\trefused: "
             "CUDA_ERROR_INVALID_VALUE (1): an argument is out of its range");
    has_line("dlsym\tcuStreamSetAttribute\t0\t-5\t0\t0..-5\tok");
    LAUNCH("--check", "low"); /* touches no launches */
    passed("low");
    cr_expect_not(strstr(result.err, "refuses a priority"), "%s", result.err);
}

Test(check_launches, an_attribute_that_the_driver_leaves_is_told_apart_and_is_no_failure)
{
    with(STAND_IN);
    with("FAKE_CUDA_FAIL=cuStreamSetAttribute=0"); /* succeeds and does nothing */
    LAUNCH("--check", "high");
    passed("high");
    has_line("driver alone, created stream\tcuStreamSetAttribute\t-5\t0\t0\t0..-5\taccepted: the "
             "stream's priority is as before");
    has_line("dlsym\tcuStreamSetAttribute\t0\t-5\t0\t0..-5\tok"); /* as it was made */
    LAUNCH("--keep-explicit", "--check", "high");
    passed("high");
    has_line("dlsym\tcuStreamSetAttribute\t0\t-5\t0\t0..-5\tnot offered: this driver takes no "
             "priority by this attribute");
    environment[2] = "FAKE_CUDA_FAIL=cuStreamSetAttribute=801,cuStreamSetAttribute_ptsz=801";
    LAUNCH("--check", "high");
    passed("high");
    has_line("dlsym\tcuStreamSetAttribute_ptsz\t0\t-\t0\t0..-5\tnot offered: this driver takes no "
             "priority by this attribute");
}

/* -- What must succeed at the level -- */

Test(check_launches, every_launch_succeeds_and_attributes_read_back_as_the_level)
{
    with(STAND_IN);
    with("FAKE_CUDA_RANGES=0:-5,0:-2");
    LAUNCH("--check", "high");
    passed("high");
    says(" and 36 of 36 launches as they should be");
    for (size_t w = 0; w < 3; w++) {
        for (size_t i = 0; i < 6; i++) {
            has_line(text("%s\t%s\t-\t-\t0\t0..-5\tok", ways[w], launches[i]));
            has_line(text("%s\t%s\t-\t-\t1\t0..-2\tok", ways[w], launches[i]));
        }
        for (size_t i = 0; i < 2; i++)
            has_line(text("%s\t%s\t0\t-2\t1\t0..-2\tok", ways[w], attributes[i]));
    }
    LAUNCH("--check", "low");
    passed("low");
    has_line("cuGetProcAddress_v2\tcuStreamSetAttribute_ptsz\t-5\t0\t0\t0..-5\tok");
    LAUNCH("--check", "default");
    passed("default");
    has_line("dlsym\tcuStreamSetAttribute\t-5\t-5\t0\t0..-5\tok");
    LAUNCH("--keep-explicit", "--check", "high");
    passed("high");
    has_line("dlsym\tcuStreamSetAttribute\t0\t0\t0\t0..-5\tok");
}

/*
 * By the record: at high the launches carry the level, at low they are as they came. Two handles
 * may mean one stream, so each gets its priority back.
 */
Test(check_launches, the_launches_are_those_that_the_rows_say)
{
    with(STAND_IN);
    with("FAKE_CUDA_LOG=/dev/stderr");
    LAUNCH("--check", "high");
    passed("high");
    says("cuda cuLaunchKernelEx kernel=nothing grid=1,1,1 block=1,1,1 shared=0 stream_priority=0 "
         "stream=1(legacy) cooperative=0 attributes=[8=-5] ");
    says("cuda cuLaunchKernelEx_ptsz kernel=nothing grid=1,1,1 block=1,1,1 shared=0 "
         "stream_priority=0 stream=0(per-thread) cooperative=1 attributes=[2=1 8=-5] ");
    cr_expect_eq(times("cuda cuLaunchKernel "), 0, "%s", result.err);
    cr_expect_eq(times("cuda cuLaunchKernelEx_ptsz kernel=nothing "), 9); /* by three ways */
    says("cuda cuStreamSetAttribute stream=0(legacy) attribute=[8=-5] = 0\n");
    says("cuda cuStreamSetAttribute stream=0(legacy) attribute=[8=0] = 0\n");
    LAUNCH("--check", "low");
    passed("low");
    says("cuda cuLaunchKernel kernel=nothing ");
}

/* -- What is not offered -- */

Test(check_launches, an_older_driver_has_fewer_of_them)
{
    with(STAND_IN_11);
    LAUNCH("--check", "high");
    passed("high");
    has_line(
        "driver alone, stream 0\tcuLaunchKernelEx\t-\t-\t-\t-\tnot offered: this driver has no "
        "cuLaunchKernelEx");
    has_line("driver alone, stream 0\tcuStreamSetAttribute\t-5\t-5\t0\t0..-5\taccepted");
    has_line("dlsym\tcuLaunchKernelEx\t-\t-\t-\t-\tnot offered: this driver has no "
             "cuLaunchKernelEx");
    has_line("cuGetProcAddress\tcuLaunchKernelEx_ptsz\t-\t-\t-\t-\tnot offered: cuGetProcAddress "
             "does not know cuLaunchKernelEx_ptsz here");
    has_line("cuGetProcAddress\tcuLaunchKernel_ptsz\t-\t-\t0\t0..-5\tok");
}

Test(check_launches, what_a_lookup_or_a_device_lacks_is_no_failure)
{
    with(STAND_IN);
    with("FAKE_CUDA_LACK=cuLaunchKernelEx,cuStreamSetAttribute");
    LAUNCH("--check", "high");
    passed("high");
    has_line("cuGetProcAddress_v2\tcuLaunchKernelEx\t-\t-\t-\t-\tnot offered: cuGetProcAddress_v2 "
             "does not know cuLaunchKernelEx here");
    has_line("dlsym\tcuLaunchKernelEx\t-\t-\t0\t0..-5\tok");
    environment[2] = "FAKE_CUDA_FAIL=cuModuleLoadData=218";
    LAUNCH("--check", "high");
    passed("high");
    says(" and 0 of 0 launches as they should be");
    cr_expect_eq(rows_with("not offered: this driver does not load the kernel to try it with: "
                           "CUDA_ERROR_INVALID_PTX (218)"),
                 LAUNCH_ROWS + 4, "%s", result.out);
    has_line("driver alone, stream 0\tcuStreamSetAttribute\t-5\t-5\t0\t0..-5\taccepted");
    environment[2] = "FAKE_CUDA_FAIL=cuDeviceGetAttribute=1"; /* not told: then it is tried */
    LAUNCH("--check", "high");
    passed("high");
    has_line("dlsym\tcuLaunchCooperativeKernel\t-\t-\t0\t0..-5\tok");
}

/* -- The check can fail -- */

Test(check_launches, a_single_launch_that_fails_is_enough)
{
    with(STAND_IN);
    with("FAKE_CUDA_FAIL=cuLaunchCooperativeKernel_ptsz=719*1,priority-launch=1");
    LAUNCH("--check", "high");
    ended(1);
    cr_expect_eq(rows_with("failed"), 1, "%s", result.out);
    has_line("dlsym\tcuLaunchCooperativeKernel_ptsz\t-\t-\t0\t0..-5\tfailed: refused: "
             "CUDA_ERROR_LAUNCH_FAILED (719): a launch has failed");
    says("NOT ok at high: ");
    says(" and 17 of 18 launches as they should be");
}

Test(check_launches, a_kernel_that_fails_later_is_a_failure_too)
{
    with(STAND_IN);
    with("FAKE_CUDA_STICKY=nothing");
    LAUNCH("--check", "high");
    ended(1);
    has_line("driver alone, stream 0\tcuLaunchKernelEx\t-5\t-\t0\t0..-5\trefused: launched, but "
             "cuCtxSynchronize gives CUDA_ERROR_LAUNCH_FAILED (719): a launch has failed");
    has_line("dlsym\tcuLaunchKernel\t-\t-\t0\t0..-5\tfailed: launched, but cuCtxSynchronize gives "
             "CUDA_ERROR_LAUNCH_FAILED (719): a launch has failed");
}

/* The library keeps what the program names, and the probe does not know of that. */
Test(check_launches, an_attribute_that_does_not_take_the_level_is_seen)
{
    with(STAND_IN);
    with("LD_PRELOAD=" PRIOSHIM_LIBRARY_PATH);
    with("PRIOSHIM_PRIORITY=high");
    with("PRIOSHIM_EXPLICIT=keep");
    run(WORDS(PROBE, "check", "high"));
    ended(1);
    has_line("dlsym\tcuStreamSetAttribute\t0\t0\t0\t0..-5\tnot obeyed: it should be -5");
    has_line("driver alone, created stream\tcuStreamSetAttribute\t-5\t-5\t0\t0..-5\taccepted");
}

Test(check_launches, a_crash_is_reported_as_one)
{
    with(STAND_IN);
    with("FAKE_CUDA_CRASH=cuLaunchKernelEx");
    LAUNCH("--check", "low");
    ended(1);
    has_line("driver alone, stream 0\tcuLaunchKernelEx\t-5\t-\t0\t0..-5\tfailed: the process was "
             "ended by signal 11 (Segmentation fault)");
    says("the driver without the library: the process that tried it was ended by signal 11 "
         "(Segmentation fault) in cuLaunchKernelEx (driver alone, stream 0); what would have come");
    has_line("dlsym\tcuLaunchKernel\t-\t-\t0\t0..-5\tok"); /* in a process of its own */
}

/* -- Without the library -- */

/* The loader complains of a library that it can't find in either program. */
Test(check_launches, what_else_is_preloaded_stays)
{
    with(STAND_IN);
    with("LD_PRELOAD=/nowhere/one.so " PRIOSHIM_LIBRARY_PATH ":/nowhere/two.so");
    with("PRIOSHIM_PRIORITY=high");
    run(WORDS(PROBE, "check", "high"));
    ended(0);
    cr_expect_eq(rows_with("accepted"), 8, "%s", result.out);
    cr_expect_eq(times("object '/nowhere/one.so' from LD_PRELOAD"), 2, "%s", result.err);
    cr_expect_eq(times("object '/nowhere/two.so' from LD_PRELOAD"), 2, "%s", result.err);
}

/* Were the library not dropped, the driver's refusals would be those of the library's own launches,
 * and low would hide that an attribute is taken. */
Test(check_launches, a_library_that_cannot_be_dropped_is_a_note)
{
    char *launcher = install("tree");
    (void)launcher;
    copy(PROBE, "tree/lib/prioshim/prioshim-probe", 0755);
    with(STAND_IN);
    with(text("LD_PRELOAD=%s/tree/lib/prioshim/libprioshim.so", folder));
    with("PRIOSHIM_PRIORITY=low");
    run(WORDS("tree/lib/prioshim/prioshim-probe", "check", "low"));
    ended(0);
    cr_expect_eq(rows_with("accepted"), 8, "%s", result.out);
    /* Another name for it, which is loaded under its own. */
    cr_assert_eq(symlink("libprioshim.so", "tree/lib/prioshim/alias.so"), 0);
    environment[2] = text("LD_PRELOAD=%s/tree/lib/prioshim/alias.so:"
                          "%s/tree/lib/prioshim/libprioshim.so",
                          folder, folder);
    run(WORDS("tree/lib/prioshim/prioshim-probe", "check", "low"));
    ended(0);
    cr_expect_eq(rows_with("accepted"), 0, "%s", result.out);
    says("note: what the driver itself does is not told: libprioshim.so is loaded even where "
         "LD_PRELOAD does not name it\n");
}
