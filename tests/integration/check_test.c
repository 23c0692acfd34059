/* prio-exec --check as its user meets it, on the stand-in driver and without any. */
#include "launcher.h"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PROBE BUILD_DIR "/lib/prioshim/prioshim-probe"
#define STAND_IN "LD_LIBRARY_PATH=" FAKE_DIR "/driver:" FAKE_DIR "/runtime"
#define STAND_IN_11 "LD_LIBRARY_PATH=" FAKE_DIR "/driver_11:" FAKE_DIR "/runtime_11"
#define STAND_IN_OLD "LD_LIBRARY_PATH=" FAKE_DIR "/driver_old"

LAUNCHER_SUITE(check);

/* How many rows of the last table have this as their last field, or begin so. */
static size_t rows_with(const char *last)
{
    size_t count = 0;
    for (const char *line = result.out; *line; line = strchrnul(line, '\n') + 1) {
        const char *end = strchrnul(line, '\n'), *field = memrchr(line, '\t', (size_t)(end - line));
        count += field && strncmp(field + 1, last, strlen(last)) == 0;
        if (!*end)
            break;
    }
    return count;
}

static size_t rows(void)
{
    size_t count = 0;
    for (const char *c = result.out; *c; c++)
        count += *c == '\n';
    return count ? count - 1 : 0; /* the header */
}

static void says(const char *what)
{
    cr_expect(strstr(result.err, what), "no '%s' in: %s", what, result.err);
}

/* The last check passed, and every row is one of those that are no failure. */
static void passed(const char *level)
{
    ended(0);
    cr_expect_eq(rows(), rows_with("ok") + rows_with("no choice") + rows_with("not offered"), "%s",
                 result.out);
    says(text("ok at %s: ", level));
}

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
        cr_expect_eq(rows_with("no choice"), rows_with("ok") / 3);
    }
}

Test(check, the_table_has_all_ways_and_functions_with_what_was_asked_and_got)
{
    static const char *const driver_ways[] = {
        "linked",
        "dlsym",
        "dlsym, RTLD_DEFAULT",
        "cuGetProcAddress",
        "cuGetProcAddress, linked",
        "cuGetProcAddress, by itself",
        "cuGetProcAddress_v2",
        "cuGetProcAddress_v2, linked",
        "cuGetProcAddress_v2, by itself",
        "cudaGetDriverEntryPointByVersion",
        "cudaGetDriverEntryPointByVersion_ptsz",
    };
    static const char *const runtime_ways[] = {"linked", "dlsym", "dlvsym", "dlsym, RTLD_DEFAULT"};
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

/* -- What fails -- */

Test(check, a_refusal_is_not_obeyed)
{
    with(STAND_IN);
    with("FAKE_CUDA_FAIL=cuStreamCreateWithPriority=1");
    LAUNCH("--check", "high");
    ended(1);
    has_line("linked\tcuStreamCreate\t-\t0\t0\t0..-5\tnot obeyed: it should be -5");
    has_line("dlsym\tcudaStreamCreate\t-\t0\t0\t0..-5\tnot obeyed: it should be -5");
    has_line("dlsym\tcuStreamCreateWithPriority\t0\t-\t0\t0..-5\tfailed: refused: "
             "CUDA_ERROR_INVALID_VALUE (1): an argument is out of its range");
    has_line("dlsym\tcuGreenCtxStreamCreate\t0\t-5\t0\t0..-5\tok");
    says("NOT ok at high");
}

Test(check, a_single_stream_that_fails_is_enough)
{
    with(STAND_IN);
    with("FAKE_CUDA_FAIL=cuGreenCtxStreamCreate=2*2"); /* ours, and the program's own after it */
    LAUNCH("--check", "high");
    ended(1);
    cr_expect_eq(rows_with("failed: refused: CUDA_ERROR_OUT_OF_MEMORY (2)"), 3, "%s", result.out);
    cr_expect_eq(rows_with("not obeyed"), 0);
}

Test(check, a_priority_that_cannot_be_read_back_is_a_failure)
{
    with(STAND_IN);
    with("FAKE_CUDA_FAIL=cuStreamGetPriority=999");
    LAUNCH("--check", "high");
    ended(1);
    cr_expect_eq(rows_with("ok"), 0);
    has_line("linked\tcuStreamCreate\t-\t-\t0\t0..-5\tfailed: made, but cuStreamGetPriority gives "
             "CUDA_ERROR_UNKNOWN (999): an unknown error inside the driver");
}

Test(check, a_door_that_fails_is_a_failure)
{
    with(STAND_IN);
    with("FAKE_CUDA_FAIL=cuGetProcAddress_v2=999");
    LAUNCH("--check", "high");
    ended(1);
    has_line("cuGetProcAddress_v2\tcuStreamCreate\t-\t-\t-\t-\tfailed: cuGetProcAddress_v2 gives "
             "CUDA_ERROR_UNKNOWN (999): an unknown error inside the driver");
    has_line("cuGetProcAddress\tcuStreamCreate\t-\t-5\t0\t0..-5\tok");
}

Test(check, a_device_without_a_range_is_a_problem_and_the_others_are_checked)
{
    with(STAND_IN);
    with("FAKE_CUDA_RANGES=0:-5,0:-2");
    with("FAKE_CUDA_FAIL=cuCtxGetStreamPriorityRange=801*1");
    LAUNCH("--check", "high");
    ended(1);
    says("device 0 cannot be checked: cuCtxGetStreamPriorityRange: CUDA_ERROR_NOT_SUPPORTED (801)");
    has_line("dlsym\tcuStreamCreate\t-\t-2\t1\t0..-2\tok");
}

/* -- What is missing -- */

Test(check, without_a_driver_it_says_where_the_loader_looked)
{
    if (dlopen("libcuda.so.1", RTLD_LAZY))
        SKIP("this machine has a driver");
    with("LD_LIBRARY_PATH=/nowhere");
    LAUNCH("--check", "high");
    ended(1);
    cr_expect_str_eq(result.out, "");
    says("prio-exec: no CUDA driver: libcuda.so.1: cannot open shared object file: No such file");
    says("looked in /etc/ld.so.cache, /nowhere, /lib");
}

Test(check, a_driver_that_is_no_library_is_named_in_the_loaders_words)
{
    write_file("libcuda.so.1", "no driver\n", 0644);
    with(text("LD_LIBRARY_PATH=%s", folder));
    LAUNCH("--check", "high");
    ended(1);
    says("libcuda.so.1: file too short");
}

/* Of a library that has the name and nothing else. */
Test(check, a_driver_without_its_functions_is_no_driver)
{
    copy(APPS_DIR "/launcher_mark.so", "libcuda.so.1", 0644);
    with(text("LD_LIBRARY_PATH=%s", folder));
    LAUNCH("--check", "high");
    ended(1);
    says("has no cuInit");
}

Test(check, what_cuinit_gives_is_named_with_what_to_do)
{
    static const char *const errors[][2] = {
        {"34", "CUDA_ERROR_STUB_LIBRARY (34): this library is the toolkit's stub"},
        {"100", "CUDA_ERROR_NO_DEVICE (100): no device"},
        {"803", "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH (803): the kernel's driver and libcuda.so.1"},
        {"804", "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE (804)"},
        {"999", "CUDA_ERROR_UNKNOWN (999)"},
        {"4321", "cuInit gives error (4321)\n"},
    };
    with(STAND_IN);
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        environment[2] = text("FAKE_CUDA_FAIL=cuInit=%s", errors[i][0]);
        LAUNCH("--check", "high");
        ended(1);
        cr_expect_str_eq(result.out, "");
        says("/driver/libcuda.so.1: cuInit gives ");
        says(errors[i][1]);
    }
    environment[2] = "FAKE_CUDA_DEVICES=0";
    with("CUDA_VISIBLE_DEVICES=");
    LAUNCH("--check", "high");
    ended(1);
    says("CUDA_ERROR_NO_DEVICE (100)");
    says("CUDA_VISIBLE_DEVICES is empty, so none may be used");
}

