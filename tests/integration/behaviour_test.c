/* SPDX-License-Identifier: MIT */
/* What a host must not notice, and what it must: against the same host run bare. */
#include "host.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const levels[] = {"default", "low", "high"};

/* Runs the host bare and under each build at each level; output and status must be the same. */
static void same_as_bare(const struct host_run *host, const char *what)
{
    struct host_result bare = host_run(host);

    cr_assert_not(bare.run.timed_out);
    for (size_t i = 0; i < 6; i++) {
        struct host_run shimmed = *host;
        shimmed.library = library_builds[i % 2];
        shimmed.priority = levels[i / 2];
        struct host_result under = host_run(&shimmed);
        cr_assert_eq(under.run.status, bare.run.status, "%s at %s: status %d not %d, %s", what,
                     levels[i / 2], spawn_code(&under.run), spawn_code(&bare.run), under.run.err);
        cr_assert_str_eq(under.run.out, bare.run.out, "%s at %s:\n%s\nnot:\n%s", what,
                         levels[i / 2], under.run.out, bare.run.out);
        cr_assert_str_eq(under.run.err, bare.run.err, "%s at %s", what, levels[i / 2]);
        host_free(&under);
    }
    host_free(&bare);
}

/* D2 D3 D6 D8 E1 E2 E5: contracts of the lookup functions, NULL arguments, error states. */
Test(behaviour, errors_and_out_parameters_are_the_bare_programs, .timeout = 120)
{
    static const char *const faults[] = {
        "FAKE_CUDA_FAIL=",
        "FAKE_CUDA_FAIL=cuStreamCreate=2,cuStreamCreateWithPriority=2",
        "FAKE_CUDA_FAIL=cuStreamCreateWithPriority=2",
        "FAKE_CUDA_FAIL=cuCtxGetStreamPriorityRange=201",
        "FAKE_CUDA_FAIL=cudaStreamCreate=2,cudaStreamCreateWithFlags=2,"
        "cudaStreamCreateWithPriority=2",
        "FAKE_CUDA_FAIL=cudaStreamCreateWithPriority=2",
        "FAKE_CUDA_FAIL=cudaDeviceGetStreamPriorityRange=999",
        "FAKE_CUDA_FAIL=cudaExecutionCtxGetDevice=400",
        "FAKE_CUDA_FAIL=cuCtxFromGreenCtx=400",
        "FAKE_CUDA_FAIL=cuCtxPushCurrent_v2=201",
        "FAKE_CUDA_FAIL=cuGreenCtxStreamCreate=2",
        "FAKE_CUDA_LACK=cuStreamCreateWithPriority,cuCtxGetStreamPriorityRange",
        "FAKE_CUDA_NULL=cuStreamCreate,cuGetProcAddress",
        "FAKE_CUDA_VERSION=12000",
        "FAKE_CUDA_VERSION=11040",
        "FAKE_CUDA_INNER=1",
        "FAKE_CUDA_DEVICES=0",
    };

    for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
        same_as_bare(&(struct host_run){.argv = {"edges"}, .env = {faults[i]}}, faults[i]);
        same_as_bare(&(struct host_run){.argv = {"edges"},
                                        .env = {faults[i], "HOST_CUDART=libcudart_alone.so.12"}},
                     faults[i]);
    }
}

/* D4 D5: a future driver's other ABI under an old name is handed on as it came. */
Test(behaviour, a_future_abi_is_not_wrapped)
{
    static const char *const env[] = {"FAKE_CUDA_FUTURE=14000", "FAKE_CUDA_VERSION=15000"};

    for (size_t b = 0; b < 2; b++) {
        struct host_run host = {.argv = {"future"}, .env = {env[0], env[1]}};
        struct host_result bare = host_run(&host);
        host.library = library_builds[b];
        host.priority = "high";
        struct host_result under = host_run(&host);
        cr_assert_eq(spawn_code(&bare.run), 0, "%s", bare.run.out);
        cr_assert_str_eq(under.run.out, bare.run.out);
        cr_assert_eq(count_lines(bare.record, "_v2 extra="), 2, "%s", bare.record);
        cr_assert_str_eq(under.record, bare.record);
        host_free(&bare);
        host_free(&under);
    }
}

