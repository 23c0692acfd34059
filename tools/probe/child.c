/* SPDX-License-Identifier: MIT */
#include "child.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* A machine with many devices may take long to wake them all. */
enum { TIME_LIMIT = 120 };

void child_tell(int to, const struct told *told)
{
    const char *from = (const char *)told;

    for (size_t left = sizeof *told; left;) {
        ssize_t n = write(to, from, left);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            _exit(1); /* the parent has gone */
        from += n;
        left -= (size_t)n;
    }
}

void child_tell_text(int to, enum told_kind kind, const char *text)
{
    struct told told = {.kind = kind};

    snprintf(told.what.text, sizeof told.what.text, "%s", text);
    child_tell(to, &told);
}

void child_tell_trouble(int to, const char *problem, enum trouble trouble)
{
    struct told told = {.kind = TOLD_TROUBLE, .what.trouble = trouble};

    child_tell_text(to, TOLD_PROBLEM, problem);
    child_tell(to, &told);
}

/* Reads one message whole; false: there is none any more. */
static bool hear_one(int from, struct told *told)
{
    char *to = (char *)told;

    for (size_t left = sizeof *told; left;) {
        ssize_t n = read(from, to, left);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        to += n;
        left -= (size_t)n;
    }
    return true;
}

static _Noreturn void be_child(void (*work)(int to, const void *order), const void *order, int to)
{
    /* It is expected to crash where a driver is broken: no core in the user's folder. */
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    dup2(STDERR_FILENO, STDOUT_FILENO);
    signal(SIGALRM, SIG_DFL);
    alarm(TIME_LIMIT);
    work(to, order);
    _exit(0); /* without the driver's own exit handlers */
}

static bool ended_well(int status, char *why, size_t size)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        snprintf(why, size, "did not end within %d seconds", TIME_LIMIT);
    else if (WIFSIGNALED(status))
        snprintf(why, size, "was ended by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(why, size, "ended by itself with status %d", WEXITSTATUS(status));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool child_run(void (*work)(int to, const void *order), const void *order,
               void (*hear)(const struct told *told, void *hearer), void *hearer, char *why,
               size_t size)
{
    static struct told told;
    int ends[2], status = 0;

    fflush(NULL); /* nothing is written twice */
    if (pipe(ends) != 0) {
        snprintf(why, size, "could not begin: %s", strerror(errno));
        return false;
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        be_child(work, order, ends[1]);
    }
    close(ends[1]);
    if (child < 0)
        snprintf(why, size, "could not begin: %s", strerror(errno));
    while (child > 0 && hear_one(ends[0], &told))
        hear(&told, hearer);
    close(ends[0]);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return child > 0 && ended_well(status, why, size);
}
