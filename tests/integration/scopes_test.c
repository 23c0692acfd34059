/* Which definition a lookup or a call means, and how long it stays: against the same host run bare.
 */
#include "host.h"

#include <criterion/criterion.h>
#include <stdio.h>

static void same_as_bare(const struct host_run *host)
{
    struct host_result bare = host_run(host);

    cr_assert_eq(spawn_code(&bare.run), 0, "bare: %s%s", bare.run.out, bare.run.err);
    for (size_t b = 0; b < 2; b++) {
        struct host_run shimmed = *host;
        shimmed.library = library_builds[b];
        shimmed.priority = "default";
        struct host_result under = host_run(&shimmed);
        cr_assert_eq(under.run.status, bare.run.status, "%d", spawn_code(&under.run));
        cr_assert_str_eq(under.run.out, bare.run.out);
        cr_assert_str_eq(under.run.err, bare.run.err);
        cr_assert_str_eq(under.record, bare.record);
        host_free(&under);
    }
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
    }
}