/* K3: two copies are never crossed. */
Test(behaviour, two_drivers_are_never_crossed)
{
    for (size_t b = 0; b < 2; b++) {
        struct host_result r = host_run(&(struct host_run){.argv = {"drivers", "two"},
                                                           .library = library_builds[b],
                                                           .priority = "high",
                                                           .env = {"FAKE_CUDA_RANGES_B=0:-2"}});
        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        cr_assert_eq(count_lines(r.run.out, "a: 0, priority -5"), 4, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, "b: 0, priority -2"), 4, "%s", r.run.out);
        cr_assert_eq(count_lines(r.record, "cuda cuStreamCreateWithPriority flags=1 priority=-5"),
                     4, "%s", r.record);
        cr_assert_eq(count_lines(r.record, "cuda_b cuStreamCreateWithPriority flags=1 priority=-2"),
                     4, "%s", r.record);
        cr_assert_eq(count_lines(r.record, "cuCtxGetStreamPriorityRange"), 8);
        host_free(&r);
    }
}

/* K3: a driver that was unloaded leaves nothing behind that the next one meets. */
Test(behaviour, a_driver_opened_again_elsewhere_is_hooked_anew)
{
    for (size_t b = 0; b < 2; b++) {
        struct host_result r = host_run(&(struct host_run){.argv = {"drivers", "again"},
                                                           .library = library_builds[b],
                                                           .priority = "high",
                                                           .env = {"FAKE_CUDA_RANGES_B=0:-2"}});
        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        cr_assert_eq(count_lines(r.run.out, "not unloaded"), 0, "the shim holds a driver");
        cr_assert_eq(count_lines(r.run.out, "a: 0, priority -5"), 12, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, "b: 0, priority -2"), 10, "%s", r.run.out);
        host_free(&r);
    }
}

static void copy_drivers(const char *driver, const char *folder)
{
    char command[1024];

    snprintf(command, sizeof(command),
             "for i in 0 1 2 3 4 5 6 7 8 9; do cp %s/%s %s/libcuda-$i.so; done", FAKE_DIR, driver,
             folder);
    cr_assert_eq(system(command), 0);
}

/* One driver too many is left alone, and still works. */
Test(behaviour, more_drivers_than_places_all_work)
{
    char folder[] = "/tmp/prioshim-copies-XXXXXX", env[64], command[64];

    cr_assert(mkdtemp(folder));
    copy_drivers("driver/libcuda.so.1", folder);
    snprintf(env, sizeof(env), "COPIES=%s", folder);
    struct host_result results[2];
    for (size_t b = 0; b < 2; b++)
        results[b] = host_run(&(struct host_run){.argv = {"drivers", "many"},
                                                 .library = library_builds[b],
                                                 .priority = "high",
                                                 .env = {env}});
    snprintf(command, sizeof(command), "rm -r %s", folder);
    cr_assert_eq(system(command), 0);
    for (size_t b = 0; b < 2; b++) {
        struct host_result *r = &results[b];
        cr_assert_eq(spawn_code(&r->run), 0, "%s", r->run.err);
        cr_assert_eq(count_lines(r->run.out, "copy: 0, priority -5"), 8, "%s", r->run.out);
        cr_assert_eq(count_lines(r->run.out, "copy: 0, priority 0"), 2, "%s", r->run.out);
        cr_assert_eq(count_lines(r->run.out, "have one function"), 0);
        host_free(r);
    }
}

