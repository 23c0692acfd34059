/* SPDX-License-Identifier: MIT */
#include "launcher.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *environment[LAUNCHER_VARIABLES] = {"PATH=/usr/bin:/bin"};
struct spawn_result result;

void run(const char *const argv[])
{
    spawn_free(&result);
    result = spawn_run(&(struct spawn_request){.argv = argv, .env = environment});
    cr_assert(!result.timed_out);
}

void with(const char *variable)
{
    size_t i = 0;
    while (environment[i])
        i++;
    cr_assert_lt(i, LAUNCHER_VARIABLES - 1);
    environment[i] = variable;
}

char *text(const char *format, ...)
{
    char *made;
    va_list arguments;
    va_start(arguments, format);
    cr_assert_geq(vasprintf(&made, format, arguments), 0);
    va_end(arguments);
    return made;
}

void write_file(const char *name, const char *content, mode_t mode)
{
    FILE *stream = fopen(name, "w");
    cr_assert(stream && fputs(content, stream) >= 0 && fclose(stream) == 0, "%s", name);
    cr_assert_eq(chmod(name, mode), 0);
}

void copy(const char *from, const char *to, mode_t mode)
{
    struct spawn_result copied =
        spawn_run(&(struct spawn_request){.argv = WORDS("/bin/cp", from, to)});
    cr_assert_eq(spawn_code(&copied), 0, "%s", copied.err);
    cr_assert_eq(chmod(to, mode), 0);
    spawn_free(&copied);
}

char *install(const char *name)
{
    static const char *const folders[] = {"", "/bin", "/lib", "/lib/prioshim"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        cr_assert_eq(mkdir(text("%s%s", name, folders[i]), 0755), 0);
    copy(PRIO_EXEC_PATH, text("%s/bin/prio-exec", name), 0755);
    copy(PRIOSHIM_LIBRARY_PATH, text("%s/lib/prioshim/libprioshim.so", name), 0644);
    return text("%s/%s/bin/prio-exec", folder, name);
}

void need(const char *host)
{
    if (access(host, X_OK) != 0)
        SKIP("this machine could not build %s", host);
}

void has_line(const char *line)
{
    const char *found = strstr(result.out, line);
    size_t length = strlen(line);
    while (found && ((found > result.out && found[-1] != '\n') || found[length] != '\n'))
        found = strstr(found + 1, line);
    cr_expect(found, "no line '%s' in:\n%s%s", line, result.out, result.err);
}

void has_no(const char *part)
{
    cr_expect(!strstr(result.out, part), "'%s' is in:\n%s", part, result.out);
}

void ended(int code)
{
    cr_expect_eq(spawn_code(&result), code, "status %d, not %d: %s", spawn_code(&result), code,
                 result.err);
}

void said(const char *what)
{
    const char *newline = strchr(result.err, '\n');
    cr_expect(strncmp(result.err, "prio-exec: ", 11) == 0, "%s", result.err);
    cr_expect(newline && !newline[1], "not one line: %s", result.err);
    cr_expect(strstr(result.err, what), "no '%s' in: %s", what, result.err);
}

void failed(int code, const char *what)
{
    ended(code);
    cr_expect_str_eq(result.out, "");
    said(what);
}

void ran_silently(void)
{
    ended(0);
    cr_expect_str_eq(result.err, "");
}
