/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <stdarg.h>
#include <stdio.h>

static int failed;

static void say(const char *mark, const char *format, va_list arguments)
{
    printf("%s ", mark);
    vprintf(format, arguments);
    printf("\n");
    fflush(stdout); /* a crash later on must not take it along */
}

#define SAY(mark)                                                                                  \
    do {                                                                                           \
        va_list arguments;                                                                         \
        va_start(arguments, format);                                                               \
        say(mark, format, arguments);                                                              \
        va_end(arguments);                                                                         \
    } while (0)

void report(bool fine, const char *format, ...)
{
    failed |= !fine;
    SAY(fine ? "ok" : "not ok");
}

void report_skip(const char *format, ...)
{
    SAY("skip");
}

void report_fact(const char *format, ...)
{
    SAY("=");
}

void report_note(const char *format, ...)
{
    SAY("#");
}

void report_answer(const char *format, ...)
{
    SAY("answer");
}

int report_end(void)
{
    return failed;
}