/* The same where the one too many is called directly. */
Test(behaviour, a_direct_call_of_one_driver_too_many_works)
{
    char folder[] = "/tmp/prioshim-copies-XXXXXX", env[64], command[64];

    cr_assert(mkdtemp(folder));
    copy_drivers("driver_b/libcuda_b.so.1", folder);
    snprintf(env, sizeof(env), "COPIES=%s", folder);
    struct host_run host = {.argv = {"drivers", "full"},
                            .env = {env, "PLUGIN=" APPS_DIR "/libplugin.so", "HOST_CUDART="}};
    struct host_result bare = host_run(&host);
    cr_assert_gt(count_lines(bare.run.out, "= 0 priority="), 4, "%s", bare.run.out);
    for (size_t b = 0; b < 2; b++) {
        host.library = library_builds[b];
        host.priority = "high";
        struct host_result under = host_run(&host);
        cr_assert_eq(spawn_code(&under.run), 0, "%s", under.run.err);
        cr_assert_str_eq(under.run.out, bare.run.out);
        host_free(&under);
    }
    host_free(&bare);
    snprintf(command, sizeof(command), "rm -r %s", folder);
    cr_assert_eq(system(command), 0);
}

/* A driver without the calls that a level needs: the program's own call goes through. */
Test(behaviour, an_old_driver_keeps_its_own_calls)
{
    for (size_t i = 0; i < 3; i++) {
        struct host_run host = {.argv = {"host", "local"},
                                .env = {"HOST_CUDART=", "LD_LIBRARY_PATH=" FAKE_DIR "/driver_old"}};
        struct host_result bare = host_run(&host);
        host.library = library_builds[i % 2];
        host.priority = levels[i];
        struct host_result under = host_run(&host);
        cr_assert_eq(spawn_code(&bare.run), 0, "%s", bare.run.err);
        cr_assert_eq(count_lines(bare.record, "cuda_old cuStreamCreate flags"), 2, "%s",
                     bare.record);
        cr_assert_str_eq(under.record, bare.record);
        cr_assert_str_eq(under.run.out, bare.run.out);
        host_free(&bare);
        host_free(&under);
    }
}

/* 11.x: cuGetProcAddress with four arguments, cudaGetDriverEntryPoint with three. */
Test(behaviour, a_driver_and_runtime_of_cuda_11_take_the_level)
{
    static const char *const hosts[][2] = {
        {"host", "local"}, {"host", "v1-handle"}, {"host_11", NULL}};

    for (size_t i = 0; i < 6; i++) {
        struct host_result r = host_run(&(struct host_run){
            .argv = {hosts[i / 2][0], hosts[i / 2][1]},
            .library = library_builds[i % 2],
            .priority = "high",
            .env = {"HOST_CUDART=libcudart.so.11.0",
                    "LD_LIBRARY_PATH=" FAKE_DIR "/driver_11:" FAKE_DIR "/runtime_11"}});
        cr_assert_eq(spawn_code(&r.run), 0, "%s%s", r.run.out, r.run.err);
        size_t made = count_lines(r.run.out, " priority=");
        cr_assert_gt(made, 1, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, " priority=-5"), made, "%s", r.run.out);
        host_free(&r);
    }
}

/*
 * What counts is what the program asked of the runtime, not how that puts it to its driver: here it
 * names 0 where the program named nothing, or nothing where the program named 0.
 */
Test(behaviour, keep_goes_by_what_the_program_named)
{
    static const char *const habits[] = {"FAKE_CUDART_NAMES=1", "FAKE_CUDART_UNNAMES=1"};

    for (size_t i = 0; i < 4; i++) {
        struct host_result r = host_run(&(struct host_run){.argv = {"host", "local"},
                                                           .library = library_builds[i % 2],
                                                           .priority = "high",
                                                           .explicit_ = "keep",
                                                           .env = {habits[i / 2], "HOST_CUDA="}});
        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        cr_assert_eq(count_lines(r.run.out, "asked=none = 0 priority=-5"), 3, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, "asked=0 = 0 priority=0"), 2, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, "asked=-3 = 0 priority=-3"), 2, "%s", r.run.out);
        host_free(&r);
    }
}

