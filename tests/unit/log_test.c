/* SPDX-License-Identifier: MIT */
#include "log.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[] = "/tmp/prioshim-log-XXXXXX", other_path[] = "/tmp/prioshim-data-XXXXXX";

static void make_files(void)
{
    close(mkstemp(path));
    close(mkstemp(other_path));
}

static void remove_files(void)
{
    unlink(path);
    unlink(other_path);
}

TestSuite(log, .init = make_files, .fini = remove_files);

static const char *contents(const char *of)
{
    static char text[4096];
    int file = open(of, O_RDONLY);
    ssize_t length = read(file, text, sizeof(text) - 1);

    close(file);
    text[length < 0 ? 0 : length] = '\0';
    return text;
}

static struct line line_of(const char *text)
{
    static char copy[256];
    struct line line = LINE_IN(copy);

    line_add(&line, text);
    return line;
}

/* Makes a file stderr's, by its number. */
static void take_stderr(const char *file)
{
    int descriptor = open(file, O_WRONLY | O_APPEND);

    dup2(descriptor, STDERR_FILENO);
    close(descriptor);
}

Test(log, a_line_goes_to_stderr_whole)
{
    struct line line = line_of("a line\n");

    take_stderr(path);
    log_start();
    log_to_stderr(&line);
    cr_assert_str_eq(contents(path), "a line\n");
}

/* G7 */
Test(log, nothing_goes_to_a_file_that_took_stderrs_number)
{
    struct line line = line_of("a line\n");

    take_stderr(path);
    log_start();
    take_stderr(other_path);
    log_to_stderr(&line);
    cr_assert_str_empty(contents(path));
    cr_assert_str_empty(contents(other_path));
}

Test(log, errno_stays_when_nobody_listens)
{
    struct line line = line_of("a line\n");
    struct log_place place;

    log_start();
    close(STDERR_FILENO);
    errno = 77;
    log_to_stderr(&line);
    cr_assert_not(log_to_file(&line, "/nowhere/at/all", &place));
    cr_assert_not(log_over(&line, "/nowhere/at/all", &place));
    cr_assert_eq(errno, 77);
}

/* Bare, the program would not have written, and not have been ended for it. */
Test(log, a_closed_pipe_does_not_end_the_process)
{
    struct line line = line_of("a line\n");
    sigset_t pending;
    int ends[2];

    cr_assert_eq(pipe(ends), 0);
    dup2(ends[1], STDERR_FILENO);
    log_start();
    close(ends[0]);
    log_to_stderr(&line);
    sigpending(&pending);
    cr_assert_not(sigismember(&pending, SIGPIPE));
}

Test(log, a_signal_that_was_pending_before_stays_pending)
{
    struct line line = line_of("a line\n");
    sigset_t pipe_signal, pending;
    int ends[2];

    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigprocmask(SIG_BLOCK, &pipe_signal, NULL);
    raise(SIGPIPE);
    cr_assert_eq(pipe(ends), 0);
    dup2(ends[1], STDERR_FILENO);
    log_start();
    close(ends[0]);
    log_to_stderr(&line);
    sigpending(&pending);
    cr_assert(sigismember(&pending, SIGPIPE));
}

Test(log, no_signal_stays_blocked)
{
    struct line line = line_of("a line\n");
    sigset_t after;

    take_stderr(path);
    log_start();
    log_to_stderr(&line);
    sigprocmask(SIG_BLOCK, NULL, &after);
    cr_assert_not(sigismember(&after, SIGPIPE));
    cr_assert_not(sigismember(&after, SIGXFSZ));
}

Test(log, a_limit_of_file_sizes_does_not_end_the_process)
{
    struct line line = line_of("a line\n");
    struct rlimit limit = {3, 3}, before;

    getrlimit(RLIMIT_FSIZE, &before);
    limit.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
    bool first = log_to_file(&line, path, NULL), second = log_to_file(&line, path, NULL);
    setrlimit(RLIMIT_FSIZE, &before);
    cr_assert_not(first);
    cr_assert_not(second);
}

Test(log, a_file_is_made_and_appended_to)
{
    struct line line = line_of("one\n");

    unlink(path);
    cr_assert(log_to_file(&line, path, NULL));
    cr_assert(log_to_file(&line, path, NULL));
    cr_assert_str_eq(contents(path), "one\none\n");
}

/* Nobody reads it, and nobody need. */
Test(log, a_named_pipe_is_not_waited_for, .timeout = 10)
{
    struct line line = line_of("one\n");

    unlink(path);
    cr_assert_eq(mkfifo(path, 0600), 0);
    cr_assert_not(log_to_file(&line, path, NULL));
}

Test(log, no_descriptor_stays_open)
{
    struct line line = line_of("one\n");
    struct log_place place;
    enum { HIGH = 256 }; /* where the room puts its own */
    int next = dup(0), high = fcntl(0, F_DUPFD, HIGH);

    close(next);
    close(high);
    cr_assert(log_to_file(&line, path, &place));
    cr_assert(log_over(&line, path, &place));
    cr_assert_eq(dup(0), next);
    cr_assert_eq(fcntl(0, F_DUPFD, HIGH), high);
}

Test(log, a_line_is_written_over_where_it_lies)
{
    struct line before = line_of("before\n");
    struct log_place place;

    log_to_file(&before, path, NULL);
    struct line line = line_of("one\n");
    cr_assert(log_to_file(&line, path, &place));
    line = line_of("after\n");
    log_to_file(&line, path, NULL);
    line = line_of("two\n");
    cr_assert(log_over(&line, path, &place));
    cr_assert_str_eq(contents(path), "before\ntwo\nafter\n");
}

Test(log, another_file_of_that_name_is_not_written_over)
{
    struct line line = line_of("one\n");
    struct log_place place;

    cr_assert(log_to_file(&line, path, &place));
    FILE *other = fopen(other_path, "w");
    fputs("something that is long enough\n", other);
    fclose(other);
    rename(other_path, path);
    cr_assert_not(log_over(&line, path, &place));
    cr_assert_str_eq(contents(path), "something that is long enough\n");
}

/* A hole of NULs would be the outcome. */
Test(log, a_file_that_was_emptied_is_not_written_over)
{
    struct line line = line_of("one\n");
    struct log_place place;

    cr_assert(log_to_file(&line, path, NULL));
    cr_assert(log_to_file(&line, path, &place));
    cr_assert_eq(truncate(path, 0), 0);
    cr_assert_not(log_over(&line, path, &place));
    cr_assert_str_empty(contents(path));
}