/* -- A driver that crashes -- */

Test(check, a_driver_that_crashes_is_reported_and_not_died_of)
{
    with(STAND_IN);
    with("FAKE_CUDA_CRASH=cuInit");
    LAUNCH("--check", "high");
    ended(1);
    says("the process that tried it was ended by signal 11 (Segmentation fault) in cuInit");
    environment[2] = "FAKE_CUDA_CRASH=cuGreenCtxStreamCreate";
    LAUNCH("--check", "high");
    ended(1);
    says("signal 11 (Segmentation fault) in cuGreenCtxStreamCreate (dlsym)");
    has_line("dlsym\tcuStreamCreate\t-\t-5\t0\t0..-5\tok");
    has_line("dlsym\tcuGreenCtxStreamCreate\t0\t-\t0\t0..-5\tfailed: the process was ended by "
             "signal 11 (Segmentation fault)");
    has_line("dlsym\tcudaStreamCreate\t-\t-5\t0\t0..-5\tok"); /* of the groups after it */
}

/* -- The check can fail: it asks the driver, not the library -- */

Test(check, without_the_library_nothing_obeys)
{
    with(STAND_IN);
    run(WORDS(PROBE, "check", "high"));
    ended(1);
    cr_expect_gt(rows(), 40);
    cr_expect_eq(rows_with("ok"), 0, "%s", result.out);
    has_line("dlsym\tcuStreamCreate\t-\t0\t0\t0..-5\tnot obeyed: it should be -5");
    has_line("linked\tcuStreamCreate\t-\t-\t-\t-\tfailed: cuStreamCreate is not to be had in this "
             "way, though this driver has it");
    says("libprioshim.so is not loaded: LD_PRELOAD has not come through");
    with("LD_PRELOAD=" MARK);
    run(WORDS(PROBE, "check", "default")); /* all is as it should be, and yet */
    ended(1);
    says("libprioshim.so is not loaded, though LD_PRELOAD is " MARK);
}

Test(check, a_level_that_did_not_arrive_is_seen)
{
    with(STAND_IN);
    with("LD_PRELOAD=" PRIOSHIM_LIBRARY_PATH);
    with("PRIOSHIM_PRIORITY=low");
    run(WORDS(PROBE, "check", "high"));
    ended(1);
    cr_expect_eq(rows_with("ok"), 0);
    cr_expect_gt(rows_with("not obeyed: it should be -5"), 40);
    run(WORDS(PROBE, "check", "default"));
    ended(1);
    has_line("dlsym\tcuStreamCreateWithPriority\t-5\t0\t0\t0..-5\tnot obeyed: it should be -5");
    run(WORDS(PROBE, "check", "low"));
    ended(0);
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