/* C10: a program on one runtime opens a library that is linked to another. */
Test(behaviour, two_runtimes_are_told_apart_by_their_versions)
{
    for (size_t b = 0; b < 2; b++) {
        struct host_result r = host_run(
            &(struct host_run){.argv = {"plugin_host_11", APPS_DIR "/libplugin.so", "link"},
                               .library = library_builds[b],
                               .priority = "high"});
        cr_assert_eq(spawn_code(&r.run), 0, "%s%s", r.run.out, r.run.err);
        size_t made = count_lines(r.run.out, " priority=");
        cr_assert_gt(made, 10, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, " priority=-5"), made, "%s", r.run.out);
        cr_assert_eq(count_lines(r.record, "cudart_11 "), 0, "%s", r.record);
        cr_assert_gt(count_lines(r.record, "cudart cudaStreamCreate"), 4);
        host_free(&r);
    }
}

/* A runtime stand-in with no driver under it is asked for the range itself. */
Test(behaviour, a_runtime_without_a_driver_takes_the_level)
{
    static const char *const hosts[][2] = {{"host_lone_runtime", "link"}, {"host", "local"}};

    for (size_t i = 0; i < 4; i++) {
        struct host_result r = host_run(
            &(struct host_run){.argv = {hosts[i / 2][0], hosts[i / 2][1]},
                               .library = library_builds[i % 2],
                               .priority = "high",
                               .ranges = "0:-5,0:-2",
                               .env = {"HOST_CUDA=", "HOST_CUDART=libcudart_alone.so.12"}});
        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        size_t made = count_lines(r.run.out, " = 0 priority=");
        cr_assert_gt(made, 10, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, "device=0") - count_lines(r.run.out, "priority=-5"), 0,
                     "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, "device=1") - count_lines(r.run.out, "priority=-2"), 0,
                     "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, "last error = 0"), 1);
        host_free(&r);
    }
}

/* A1 A7 A9 B1 B2 A2: who asks, what it gets, and what dlerror says. */
Test(behaviour, lookups_of_other_names_are_glibcs_own, .timeout = 60)
{
    same_as_bare(&(struct host_run){.argv = {"lookups", APPS_DIR "/liblookups_a.so"}}, "lookups");
}

/* D9 D16: nothing is invented where the bare program finds nothing. */
Test(behaviour, a_host_that_probes_for_cuda_finds_none)
{
    same_as_bare(&(struct host_run){.argv = {"probe"}}, "probe");
}

/* F1: another preload's constructor asks before ours has run. */
Test(behaviour, an_earlier_constructor_can_look_symbols_up)
{
    SKIP_IF(host_thread_sanitized, "its runtime is not up when such a constructor is answered");
    static const char *const orders[] = {"%s:%s/libearly.so", "%s/libearly.so:%s"};

    for (size_t i = 0; i < 4; i++) {
        char preload[2048];
        const char *library = library_builds[i % 2];
        if (i < 2)
            snprintf(preload, sizeof(preload), orders[0], library, APPS_DIR);
        else
            snprintf(preload, sizeof(preload), orders[1], APPS_DIR, library);
        struct host_result r = host_run(
            &(struct host_run){.argv = {"/bin/true"}, .library = preload, .priority = "low"});
        cr_assert_eq(spawn_code(&r.run), 0, "%s", preload);
        cr_assert_str_eq(r.run.out, "early: there there null null\n", "%s", preload);
        cr_assert_str_empty(r.run.err);
        host_free(&r);
        r = host_run(&(struct host_run){
            .argv = {"host_lazy", "link"}, .library = preload, .priority = "low"});
        cr_assert_eq(spawn_code(&r.run), 0, "%s", preload);
        cr_assert_eq(count_lines(r.run.out, "early: there there there there"), 1, "%s: %s", preload,
                     r.run.out);
        host_free(&r);
    }
}

