/* SPDX-License-Identifier: MIT */
/* The three words of a stream priority, and what each one means in a runtime's own numbers. */
#ifndef PRIOSHIM_PRIORITY_H
#define PRIOSHIM_PRIORITY_H

#include <stdbool.h>

/* A portable hint; each GPU runtime maps it to its own range. */
enum stream_priority {
    PRIORITY_DEFAULT, /* the runtime's own behaviour, untouched */
    PRIORITY_LOW,     /* the lowest priority that the runtime supports */
    PRIORITY_HIGH,    /* the highest */
};

/* The words as a person writes them, in the order of the enum, ended by an empty one. They are no
 * pointers, which the loader would have to relocate in every process. */
enum { WORD_SIZE = 10 };
#define PRIORITY_WORDS                                                                             \
    {                                                                                              \
        "default", "low", "high", ""                                                               \
    }
extern const char priority_words[][WORD_SIZE];

/*
 * The native number that stands for a word in the range that a device reported.
 *
 * In CUDA and HIP a lower number runs first, so greatest <= least (cuCtxGetStreamPriorityRange in
 * the CUDA driver API manual; ranges seen: 0..-5, 0..-2, 0..-1, and 1..-1 on HIP).
 *
 * Returns false and leaves *native alone where the word asks for nothing or the range offers
 * nothing to choose from: 0..0 (how a driver says that it knows no priorities) and a range that is
 * the wrong way round.
 */
static inline bool priority_native(enum stream_priority word, int least, int greatest, int *native)
{
    if (word == PRIORITY_DEFAULT || greatest >= least)
        return false;
    *native = word == PRIORITY_LOW ? least : greatest;
    return true;
}

#endif
