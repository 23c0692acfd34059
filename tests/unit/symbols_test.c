/* SPDX-License-Identifier: MIT */
/* The finder, linked into this program: "ours" is then the program itself. */
#include "symbols.h"

#include "symtab.h"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <errno.h>
#include <string.h>

/* What the stubs keep. */
__typeof(dlsym) *prioshim_real_dlsym;
__typeof(dlvsym) *prioshim_real_dlvsym;

Test(symbols, finds_libcs_own_dlsym)
{
    symbols_start();
    void *libc = dlopen("libc.so.6", RTLD_NOW);
    cr_assert_eq((void *)prioshim_real_dlsym, dlsym(libc, "dlsym"));
    cr_assert_eq((void *)prioshim_real_dlvsym, dlsym(libc, "dlvsym"));
}

Test(symbols, tells_our_addresses_from_others)
{
    static int here;

    cr_assert(objects_is_ours(&here));
    cr_assert(objects_is_ours((void *)objects_is_ours));
    cr_assert_not(objects_is_ours((void *)prioshim_real_dlsym));
    cr_assert_not(objects_is_ours(NULL));
}

Test(symbols, tells_the_object_of_an_address)
{
    int on_stack;

    symbols_start();
    void *libc = dlopen("libc.so.6", RTLD_NOW);
    struct link_map *map;
    dlinfo(libc, RTLD_DI_LINKMAP, &map);
    struct object object = objects_at(dlsym(libc, "getpid"));
    cr_assert_eq(object.map, map);
    cr_assert_eq(object.start, map->l_addr);
    cr_assert_null(objects_at(&on_stack).map);
    cr_assert_null(objects_at(NULL).map);
}

Test(symbols, tells_who_comes_before_us)
{
    symbols_start();
    cr_assert_eq(objects_place_of((void *)symbols_start), PLACE_US);
    cr_assert_eq(objects_place_of(dlsym(RTLD_DEFAULT, "getpid")), PLACE_AFTER_US);
    cr_assert_eq(objects_place_of(NULL), PLACE_UNKNOWN);
}

/* B2: an error that the program has pending, and errno, are still there after a search. */
Test(symbols, a_search_for_a_call_touches_neither_errno_nor_dlerror)
{
    struct object where;

    void *driver = dlopen(FAKE_DIR "/driver/libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    void *wanted = dlsym(driver, "cuStreamCreate");
    dlerror();
    cr_assert_null(dlsym(RTLD_DEFAULT, "no_such_function"));
    errno = 77;
    cr_assert_eq(symbols_for_call("cuStreamCreate", NULL, &where), wanted);
    cr_assert_null(symbols_for_call("no_such_function_either", NULL, &where));
    cr_assert_null(where.map);
    cr_assert_eq(errno, 77);
    cr_assert(strstr(dlerror(), "no_such_function"));
}

static void note(void *called)
{
    *(bool *)called = true;
}

Test(symbols, an_object_that_is_gone_is_not_read)
{
    symbols_start();
    void *driver = dlopen(FAKE_DIR "/driver/libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    struct object object = objects_at(dlsym(driver, "cuInit"));
    cr_assert_eq(objects_function(&object, "cuInit"), dlsym(driver, "cuInit"));
    struct link_map left = *object.map; /* what is left of one may still be readable */
    struct object gone = {&left, object.start, object.shape};
    cr_assert_null(objects_function(&gone, "cuInit"));
    bool held = false;
    objects_hold(&gone, note, &held);
    cr_assert_not(held);
    dlclose(driver);
    cr_assert_null(objects_function(&object, "cuInit"));
}

/* K3: of two drivers, a library means the one that it needs. */
Test(symbols, a_caller_means_the_driver_that_it_needs)
{
    struct object where;

    symbols_start(); /* what is loaded later is not the program's own */
    dlopen(FAKE_DIR "/driver_b/libcuda_b.so.1", RTLD_NOW | RTLD_LOCAL);
    void *plugin = dlopen(APPS_DIR "/libplugin.so", RTLD_NOW | RTLD_LOCAL);
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    cr_assert(plugin && driver, "%s", dlerror());
    cr_assert_eq(symbols_for_call("cuStreamCreate", dlsym(plugin, "go"), &where),
                 dlsym(driver, "cuStreamCreate"));
    cr_assert(symtab_is(where.map, "libcuda.so.1"));
}

/* A library that holds a driver's function itself, as one with a static runtime may, means its own.
 */
Test(symbols, a_callers_own_definition_comes_before_one_that_was_loaded_earlier)
{
    struct object where;

    symbols_start();
    dlopen(FAKE_DIR "/driver_b/libcuda_b.so.1", RTLD_NOW | RTLD_LOCAL);
    void *library = dlopen(APPS_DIR "/libproxy_driver.so", RTLD_NOW | RTLD_LOCAL);
    cr_assert(library, "%s", dlerror());
    void *own = dlsym(library, "cuStreamCreate");
    cr_assert_eq(symbols_for_call("cuStreamCreate", own, &where), own);
}

Test(symbols, of_equals_the_first_loaded_is_meant)
{
    struct object where;

    symbols_start();
    void *first = dlopen(FAKE_DIR "/driver_b/libcuda_b.so.1", RTLD_NOW | RTLD_LOCAL);
    void *second = dlopen(FAKE_DIR "/driver/libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    cr_assert(first && second);
    cr_assert_eq(symbols_for_call("cuStreamCreate", NULL, &where), dlsym(first, "cuStreamCreate"));
}

/* C10: two runtimes at once, told apart by the version that the caller was linked to. */
Test(symbols, a_versioned_call_means_the_runtime_of_that_version)
{
    struct object where;

    symbols_start();
    dlopen(FAKE_DIR "/runtime_11/libcudart.so.11.0", RTLD_NOW | RTLD_LOCAL);
    void *plugin = dlopen(APPS_DIR "/libplugin.so", RTLD_NOW | RTLD_LOCAL);
    cr_assert(plugin, "%s", dlerror());
    cr_assert(symbols_for_call("cudaStreamCreate", dlsym(plugin, "go"), &where));
    cr_assert(symtab_is(where.map, "libcudart.so.12"));
}

Test(symbols, a_lookup_in_a_callers_scope_sees_what_it_needs)
{
    symbols_start();
    void *a = dlopen(APPS_DIR "/liblookups_a.so", RTLD_NOW | RTLD_LOCAL);
    cr_assert(a, "%s", dlerror());
    void *in_b = dlsym(a, "only_in_b");
    cr_assert(in_b);
    cr_assert_eq(symbols_in_scope_of(dlsym(a, "a_asks"), "only_in_b", NULL), in_b);
    cr_assert_null(symbols_in_scope_of(dlsym(a, "a_asks"), "no_such", NULL));
    /* Itself comes first, and what it does not need is none of it. */
    cr_assert_eq(symbols_in_scope_of(dlsym(a, "a_asks"), "in_both", NULL), dlsym(a, "in_both"));
    void *other = dlopen(APPS_DIR "/libsysv.so", RTLD_NOW | RTLD_LOCAL);
    cr_assert(other && dlsym(other, "sysv_one"));
    cr_assert_null(symbols_in_scope_of(dlsym(a, "a_asks"), "sysv_one", NULL));
    dlclose(a);
    cr_assert_null(dlopen(APPS_DIR "/liblookups_a.so", RTLD_NOW | RTLD_NOLOAD), "held open");
}
