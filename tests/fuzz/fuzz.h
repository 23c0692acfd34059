/* SPDX-License-Identifier: MIT */
/* What every fuzz target defines, and how it says that a promise is broken. */
#ifndef PRIOSHIM_TESTS_FUZZ_H
#define PRIOSHIM_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* libFuzzer's entry; the replay program calls it too. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Not assert: it must hold in builds with NDEBUG too. */
#define PROMISE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #condition);                \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

#endif
