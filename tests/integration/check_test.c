/* SPDX-License-Identifier: MIT */
/* prio-exec --check as its user meets it: what obeys, and what a driver does not offer. */
#include "probe.h"

#include <criterion/criterion.h>
#include <unistd.h>

#define STAND_IN_11 "LD_LIBRARY_PATH=" FAKE_DIR "/driver_11:" FAKE_DIR "/runtime_11"
#define STAND_IN_OLD "LD_LIBRARY_PATH=" FAKE_DIR "/driver_old"

LAUNCHER_SUITE(check);

/* -- What obeys -- */

Test(check, every_way_obeys_every_level_on_every_device)
{
    static const char *const levels[] = {"default", "low", "high", "HIGH"};
    with(STAND_IN);
    with("FAKE_CUDA_RANGES=0:-5,0:-2,0:0,1:-1");
    for (size_t i = 0; i < 4; i++) {
        LAUNCH("--check", levels[i]);
        passed(i < 3 ? levels[i] : "high");
        cr_expect_gt(rows_with("ok"), 140, "%zu", rows_with("ok"));
        cr_expect_eq(rows_with("no choice"), (rows_with("ok") - 4 * LAUNCH_ROWS) / 3);
    }
}

/* Nor need 0 be in a device's range: a stream without a priority has then what is nearest. */
Test(check, a_range_without_0_is_obeyed_too)
{
    static const char *const levels[] = {"default", "low", "high"};
    with(STAND_IN);
    with("FAKE_CUDA_RANGES=-1:-5,3:1");
    for (size_t i = 0; i < 3; i++) {
        LAUNCH("--check", levels[i]);
        passed(levels[i]);
        cr_expect_gt(rows_with("ok"), 80, "%zu", rows_with("ok"));
    }
}

Test(check, the_table_has_all_ways_and_functions_with_what_was_asked_and_got)
{
    static const char *const driver_ways[] = {
        "linked",
        "dlsym",
        "dlsym, RTLD_DEFAULT",
        "dlsym, RTLD_NEXT",
        "cuGetProcAddress",
        "cuGetProcAddress, linked",
        "cuGetProcAddress, by itself",
        "cuGetProcAddress_v2",
        "cuGetProcAddress_v2, linked",
        "cuGetProcAddress_v2, by itself",
        "cudaGetDriverEntryPointByVersion",
        "cudaGetDriverEntryPointByVersion_ptsz",
    };
    static const char *const runtime_ways[] = {"linked", "dlsym", "dlvsym", "dlsym, RTLD_DEFAULT",
                                               "dlsym, RTLD_NEXT"};
    with(STAND_IN);
    with("FAKE_CUDA_RANGES=0:-5,0:-2");
    LAUNCH("--check");
    passed("high");
    has_line("way\tfunction\tasked\tgot\tdevice\trange\tresult");
    for (size_t i = 0; i < sizeof driver_ways / sizeof *driver_ways; i++) {
        const char *way = driver_ways[i];
        has_line(text("%s\tcuStreamCreate\t-\t-5\t0\t0..-5\tok", way));
        has_line(text("%s\tcuStreamCreate\t-\t-2\t1\t0..-2\tok", way));
        has_line(text("%s\tcuStreamCreateWithPriority\t0\t-5\t0\t0..-5\tok", way));
        has_line(text("%s\tcuGreenCtxStreamCreate\t0\t-2\t1\t0..-2\tok", way));
    }
    has_line("cudaGetDriverEntryPoint\tcuStreamCreate\t-\t-5\t0\t0..-5\tok");
    has_line("cudaGetDriverEntryPoint_ptsz\tcuStreamCreateWithPriority\t0\t-2\t1\t0..-2\tok");
    for (size_t i = 0; i < sizeof runtime_ways / sizeof *runtime_ways; i++) {
        const char *way = runtime_ways[i];
        has_line(text("%s\tcudaStreamCreate\t-\t-5\t0\t0..-5\tok", way));
        has_line(text("%s\tcudaStreamCreateWithFlags\t-\t-2\t1\t0..-2\tok", way));
        has_line(text("%s\tcudaStreamCreateWithPriority\t0\t-5\t0\t0..-5\tok", way));
        has_line(text("%s\tcudaExecutionCtxStreamCreate\t0\t-2\t1\t0..-2\tok", way));
    }
    LAUNCH("--check", "low");
    has_line("linked\tcuStreamCreateWithPriority\t-5\t0\t0\t0..-5\tok");
    says("device 0: low is 0, which a stream that names no priority has anyhow; only rows");
    LAUNCH("--check", "default");
    has_line("linked\tcuStreamCreateWithPriority\t-5\t-5\t0\t0..-5\tok");
    has_line("linked\tcuStreamCreate\t-\t0\t0\t0..-5\tok");
}

Test(check, a_named_priority_is_overridden_unless_keep_explicit_says_otherwise)
{
    with(STAND_IN);
    with("PRIOSHIM_EXPLICIT=keep");
    LAUNCH("--check", "high");
    passed("high");
    has_line("dlsym\tcuStreamCreateWithPriority\t0\t-5\t0\t0..-5\tok");
    LAUNCH("--keep-explicit", "--check", "high");
    passed("high");
    has_line("dlsym\tcuStreamCreateWithPriority\t0\t0\t0\t0..-5\tok");
    has_line("dlsym\tcuStreamCreate\t-\t-5\t0\t0..-5\tok");
}

/* -- What is not offered -- */