/* A6: an interposer that stands after us reaches the real function, once, and sees each call. */
Test(behaviour, another_tools_interposer_still_sees_the_calls)
{
    for (size_t b = 0; b < 2; b++) {
        char preload[2048];
        snprintf(preload, sizeof(preload), "%s:%s/libinterposer.so", library_builds[b], APPS_DIR);
        struct host_result r = host_run(&(struct host_run){.argv = {"host_lazy", "link"},
                                                           .library = preload,
                                                           .priority = "default",
                                                           .env = {"HOST_CUDART="}});
        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        cr_assert_eq(count_lines(r.run.out, "interposer: cuStreamCreate"), 2, "%s", r.run.out);
        cr_assert_eq(count_lines(r.run.out, "LOOP"), 0);
        cr_assert_eq(count_lines(r.record, "cuda cuStreamCreate flags"), 2, "%s", r.record);
        host_free(&r);

        /* It wraps this one function only: what the level needs besides comes from the driver. */
        r = host_run(&(struct host_run){.argv = {"host_lazy", "link"},
                                        .library = preload,
                                        .priority = "high",
                                        .env = {"HOST_CUDART="}});
        size_t made = count_lines(r.run.out, " priority=");
        cr_assert_gt(made, 4);
        cr_assert_eq(count_lines(r.run.out, " priority=-5"), made, "%s", r.run.out);
        host_free(&r);
    }
}

/* A16: two that wrap dlsym, in both orders; the other finds the real one by name or by handle. */
Test(behaviour, another_wrapper_of_dlsym_sees_its_own_name)
{
    static const char *const wrappers[] = {"libdlsym_wrapper.so", "libdlsym_wrapper_by_handle.so"};

    SKIP_IF(host_sanitized,
            "its runtime's strcmp and this wrapper's dlsym call each other, bare too");
    for (size_t i = 0; i < 8; i++) {
        char preload[2048];
        const char *library = library_builds[i % 2], *wrapper = wrappers[i / 2 % 2];
        if (i < 4)
            snprintf(preload, sizeof(preload), "%s:%s/%s", library, APPS_DIR, wrapper);
        else
            snprintf(preload, sizeof(preload), "%s/%s:%s", APPS_DIR, wrapper, library);
        struct host_result r = host_run(
            &(struct host_run){.argv = {"wrapped"}, .library = preload, .priority = "high"});
        cr_assert_eq(spawn_code(&r.run), 0, "%s: %s", preload, r.run.err);
        char wanted[128]; /* an earlier library's dlsym is everybody's */
        snprintf(wanted, sizeof(wanted), "marker: 42\ngetpid: there\nnothing: null\ndlsym: %s\n",
                 i < 4 ? "libprioshim.so" : wrapper);
        cr_assert_str_eq(r.run.out, wanted, "%s", preload);
        host_free(&r);
        r = host_run(&(struct host_run){.argv = {"host", "local"},
                                        .library = preload,
                                        .priority = "high",
                                        .env = {"HOST_CUDART="}});
        size_t made = count_lines(r.run.out, " priority=");
        cr_assert_gt(made, 4, "%s: %s", preload, r.run.err);
        cr_assert_eq(count_lines(r.run.out, " priority=-5"), made, "%s: %s", preload, r.run.out);
        host_free(&r);
    }
}

/* F1 H9: the sanitizer's runtime stands before us and asks before libc is usable. */
Test(behaviour, a_sanitized_host_starts_and_takes_the_level)
{
    SKIP_IF(host_thread_sanitized, "the host is built for the other sanitizer");
    if (access(APPS_DIR "/host_asan", X_OK) != 0)
        cr_skip_test("this compiler has no address sanitizer");
    for (size_t b = 0; b < 2; b++) {
        struct host_result r = host_run(
            &(struct host_run){.argv = {"host_asan", "local"},
                               .library = library_builds[b],
                               .priority = "high",
                               .env = {"ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0"}});
        cr_assert_eq(spawn_code(&r.run), 0, "%s", r.run.err);
        size_t made = count_lines(r.run.out, " priority=");
        cr_assert_gt(made, 10);
        cr_assert_eq(count_lines(r.run.out, " priority=-5"), made, "%s", r.run.out);
        host_free(&r);
    }
}

