/* SPDX-License-Identifier: MIT */
#include "say.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One line on stderr, in one write. */
__attribute__((format(printf, 1, 0))) static void say(const char *format, va_list arguments)
{
    char *text;

    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    fprintf(stderr, "prio-exec: %s\n", text ? text : strerror(ENOMEM));
    free(text);
}

void warn_user(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

_Noreturn void leave(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    exit(status);
}

void *checked(void *memory)
{
    if (!memory)
        refuse("%s", strerror(ENOMEM));
    return memory;
}

_Noreturn void printed(void)
{
    bool bad = ferror(stdout);

    if (fclose(stdout) != 0 || bad)
        refuse("cannot write to stdout: %s", strerror(errno));
    exit(EXIT_SUCCESS);
}
