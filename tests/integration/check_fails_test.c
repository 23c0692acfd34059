/* SPDX-License-Identifier: MIT */
/* prio-exec --check where something is missing, refused or broken; and that it can fail at all. */
#include "probe.h"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

LAUNCHER_SUITE(check_fails);

/* -- What fails -- */

Test(check_fails, a_refusal_is_not_obeyed)
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

Test(check_fails, a_single_stream_that_fails_is_enough)
{
    with(STAND_IN);
    with("FAKE_CUDA_FAIL=cuGreenCtxStreamCreate=2*2"); /* ours, and the program's own after it */
    LAUNCH("--check", "high");
    ended(1);
    cr_expect_eq(rows_with("failed: refused: CUDA_ERROR_OUT_OF_MEMORY (2)"), 3, "%s", result.out);
    cr_expect_eq(rows_with("not obeyed"), 0);
}

Test(check_fails, a_priority_that_cannot_be_read_back_is_a_failure)
{
    with(STAND_IN);
    with("FAKE_CUDA_FAIL=cuStreamGetPriority=999");
    LAUNCH("--check", "high");
    ended(1);
    cr_expect_eq(rows_with("ok"), LAUNCH_ROWS);
    has_line("linked\tcuStreamCreate\t-\t-\t0\t0..-5\tfailed: made, but cuStreamGetPriority gives "
             "CUDA_ERROR_UNKNOWN (999): an unknown error inside the driver");
}

Test(check_fails, a_door_that_fails_is_a_failure)
{
    with(STAND_IN);
    with("FAKE_CUDA_FAIL=cuGetProcAddress_v2=999");
    LAUNCH("--check", "high");
    ended(1);
    has_line("cuGetProcAddress_v2\tcuStreamCreate\t-\t-\t-\t-\tfailed: cuGetProcAddress_v2 gives "
             "CUDA_ERROR_UNKNOWN (999): an unknown error inside the driver");
    has_line("cuGetProcAddress\tcuStreamCreate\t-\t-5\t0\t0..-5\tok");
}

Test(check_fails, a_device_without_a_range_is_a_problem_and_the_others_are_checked)
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

Test(check_fails, without_a_driver_it_says_where_the_loader_looked)
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

/* On WSL2 and Jetson the driver comes in other ways, and nothing is said. */
static bool plain_machine(void)
{
    LAUNCH("--info", "--json");
    return strstr(result.out, "\"wsl2\": false, \"tegra\": false");
}

Test(check_fails, without_a_driver_it_ends_with_what_to_do_for_people_alone)
{
    if (dlopen("libcuda.so.1", RTLD_LAZY) || !plain_machine())
        SKIP("this machine has a driver, or gets it in a way of its own");
    LAUNCH("--check", "high");
    says("NOT ok at high: nothing could be tried\nnext: ");
    with("container=podman");
    LAUNCH("--check", "high");
    ended(1);
    says("NOT ok at high: nothing could be tried\nnext: libcuda.so.1 comes into a container");
    LAUNCH("--check", "--json");
    cr_expect(!strstr(result.out, "comes into"), "%s", result.out);
    LAUNCH("--info");
    ended(1);
    cr_expect(strstr(result.out, "\ndriver\tnext\tlibcuda.so.1 comes"), "%s", result.out);
}

Test(check_fails, a_driver_that_is_no_library_is_named_in_the_loaders_words)
{
    write_file("libcuda.so.1", "no driver\n", 0644);
    with(text("LD_LIBRARY_PATH=%s", folder));
    LAUNCH("--check", "high");
    ended(1);
    says("libcuda.so.1: file too short");
}

/* Of a library that has the name and nothing else. */
Test(check_fails, a_driver_without_its_functions_is_no_driver)
{
    copy(APPS_DIR "/launcher_mark.so", "libcuda.so.1", 0644);
    with(text("LD_LIBRARY_PATH=%s", folder));
    LAUNCH("--check", "high");
    ended(1);
    says("has no cuInit");
}

