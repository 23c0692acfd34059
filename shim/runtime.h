/* SPDX-License-Identifier: MIT */
/* What a GPU runtime hands the core. The list of runtimes is runtime.def. */
#ifndef PRIOSHIM_RUNTIME_H
#define PRIOSHIM_RUNTIME_H

#include <stdint.h>

struct runtime {
    /* The number of the hooked function of that name, or -1. */
    int (*find)(const char *name);
    /*
     * The function to hand out in the place of `function`, which the program's own lookup found as
     * hooked function `number`; `function` itself where there is nothing to put before it.
     * `caller` is an address of the code that asked.
     */
    void *(*wrap)(int number, void *function, const void *caller);
};

/* Beside it, for the lookup stubs: the third bytes that hooked names have, as names.c has them. */
#define RUNTIME(folder, first, second)                                                             \
    extern const struct runtime folder##_runtime;                                                  \
    extern const uint64_t folder##_thirds __attribute__((visibility("hidden")));
#include "runtime.def"
#undef RUNTIME

#endif