/* E9: nothing is loaded or called for a program that has no CUDA, or only opens it. */
Test(behaviour, cuda_is_not_woken)
{
    for (size_t b = 0; b < 2; b++) {
        struct host_result r = host_run(&(struct host_run){.argv = {"/bin/cat", "/proc/self/maps"},
                                                           .library = library_builds[b],
                                                           .priority = "low"});
        cr_assert_eq(count_lines(r.run.out, "libprioshim.so") > 0, 1);
        cr_assert_eq(count_lines(r.run.out, "libcuda"), 0);
        cr_assert_str_empty(r.record);
        host_free(&r);
    }
}

static void says(const char *priority, const char *policy, const char *line)
{
    static const char *const hosts[][2] = {{"host", "local"}, {"host_lazy", "link"}};

    for (size_t i = 0; i < 4; i++) {
        struct host_run host = {.argv = {hosts[i / 2][0], hosts[i / 2][1]},
                                .library = library_builds[i % 2],
                                .priority = priority,
                                .explicit_ = policy,
                                .env = {i / 2 ? "HOST_CUDART=" : NULL}};
        struct host_result r = host_run(&host);
        cr_assert_eq(spawn_code(&r.run), 0);
        cr_assert_str_eq(r.run.err, line);
        cr_assert_eq(count_lines(r.record, " cuCtxGetStreamPriorityRange"), 0,
                     "not as with default");
        host_free(&r);
        host.argv[0] = "/bin/true"; /* a program without CUDA says nothing */
        r = host_run(&host);
        cr_assert_str_empty(r.run.err);
        host_free(&r);
    }
}

/* F7: garbage in the settings is named once, and the program runs as with default. */
Test(behaviour, a_bad_setting_is_named_once_at_the_first_hooked_call)
{
    char longer[4097];

    says("", "", "");
    says(NULL, NULL, "");
    says("HIGH ", NULL,
         "prioshim: PRIOSHIM_PRIORITY is 'HIGH '; it may be default, low or high; streams keep "
         "their own priority\n");
    says("low", "perhaps",
         "prioshim: PRIOSHIM_EXPLICIT is 'perhaps'; it may be override or keep; streams keep "
         "their own priority\n");
    says("9\n9", "k\033",
         "prioshim: PRIOSHIM_PRIORITY is '9?9'; it may be default, low or high; streams keep "
         "their own priority\n"
         "prioshim: PRIOSHIM_EXPLICIT is 'k?'; it may be override or keep; streams keep their "
         "own priority\n");
    memset(longer, 'x', sizeof(longer) - 1);
    longer[sizeof(longer) - 1] = '\0';
    longer[80] = '\0';
    says(longer, NULL,
         "prioshim: PRIOSHIM_PRIORITY is "
         "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'; it may be "
         "default, low or high; streams keep their own priority\n");
}

Test(behaviour, words_are_read_in_any_case)
{
    static const char *const words[][2] = {{"LOW", "0"}, {"High", "-5"}, {"hIGH", "-5"}};

    for (size_t i = 0; i < 3; i++) {
        char wanted[32];
        struct host_result r = host_run(&(struct host_run){.argv = {"host", "local"},
                                                           .library = library_builds[0],
                                                           .priority = words[i][0],
                                                           .explicit_ = "Override"});
        snprintf(wanted, sizeof(wanted), " priority=%s ", words[i][1]);
        size_t made = count_lines(r.run.out, " priority=");
        cr_assert_gt(made, 10);
        cr_assert_eq(count_lines(r.run.out, wanted), made, "%s", r.run.out);
        host_free(&r);
    }
}
