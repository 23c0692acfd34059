/* SPDX-License-Identifier: MIT */
/* What a program of tests/gpu says: a line each, counted by run.sh. */
#ifndef GPU_REPORT_H
#define GPU_REPORT_H

#include <stdbool.h>

#define PRINTF_LIKE(n) __attribute__((format(printf, n, n + 1)))

/* "ok ..." or "not ok ..." */
void report(bool fine, const char *format, ...) PRINTF_LIKE(2);

/* "skip ...": what can't be tried here, and why. */
void report_skip(const char *format, ...) PRINTF_LIKE(1);

/* "= ...": must be the same with and without the library. */
void report_fact(const char *format, ...) PRINTF_LIKE(1);

/* "# ...": for people; numbers that nothing depends on. */
void report_note(const char *format, ...) PRINTF_LIKE(1);

/* "answer ...": what was measured, for RESULTS.md: the question, ": ", and what was seen. */
void report_answer(const char *format, ...) PRINTF_LIKE(1);

/* The exit status. */
int report_end(void);

#endif
