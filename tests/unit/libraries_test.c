/* SPDX-License-Identifier: MIT */
/* Which function belongs to which library: with the room and the finder linked into this program.
 */
#include "cuda/cuda.h"
#include "symbols.h"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <pthread.h>

__typeof(dlsym) *prioshim_real_dlsym;
__typeof(dlvsym) *prioshim_real_dlvsym;

static void *open_driver(const char *path)
{
    void *driver = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    cr_assert(driver, "%s", dlerror());
    return driver;
}

TestSuite(libraries, .init = symbols_start);

#define A open_driver(FAKE_DIR "/driver/libcuda.so.1")
#define B open_driver(FAKE_DIR "/driver_b/libcuda_b.so.1")

static struct cuda_library *of(void *driver, enum cuda_hook hook)
{
    return cuda_library_of(hook, dlsym(driver, cuda_names[hook].text), NULL);
}

Test(libraries, functions_of_one_object_belong_together)
{
    void *a = A, *b = B;
    struct cuda_library *of_a = of(a, HOOK_cuStreamCreate);

    cr_assert(of_a);
    /* One that is the first of its name still belongs to its own object. */
    cr_assert_neq(of(b, HOOK_cuStreamCreateWithPriority), of_a);
    cr_assert_eq(of(a, HOOK_cuStreamCreateWithPriority), of_a);
    cr_assert_eq(of(a, HOOK_cuStreamCreate), of_a);
    cr_assert_neq(of(b, HOOK_cuStreamCreate), of_a);
    cr_assert_eq((void *)of_a->real.cuStreamCreate, dlsym(a, "cuStreamCreate"));
    cr_assert_eq((void *)of_a->own.cuCtxGetStreamPriorityRange,
                 dlsym(a, "cuCtxGetStreamPriorityRange"));
}

/* D7: two implementations of one name, in one object, are kept apart. */
Test(libraries, another_implementation_of_a_name_has_a_place_of_its_own)
{
    void *a = A;
    struct cuda_library *first = of(a, HOOK_cuStreamCreate);
    struct cuda_library *second =
        cuda_library_of(HOOK_cuStreamCreate, dlsym(a, "cuStreamGetFlags"), NULL);

    cr_assert(second);
    cr_assert_neq(first, second);
    cr_assert_eq((void *)first->real.cuStreamCreate, dlsym(a, "cuStreamCreate"));
    cr_assert_eq((void *)second->real.cuStreamCreate, dlsym(a, "cuStreamGetFlags"));
}

Test(libraries, what_is_known_is_found_again_without_a_search)
{
    void *a = A;
    void *function = dlsym(a, "cuStreamCreate");

    cr_assert_null(cuda_known_library_of(HOOK_cuStreamCreate, function));
    struct cuda_library *library = of(a, HOOK_cuStreamCreate);
    cr_assert_eq(cuda_known_library_of(HOOK_cuStreamCreate, function), library);
    cr_assert_null(cuda_known_library_of(HOOK_cuStreamCreateWithPriority, function));
}

/* K3: the address may be one that a driver had which is gone, and another's now. */
Test(libraries, what_is_known_is_known_of_its_own_object)
{
    void *function = dlsym(B, "cuStreamCreateWithPriority");
    struct cuda_library *a = of(A, HOOK_cuStreamCreate);

    a->hooked[HOOK_cuStreamCreateWithPriority] = function;
    cr_assert_null(cuda_known_library_of(HOOK_cuStreamCreateWithPriority, function));
}

/* K3 again: so may the handle, and the object's address. */
Test(libraries, a_handle_is_known_by_where_its_object_lies)
{
    void *a = A, *b = B;
    struct cuda_place *place = &cuda_places[of(a, HOOK_cuStreamCreate) - cuda_libraries];

    cr_assert(cuda_is_of_handle(place, a));
    cr_assert_not(cuda_is_of_handle(place, b));
    cr_assert_not(cuda_is_of_handle(place, (void *)1)); /* another library's own kind of one */
    place->dynamic++;
    cr_assert_not(cuda_is_of_handle(place, a));
}

Test(libraries, the_place_of_an_unloaded_driver_is_used_again)
{
    for (int i = 0; i < 4 * CUDA_LIBRARIES; i++) {
        void *driver = i % 2 ? B : A;
        struct cuda_library *library = of(driver, HOOK_cuStreamCreate);
        cr_assert(library, "no place left after %d", i);
        cr_assert_eq((void *)library->real.cuStreamCreate, dlsym(driver, "cuStreamCreate"));
        cr_assert_null(library->real.cuStreamCreateWithPriority);
        dlclose(driver);
    }
}

/* A function that lies in no object, or in one without exports, belongs to whoever gave it. */
Test(libraries, a_function_of_nowhere_belongs_to_its_door)
{
    int nowhere;
    struct cuda_library *door = of(A, HOOK_cuStreamCreate);

    cr_assert_eq(cuda_library_of(HOOK_cuStreamCreateWithPriority, &nowhere, door), door);
    cr_assert_null(cuda_library_of(HOOK_cuStreamCreateWithPriority, &nowhere + 1, NULL));
}

Test(libraries, a_driver_without_a_companion_has_none)
{
    struct cuda_library *old =
        of(open_driver(FAKE_DIR "/driver_old/libcuda.so.1"), HOOK_cuStreamCreate);

    of(B, HOOK_cuStreamCreate); /* another one that has it is not asked */
    cr_assert(old);
    cr_assert_null(CUDA_COMPANION(old, cuCtxGetStreamPriorityRange));
}

