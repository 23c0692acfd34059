/* SPDX-License-Identifier: MIT */
/*
 * Compares hooks.def and abi.h with the headers of an installed CUDA toolkit. abi.sh generates the
 * lists that it includes, from abi.h, hooks.def and the headers' preprocessed text.
 *
 * Two steps make one proof. A row spelt with the headers' types must be exactly the prototype that
 * the headers have; and each type of abi.h must have the size, the alignment and the class (pointer
 * or integer) of the headers' type of that name. So a call made by the row is the call that the
 * library expects. What an enum's sign is can't matter: both are passed and returned as an int is.
 */
#include <stdint.h>

#include "apart.h" /* abi.h's names, each as abi_NAME */
#include "cuda/abi.h"
#include "together.h" /* and no more */

/* The exported names themselves: v1 beside v2, plain beside _ptsz, no macro that renames. */
#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_runtime_api.h>

#include "known.h" /* KNOWN_NAME, NEW_IN_NAME, SINCE_NAME: whether and since when, by what type */

#include <stddef.h>
#include <stdio.h>

/* In C the header has only the tag; the rows are spelt as for C++. */
typedef enum cudaDriverEntryPointQueryResult cudaDriverEntryPointQueryResult;

static int wrong, compared, absent;

static void same(const char *what, const char *name, int is_same)
{
    printf("%s: %s %s\n", is_same ? "ok" : "not ok", what, name);
    wrong += !is_same;
    compared++;
}

static void not_known(const char *what, const char *name, int new_in)
{
    if (CUDA_VERSION >= new_in) {
        printf("not ok: %s %s: these headers should have it\n", what, name);
        wrong++;
        return;
    }
    printf("skip: %s %s: not in this header, new in %d\n", what, name, new_in);
    absent++;
}

#define JOIN(a, b) JOIN_(a, b)
#define JOIN_(a, b) a##b

/* Rows. `result parameters` is a function's type. */
#define ROW_1(text, what, name, result, parameters)                                                \
    same(what, text, __builtin_types_compatible_p(__typeof__(name), result parameters));
#define ROW_0(text, what, name, result, parameters) not_known(what, text, NEW_IN_##name);
#define HOOK(room, result, name, base, since, until, when, parameters, arguments, asks)            \
    JOIN(ROW_, KNOWN_##name)                                                                       \
    (#name, "hook", name, result, parameters)                                                      \
        JOIN(SINCE_, HAS_SINCE_##name)(name, #name, SINCE_##name, result, parameters)
#define COMPANION(result, name, parameters)                                                        \
    JOIN(ROW_, KNOWN_##name)(#name, "companion", name, result, parameters)

/* The type that cudaTypedefs.h has for (base, since), which says what cuGetProcAddress answers. */
#define SINCE_1(name, text, pointer, result, parameters)                                           \
    same("version of", text,                                                                       \
         __builtin_types_compatible_p(pointer, __typeof__(result(*) parameters)));
#define SINCE_0(name, text, pointer, result, parameters)                                           \
    not_known("version of", text, NEW_IN_##name);
#define SINCE_none(name, text, pointer, result, parameters)

/* Types and numbers of abi.h. */
enum { POINTER_CLASS = 5 };
#define IS_POINTER(type) (__builtin_classify_type(*(type *)0) == POINTER_CLASS)
#define TYPE_1(text, name, ours)                                                                   \
    same("type", text,                                                                             \
         sizeof(name) == sizeof(ours) && _Alignof(name) == _Alignof(ours) &&                       \
             IS_POINTER(name) == IS_POINTER(ours));
#define TYPE_0(text, name, ours) not_known("type", text, NEW_IN_##name);
#define TYPE(name) JOIN(TYPE_, KNOWN_##name)(#name, name, abi_##name)

#define NUMBER_1(text, name, ours) same("number", text, (long)(name) == (long)(ours));
#define NUMBER_0(text, name, ours) not_known("number", text, NEW_IN_##name);
#define NUMBER(name) JOIN(NUMBER_, KNOWN_##name)(#name, name, abi_##name)

/* Members: where they lie and how long they are. */
#define MEMBER(type, member)                                                                       \
    same("member", #type "." #member,                                                              \
         offsetof(type, member) == offsetof(abi_##type, member) &&                                 \
             sizeof(((type *)0)->member) == sizeof(((abi_##type *)0)->member));
#define MEMBERS                                                                                    \
    MEMBER(CUlaunchConfig, gridDimX)                                                               \
    MEMBER(CUlaunchConfig, gridDimY)                                                               \
    MEMBER(CUlaunchConfig, gridDimZ)                                                               \
    MEMBER(CUlaunchConfig, blockDimX)                                                              \
    MEMBER(CUlaunchConfig, blockDimY)                                                              \
    MEMBER(CUlaunchConfig, blockDimZ)                                                              \
    MEMBER(CUlaunchConfig, sharedMemBytes)                                                         \
    MEMBER(CUlaunchConfig, hStream)                                                                \
    MEMBER(CUlaunchConfig, attrs)                                                                  \
    MEMBER(CUlaunchConfig, numAttrs)                                                               \
    MEMBER(CUlaunchAttribute, id)                                                                  \
    MEMBER(CUlaunchAttribute, value)                                                               \
    MEMBER(CUlaunchAttributeValue, cooperative)                                                    \
    MEMBER(CUlaunchAttributeValue, priority)

int main(void)
{
#if KNOWN_CUlaunchConfig
    MEMBERS
#endif
#include "cuda/hooks.def"
#include "types.h"
    same("number", "cudaErrorSymbolNotFound",
         (int)cudaErrorSymbolNotFound == (int)abi_CUDA_ERROR_NOT_FOUND);
    if (CUDA_VERSION > abi_CUDA_ABI_KNOWN)
        printf("warning: this toolkit is of CUDA %d, newer than CUDA_ABI_KNOWN %d: functions that "
               "are asked of its driver by a later version are not hooked\n",
               CUDA_VERSION, abi_CUDA_ABI_KNOWN);
    printf("CUDA %d: %d compared, %d wrong, %d not in this header\n", CUDA_VERSION, compared, wrong,
           absent);
    return wrong != 0;
}
