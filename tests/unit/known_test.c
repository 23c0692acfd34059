/* SPDX-License-Identifier: MIT */
/* What a lookup by handle finds out once, and for which functions and handles that counts. */
#include "cuda/cuda.h"
#include "symbols.h"

#include <criterion/criterion.h>
#include <dlfcn.h>

__typeof(dlsym) *prioshim_real_dlsym;
__typeof(dlvsym) *prioshim_real_dlvsym;

/* In the place of the entries, each a number of its own. */
#define COMPANION(result, name, parameters)
#define HOOK(room, result, name, base, since, until, when, parameters, arguments, asks)            \
    [HOOK_##name] = {8 * HOOK_##name,     8 * HOOK_##name + 1, 8 * HOOK_##name + 2,                \
                     8 * HOOK_##name + 3, 8 * HOOK_##name + 4, 8 * HOOK_##name + 5,                \
                     8 * HOOK_##name + 6, 8 * HOOK_##name + 7},
const int32_t cuda_entries[CUDA_HOOKS][CUDA_LIBRARIES] = {
#include "cuda/hooks.def"
};
#undef HOOK
#undef COMPANION

static int handed;

void cuda_watch_handed(enum cuda_hook hook, unsigned int way, const void *caller)
{
    (void)hook, (void)way, (void)caller;
    handed++;
}

static void *a, *b;

static void start(void)
{
    symbols_start();
    a = dlopen(FAKE_DIR "/driver/libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    b = dlopen(FAKE_DIR "/driver_b/libcuda_b.so.1", RTLD_NOW | RTLD_LOCAL);
    cr_assert(a && b, "%s", dlerror());
    asked_attention = 0;
    asked_settings = (struct settings){.priority = PRIORITY_HIGH};
}

TestSuite(known, .init = start);

enum { HOOK = HOOK_cuStreamCreate, OTHER_HOOK = HOOK_cuStreamCreateWithPriority };

static void *in(void *driver)
{
    return dlsym(driver, "cuStreamCreate");
}

static void *wrapped(void *driver)
{
    return cuda_wrap(HOOK, in(driver), driver, start);
}

static void *known(void *driver, void *function)
{
    return cuda_known(HOOK, function, driver, start);
}

Test(known, nothing_is_before_it_was_wrapped)
{
    cr_assert_null(known(a, in(a)));
}

Test(known, what_was_wrapped_is_by_its_own_handle_alone)
{
    void *entry = wrapped(a), *entry_of_b = wrapped(b);

    cr_assert_eq(entry, cuda_entry_at(HOOK, 0));
    cr_assert_eq(entry_of_b, cuda_entry_at(HOOK, 1));
    cr_assert_eq(known(a, in(a)), entry);
    cr_assert_eq(known(b, in(b)), entry_of_b);
    cr_assert_null(known(b, in(a)));
    cr_assert_null(known(a, in(b)));
    cr_assert_null(known(&handed, in(a)));
    cr_assert_null(known(a, dlsym(a, "cuInit")));
    cr_assert_null(cuda_known(OTHER_HOOK, in(a), a, start));
}

Test(known, what_is_not_wanted_is_what_was_found_but_for_our_own)
{
    asked_settings.priority = PRIORITY_DEFAULT;
    cr_assert_eq(wrapped(a), in(a));
    cr_assert_eq(known(a, in(a)), in(a));
    cr_assert_eq(known(b, in(b)), in(b));
    cr_assert_null(known(a, start)); /* it lies in this program, as the room does */
    cr_assert_null(cuda_known(OTHER_HOOK, in(a), a, start));
}

Test(known, where_there_is_attention_nothing_is)
{
    asked_attention = ASKED_WATCH;
    cr_assert_eq(wrapped(a), cuda_entry_at(HOOK, 0));
    cr_assert_eq(handed, 1);
    cr_assert_null(known(a, in(a)));
    asked_settings.priority = PRIORITY_DEFAULT;
    cr_assert_eq(cuda_wrap(HOOK_cuLaunchKernel, in(a), a, start), in(a));
    cr_assert_null(cuda_known(HOOK_cuLaunchKernel, in(a), a, start));
}

Test(known, who_looks_up_what_is_known_is_noted)
{
    wrapped(a);
    cr_assert(cuda_is_last_user(start));
    cr_assert_eq(cuda_known(HOOK, in(a), a, &handed), cuda_entry_at(HOOK, 0));
    cr_assert(cuda_is_last_user(&handed));
    cuda_known(HOOK, in(b), a, start); /* which is not known */
    cr_assert(cuda_is_last_user(&handed));
}