static void *driver_of_all;

static void *look(void *unused)
{
    (void)unused;
    return of(driver_of_all, HOOK_cuStreamCreate);
}

/* At worst several places hold one library; none is half filled. */
Test(libraries, many_threads_may_find_one_library_at_once)
{
    pthread_t threads[32];
    void *found;

    driver_of_all = A;
    for (int i = 0; i < 32; i++)
        pthread_create(&threads[i], NULL, look, NULL);
    for (int i = 0; i < 32; i++) {
        pthread_join(threads[i], &found);
        struct cuda_library *library = found;
        cr_assert(library);
        cr_assert_eq((void *)library->real.cuStreamCreate, dlsym(driver_of_all, "cuStreamCreate"));
        cr_assert(library->own.cuCtxGetStreamPriorityRange);
    }
}

Test(libraries, a_runtime_that_was_handed_our_functions_is_remembered)
{
    void *runtime = open_driver(FAKE_DIR "/runtime/libcudart.so.12");
    struct cuda_library *a = of(A, HOOK_cuStreamCreate);

    cr_assert_not(cuda_is_user(a));
    cuda_note_user(dlsym(runtime, "cudaStreamCreate"));
    cr_assert_not(cuda_is_user(a));
    cuda_note_user(dlsym(A, "cuInit"));
    cr_assert(cuda_is_user(a));
}

/* One who asks for hundreds of functions, and as many askers as are remembered. */
Test(libraries, a_runtime_is_remembered_whoever_asks_besides)
{
    struct cuda_library *a = of(A, HOOK_cuStreamCreate);
    static char elsewhere[16];

    cuda_note_user(dlsym(A, "cuInit"));
    for (int i = 0; i < 100; i++)
        cuda_note_user(&elsewhere[i % 7]);
    cr_assert(cuda_is_user(a));
}

Test(libraries, who_asked_is_forgotten_with_its_library)
{
    void *first = A;
    struct cuda_library *place = of(first, HOOK_cuStreamCreate);
    static char elsewhere[8];

    cuda_note_user(dlsym(first, "cuInit"));
    cr_assert(cuda_is_user(place));
    for (int i = 0; i < 8; i++)
        cuda_note_user(&elsewhere[i]);
    dlclose(first);
    cr_assert_eq(of(B, HOOK_cuStreamCreate), place, "another place: this shows nothing");
    cr_assert_not(cuda_is_user(place));
}

/* A driver's trampoline may lie in a library of its own. */
Test(libraries, a_function_of_an_object_that_is_no_driver_belongs_to_its_door)
{
    struct cuda_library *door = of(A, HOOK_cuStreamCreate);
    void *elsewhere = dlsym(RTLD_DEFAULT, "getpid");

    cr_assert_eq(cuda_library_of(HOOK_cuStreamCreateWithPriority, elsewhere, door), door);
}

static void exports_are_those_of(void *handle)
{
    const void *inside = dlsym(handle, "cuInit");

    for (int hook = 0; hook < CUDA_HOOKS; hook++)
        cr_assert_eq(cuda_export_beside((enum cuda_hook)hook, inside),
                     dlsym(handle, cuda_names[hook].text), "%s", cuda_names[hook].text);
}

Test(libraries, what_an_object_exports_is_told_with_and_without_a_place)
{
    void *drivers[] = {A, B, open_driver(FAKE_DIR "/driver_old/libcuda.so.1")};

    for (int i = 0; i < 3; i++)
        exports_are_those_of(drivers[i]);
    for (int i = 0; i < 3; i++) {
        cr_assert(of(drivers[i], HOOK_cuStreamCreate));
        for (int k = 0; k < 3; k++)
            exports_are_those_of(drivers[k]);
    }
    cr_assert_null(cuda_export_beside(HOOK_cuGreenCtxStreamCreate, dlsym(drivers[2], "cuInit")));
}

/* What a driver hands out may be another's, or not what it exports. */
Test(libraries, a_driver_takes_in_its_own_export_at_a_look)
{
    enum cuda_hook hook = HOOK_cuStreamCreateWithPriority;
    void *a = A, *own = dlsym(a, "cuStreamCreateWithPriority");
    struct cuda_library *door = of(a, HOOK_cuStreamCreate);

    cr_assert_not(cuda_settle_own(door, hook, dlsym(B, "cuStreamCreateWithPriority")));
    cr_assert_not(cuda_settle_own(door, hook, dlsym(a, "cuStreamCreate")));
    cr_assert_null(cuda_slot(door, hook));
    cr_assert(cuda_settle_own(door, hook, own));
    cr_assert_eq(cuda_slot(door, hook), own);
    cr_assert(cuda_settle_own(door, hook, own));
    cr_assert_not(cuda_settle_own(door, HOOK_cudaStreamCreate, own));
}

Test(libraries, a_refusal_is_forgotten_with_its_library)
{
    void *first = A;
    struct cuda_library *place = of(first, HOOK_cuStreamCreate);

    place->refuses_launches = true;
    dlclose(first);
    cr_assert_eq(of(B, HOOK_cuStreamCreate), place, "another place: this shows nothing");
    cr_assert_not(place->refuses_launches);
}