Test(check, what_a_driver_does_not_offer_is_no_failure)
{
    with(STAND_IN);
    with("FAKE_CUDA_LACK=cuGreenCtxStreamCreate,cuGetProcAddress");
    LAUNCH("--check", "high");
    passed("high");
    has_line("cuGetProcAddress_v2\tcuGreenCtxStreamCreate\t-\t-\t-\t-\tnot offered: "
             "cuGetProcAddress_v2 does not know cuGreenCtxStreamCreate here");
    has_line("cuGetProcAddress, by itself\tcuStreamCreate\t-\t-\t-\t-\tnot offered: "
             "cuGetProcAddress_v2 does not know cuGetProcAddress here");
    has_line("dlsym\tcuGreenCtxStreamCreate\t0\t-5\t0\t0..-5\tok");
    environment[2] = "FAKE_CUDA_FAIL=cuGreenCtxCreate=801";
    LAUNCH("--check", "high");
    passed("high");
    has_line("linked\tcuGreenCtxStreamCreate\t0\t-\t0\t0..-5\tnot offered: this device has no "
             "green context: CUDA_ERROR_NOT_SUPPORTED (801): not supported on this machine");
}

Test(check, an_older_driver_is_checked_as_far_as_it_goes)
{
    with(STAND_IN_11);
    LAUNCH("--check", "high");
    passed("high");
    has_line("linked\tcuStreamCreate\t-\t-5\t0\t0..-5\tok");
    has_line("linked\tcuGreenCtxStreamCreate\t-\t-\t-\t-\tnot offered: this driver has no "
             "cuGreenCtxStreamCreate");
    has_line("cuGetProcAddress, by itself\tcuStreamCreateWithPriority\t0\t-5\t0\t0..-5\tok");
    has_line("cuGetProcAddress_v2\tcuStreamCreate\t-\t-\t-\t-\tnot offered: this driver has no "
             "cuGetProcAddress_v2");
    has_line("dlsym\tcudaStreamCreate\t-\t-5\t0\t0..-5\tok");
    has_line("cudaGetDriverEntryPoint\tcuStreamCreate\t-\t-5\t0\t0..-5\tok");
}

Test(check, a_driver_from_before_priorities_is_named_as_that)
{
    with(STAND_IN_OLD);
    LAUNCH("--check", "low");
    ended(1);
    cr_expect_str_eq(result.out, "");
    says("this driver, for CUDA 5.0, has no stream priorities; they came with 5.5\n");
    says("NOT ok at low");
}

/* -- The command line -- */

Test(check, what_cannot_be_meant_is_refused)
{
    with(STAND_IN);
    LAUNCH("--check", "high", "true");
    failed(125, "--check takes no COMMAND");
    LAUNCH("--info", "high", "--", "true");
    failed(125, "--info takes no COMMAND");
    LAUNCH("--check", "--info");
    failed(125, "--check and --info");
    LAUNCH("--json", "high", "true");
    failed(125, "--json goes with --check or --info");
    static const char *const of_commands[] = {"--report", "--no-mps", "--strict", "--quiet"};
    for (size_t i = 0; i < sizeof of_commands / sizeof *of_commands; i++) {
        LAUNCH("--check", of_commands[i]);
        failed(125, text("%s goes with a COMMAND", of_commands[i]));
        LAUNCH(of_commands[i], "--info", "low");
        failed(125, text("%s goes with a COMMAND", of_commands[i]));
    }
    LAUNCH("--check", "true");
    failed(125, "unknown LEVEL 'true'");
    run(WORDS("/bin/sh", "-c", "exec " PRIO_EXEC_PATH " --check >/dev/full"));
    ended(125);
    says("cannot write to stdout");
}

Test(check, a_probe_that_is_missing_or_broken_is_the_launchers_own_failure)
{
    char *launcher = install("tree");
    const char *probe = "tree/lib/prioshim/prioshim-probe";
    run(WORDS(launcher, "--check"));
    failed(125, "prioshim-probe': No such file");
    run(WORDS(launcher, "--info"));
    failed(125, "prioshim-probe': No such file");
    run(WORDS(launcher, "low", "true")); /* which doesn't need it */
    ran_silently();
    write_file(probe, "exit 0\n", 0644);
    run(WORDS(launcher, "--check"));
    failed(125, "prioshim-probe': Permission denied");
    run(WORDS(launcher, "--dry-run", "--check"));
    failed(125, "prioshim-probe': Permission denied");
    write_file(probe, "exit 0\n", 0755);
    run(WORDS(launcher, "--check"));
    failed(125, "prioshim-probe': Exec format error");
    copy(PROBE, probe, 0755);
    with(STAND_IN);
    run(WORDS(launcher, "--check"));
    passed("high");
    cr_assert_eq(unlink("tree/lib/prioshim/libprioshim.so"), 0);
    run(WORDS(launcher, "--check"));
    failed(125, "libprioshim.so': No such file");
}

Test(check, dry_run_shows_what_would_be_started)
{
    LAUNCH("--dry-run", "--check", "--json", "low");
    ran_silently();
    cr_expect_str_eq(result.out, "PRIOSHIM_PRIORITY=low \\\n"
                                 "LD_PRELOAD=" PRIOSHIM_LIBRARY_PATH " \\\n"
                                 "PRIOSHIM_EXPLICIT=override \\\n" PROBE " check --json low\n");
    LAUNCH("--dry-run", "--info");
    ran_silently();
    cr_expect_str_eq(result.out, PROBE " info\n");
}
