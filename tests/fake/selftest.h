/* SPDX-License-Identifier: MIT */
/* selftest.h - the harness of the stand-in's own tests. */
#ifndef FAKE_SELFTEST_H
#define FAKE_SELFTEST_H

#include <stdbool.h>

/* A case runs in a process of its own: each copy reads its controls once. */
struct test_case {
    const char *name;
    const char *environment; /* "NAME=VALUE NAME=VALUE" */
    void (*run)(void);
};

extern const struct test_case driver_cases[]; /* these end with a NULL name */
extern const struct test_case compute_cases[];
extern const struct test_case launch_cases[];
extern const struct test_case graph_cases[];
extern const struct test_case lookup_cases[];
extern const struct test_case runtime_cases[];

void *library(const char *path); /* opens the built copy, as "driver/libcuda.so.1" */
void *symbol(void *handle, const char *name);
void check(bool holds, const char *file, int line, const char *text);
void check_number(long got, long wanted, const char *file, int line, const char *text);
void forget_record(void);
const char *unread_record(void);
/* The whole record since the last time it was asked for; FAKE_CUDA_LOG is set for every case. */
void check_record(const char *wanted, const char *file, int line);

#define CHECK(condition) check((condition), __FILE__, __LINE__, #condition)
#define GIVES(expression, wanted)                                                                  \
    check_number((long)(expression), (long)(wanted), __FILE__, __LINE__, #expression)
#define RECORD(wanted) check_record(wanted, __FILE__, __LINE__)

/* The function `name` of an opened copy, with the type that fake_cuda.h gives it. */
#define FN(handle, name) ((__typeof__(name) *)(uintptr_t)symbol(handle, #name))

#endif
