/* SPDX-License-Identifier: MIT */
/* Against the real loader: what the reader finds must be what dlsym finds in the same object. */
#include "symtab.h"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <string.h>

static const struct link_map *open_map(const char *path)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    struct link_map *map = NULL;

    cr_assert(handle, "%s", dlerror());
    cr_assert_eq(dlinfo(handle, RTLD_DI_LINKMAP, &map), 0);
    return map;
}

static void same_as_dlsym(const char *path, const char *const names[])
{
    const struct link_map *map = open_map(path);
    void *handle = dlopen(path, RTLD_NOW | RTLD_NOLOAD);

    for (size_t i = 0; names[i]; i++)
        cr_assert_eq(symtab_function(map, names[i], NULL), dlsym(handle, names[i]), "%s in %s",
                     names[i], path);
}

static const char *const functions[] = {"cuInit",
                                        "cuStreamCreate",
                                        "cuStreamCreateWithPriority",
                                        "cuGreenCtxStreamCreate",
                                        "cuGetProcAddress",
                                        "cuGetProcAddress_v2",
                                        "cuNoSuch",
                                        "",
                                        NULL};

Test(symtab, finds_what_dlsym_finds)
{
    static const char *const libc[] = {"getpid",          "dlsym", "dlvsym",  "dlopen",
                                       "dl_iterate_phdr", "write", "no_such", NULL};

    same_as_dlsym(FAKE_DIR "/driver/libcuda.so.1", functions);
    same_as_dlsym("libc.so.6", libc);
}

/* Where an object has kept old versions of a function, the default one is meant. */
Test(symtab, finds_the_default_of_several_versions)
{
    static const char *const libc[] = {"realpath", "posix_spawn", "regexec", "pthread_cond_wait",
                                       "fmemopen", "nftw",        NULL};

    same_as_dlsym("libc.so.6", libc);
}

/* Objects linked with --hash-style=sysv have the old table alone. */
Test(symtab, reads_an_object_that_has_only_the_old_hash_table)
{
    same_as_dlsym(APPS_DIR "/libsysv.so",
                  (const char *const[]){"sysv_one", "sysv_two", "no", NULL});
}

Test(symtab, takes_the_version_that_is_asked_for)
{
    const struct link_map *map = open_map(FAKE_DIR "/runtime/libcudart.so.12");
    void *here = symtab_function(map, "cudaStreamCreate", NULL);

    cr_assert(here);
    cr_assert_eq(symtab_function(map, "cudaStreamCreate", "libcudart.so.12"), here);
    cr_assert_null(symtab_function(map, "cudaStreamCreate", "libcudart.so.11.0"));
}

/* glibc: an object without versions satisfies every versioned reference. */
Test(symtab, an_unversioned_definition_satisfies_any_version)
{
    const struct link_map *map = open_map(FAKE_DIR "/driver/libcuda.so.1");

    cr_assert_eq(symtab_function(map, "cuStreamCreate", "libcuda.so.1"),
                 symtab_function(map, "cuStreamCreate", NULL));
}

Test(symtab, data_of_that_name_is_no_function)
{
    cr_assert_null(symtab_function(open_map(APPS_DIR "/libdata.so"), "cuStreamCreate", NULL));
}

Test(symtab, tells_the_version_that_a_caller_refers_to)
{
    const struct link_map *plugin = open_map(APPS_DIR "/libplugin.so");

    cr_assert_str_eq(symtab_wanted_version(plugin, "cudaStreamCreate"), "libcudart.so.12");
    cr_assert_null(symtab_wanted_version(plugin, "cuStreamCreate"));
    cr_assert_null(symtab_wanted_version(plugin, "no_such"));
}

Test(symtab, tells_what_an_object_needs)
{
    const struct link_map *plugin = open_map(APPS_DIR "/libplugin.so");
    const struct link_map *driver = open_map(FAKE_DIR "/driver/libcuda.so.1");
    const struct link_map *other = open_map(FAKE_DIR "/driver_b/libcuda_b.so.1");

    cr_assert(symtab_needs(plugin, driver));
    cr_assert_not(symtab_needs(plugin, other));
    cr_assert_not(symtab_needs(driver, plugin));
    cr_assert(symtab_is(driver, "libcuda.so.1"));
    cr_assert_not(symtab_is(driver, "libcuda_b.so.1"));
}