Test(check_fails, what_cuinit_gives_is_named_with_what_to_do)
{
    static const char *const errors[][2] = {
        {"34", "CUDA_ERROR_STUB_LIBRARY (34): this library is the toolkit's stub"},
        {"100", "CUDA_ERROR_NO_DEVICE (100): no device"},
        {"803", "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH (803): the kernel's driver and libcuda.so.1"},
        {"804", "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE (804)"},
        {"999", "CUDA_ERROR_UNKNOWN (999)"},
        {"4321", "cuInit gives error (4321)\n"},
    };
    bool plain = plain_machine();
    with(STAND_IN);
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        environment[2] = text("FAKE_CUDA_FAIL=cuInit=%s", errors[i][0]);
        LAUNCH("--check", "high");
        ended(1);
        cr_expect_str_eq(result.out, "");
        says("/driver/libcuda.so.1: cuInit gives ");
        says(errors[i][1]);
        /* Of the others their own words say what to do, or nothing is known. */
        bool more = plain && (strcmp(errors[i][0], "100") == 0 || strcmp(errors[i][0], "999") == 0);
        cr_expect_eq(strstr(result.err, "\nnext: ") != NULL, more, "%s", result.err);
    }
    environment[2] = "FAKE_CUDA_DEVICES=0";
    with("CUDA_VISIBLE_DEVICES=");
    LAUNCH("--check", "high");
    ended(1);
    says("CUDA_ERROR_NO_DEVICE (100)");
    says("CUDA_VISIBLE_DEVICES is empty, so none may be used");
    cr_expect(!strstr(result.err, "next: "), "%s", result.err);
}

/* -- A driver that crashes -- */

Test(check_fails, a_driver_that_crashes_is_reported_and_not_died_of)
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

Test(check_fails, what_a_driver_prints_is_no_part_of_the_report)
{
    with(STAND_IN);
    with("FAKE_CUDA_LOG=/dev/stdout");
    LAUNCH("--check", "high");
    passed("high");
    says("cuda cuInit flags=0 = 0\n");
}

/* -- The check can fail: it asks the driver, not the library -- */

Test(check_fails, without_the_library_nothing_obeys)
{
    with(STAND_IN);
    run(WORDS(PROBE, "check", "high"));
    ended(1);
    cr_expect_gt(rows(), 40);
    cr_expect_eq(rows_with("ok"), LAUNCH_ROWS, "%s", result.out);
    has_line("dlsym\tcuStreamCreate\t-\t0\t0\t0..-5\tnot obeyed: it should be -5");
    has_line("linked\tcuStreamCreate\t-\t-\t-\t-\tfailed: cuStreamCreate is not to be had in this "
             "way, though this driver has it");
    says("libprioshim.so is not loaded: LD_PRELOAD has not come through");
    with("LD_PRELOAD=" MARK);
    run(WORDS(PROBE, "check", "default")); /* all is as it should be, and yet */
    ended(1);
    says("libprioshim.so is not loaded, though LD_PRELOAD is " MARK);
    environment[2] =
        "LD_PRELOAD=" FAKE_DIR "/driver/libcuda.so.1"; /* the functions, but not ours */
    run(WORDS(PROBE, "check", "default"));
    ended(1);
    cr_expect_eq(rows(), rows_with("ok") + rows_with("not offered") + rows_with("failed") +
                             rows_with("accepted"));
    says("libprioshim.so is not loaded, though LD_PRELOAD is ");
}

Test(check_fails, a_level_that_did_not_arrive_is_seen)
{
    with(STAND_IN);
    with("LD_PRELOAD=" PRIOSHIM_LIBRARY_PATH);
    with("PRIOSHIM_PRIORITY=low");
    run(WORDS(PROBE, "check", "high"));
    ended(1);
    cr_expect_eq(rows_with("ok"), LAUNCH_ROWS);
    cr_expect_gt(rows_with("not obeyed: it should be -5"), 40);
    run(WORDS(PROBE, "check", "default"));
    ended(1);
    has_line("dlsym\tcuStreamCreateWithPriority\t-5\t0\t0\t0..-5\tnot obeyed: it should be -5");
    run(WORDS(PROBE, "check", "low"));
    ended(0);
}

/* As root, for whom a program of group nobody changes ids. */
Test(check_fails, a_probe_in_secure_mode_says_so)
{
    struct statvfs filesystem;
    if (geteuid() != 0)
        SKIP("needs root");
    if (statvfs(".", &filesystem) != 0 || filesystem.f_flag & ST_NOSUID)
        SKIP("/tmp is mounted nosuid");
    char *launcher = install("tree");
    const char *probe = "tree/lib/prioshim/prioshim-probe";
    copy(PROBE, probe, 0755);
    cr_assert_eq(chown(probe, 0, 65534), 0);
    cr_assert_eq(chmod(probe, 02755), 0);
    with(STAND_IN);
    run(WORDS(launcher, "--check"));
    ended(1);
    says("libprioshim.so is not loaded: this process runs in secure mode");
    cr_expect(!strstr(result.err, "warning"), "%s", result.err); /* it says so itself */
}
