/* SPDX-License-Identifier: MIT */
/*
 * Which names are the rows', by two bytes of each: the third, and the ninth, behind "cuStream" and
 * its like. (All begin with "cu"; none is shorter.) The compiler makes the tables of the rows.
 */
#include "../runtime.h"
#include "cuda.h"

_Static_assert(CUDA_HOOKS <= 32, "a row has its bit");

#define HOOK(room, result, name, base, since, until, when, parameters, arguments, asks)            \
    [HOOK_##name] = SYMTAB_NAME(#name),
#define COMPANION(result, name, parameters) [CUDA_HOOKS + COMPANION_##name] = SYMTAB_NAME(#name),
const struct symtab_name cuda_names[CUDA_HOOKS + CUDA_COMPANIONS] = {
#include "hooks.def"
};
#undef COMPANION
#undef HOOK

#define COMPANION(result, name, parameters)

#define HOOK(room, result, name, base, since, until, when, parameters, arguments, asks)            \
    [HOOK_##name] = {base, sizeof(base), when, since, until},
const struct cuda_row cuda_rows[CUDA_HOOKS] = {
#include "hooks.def"
};
#undef HOOK

/* For the lookup stub: bit N for the bytes that end in N by six bits. */
const struct runtime_bytes cuda_bytes = {
#define HOOK(room, result, name, base, since, until, when, parameters, arguments, asks)            \
    | UINT64_C(1) << (#name[RUNTIME_THIRD] & 63)
    .thirds = 0
#include "hooks.def"
    ,
#undef HOOK
#define HOOK(room, result, name, base, since, until, when, parameters, arguments, asks)            \
    | UINT64_C(1) << (#name[RUNTIME_NINTH] & 63)
    .ninths = 0
#include "hooks.def"
    ,
#undef HOOK
};

/* The rows that have a mark of those two bytes. */
#define HOOK(room, result, name, base, since, until, when, parameters, arguments, asks)            \
    | (uint32_t)(CUDA_MARK(#name) == MARK) << HOOK_##name
const uint32_t cuda_rows_by_mark[CUDA_MARKS] = {
#include "marks.def"
};
