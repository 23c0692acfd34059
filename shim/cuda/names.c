/* SPDX-License-Identifier: MIT */
/*
 * Which names are the rows', by two bytes of each: the third, and the ninth, behind "cuStream" and
 * its like. (All begin with "cu"; none is shorter.) The compiler makes the tables of the rows.
 */
#include "../runtime.h"
#include "cuda.h"

_Static_assert(CUDA_HOOKS <= 32, "a row has its bit");

#define COMPANION(result, name, parameters)

/* The third bytes that occur, for the lookup stub: bit N for those that end in N by six bits. */
#define HOOK(result, name, base, since, until, when, parameters, arguments, asks)                  \
    | UINT64_C(1) << (#name[2] & 63)
const uint64_t cuda_thirds = 0
#include "hooks.def"
    ;
#undef HOOK

/* The rows that have a byte in a place, by its lower five bits: upper and lower case are alike. */
enum { THIRD = 2, NINTH = 8, BYTES = 32 };
#define HOOK(result, name, base, since, until, when, parameters, arguments, asks)                  \
    | (uint32_t)((#name[PLACE] & (BYTES - 1)) == BYTE) << HOOK_##name

static const uint32_t rows_by_third[BYTES] = {
#define PLACE THIRD
#include "bytes.def"
#undef PLACE
};

static const uint32_t rows_by_ninth[BYTES] = {
#define PLACE NINTH
#include "bytes.def"
#undef PLACE
};

uint32_t cuda_candidates(const char *name)
{
    if (name[0] != 'c' || name[1] != 'u')
        return 0;
    uint32_t rows = rows_by_third[name[THIRD] & (BYTES - 1)];
    /* Nothing is read behind the name's end. */
    if (!rows || !name[3] || !name[4] || !name[5] || !name[6] || !name[7])
        return 0;
    return rows & rows_by_ninth[name[NINTH] & (BYTES - 1)];
}
