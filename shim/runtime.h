/* SPDX-License-Identifier: MIT */
/* What a GPU runtime hands the core. The list of runtimes is runtime.def. */
#ifndef PRIOSHIM_RUNTIME_H
#define PRIOSHIM_RUNTIME_H

#include "direct.h"

#include <stdint.h>

/*
 * What each defines, under its folder's name; no table of pointers, which would have to be
 * relocated first: lookups come earlier than that.
 *
 *   int folder_find(const char *name)
 *       The number of the hooked function of that name, or -1.
 *
 *   void *folder_wrap(int number, void *function, const void *handle, const void *caller)
 *       The function to hand out in the place of `function`, which the program's own lookup found
 * as hooked function `number`; `function` itself where there is nothing to put before it. `caller`
 * is an address of the code that asked.
 *
 *   void *folder_known(int number, void *function, const void *handle, const void *caller)
 *       The same, at little cost, where it was found by a handle, which is open, and is known from
 *       before; else NULL.
 *
 *   const struct runtime_bytes folder_bytes
 *       For the lookup stubs: the third and the ninth bytes that hooked names have, as bit N for
 *       those that end in N by their lower six bits. No hooked name is shorter.
 */
enum { RUNTIME_THIRD = 2, RUNTIME_NINTH = 8 };
struct runtime_bytes {
    uint64_t thirds, ninths;
};

#define RUNTIME(folder, first, second)                                                             \
    DIRECT int folder##_find(const char *name);                                                    \
    DIRECT void *folder##_wrap(int number, void *function, const void *handle,                     \
                               const void *caller);                                                \
    DIRECT void *folder##_known(int number, void *function, const void *handle,                    \
                                const void *caller);                                               \
    extern const struct runtime_bytes folder##_bytes __attribute__((visibility("hidden")));
#include "runtime.def"
#undef RUNTIME

#endif
