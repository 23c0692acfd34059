/* SPDX-License-Identifier: MIT */
#include "spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct capture {
    char *text;
    size_t length, room;
};

static void give_up(const char *what)
{
    perror(what);
    abort();
}

static long milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000L + now.tv_nsec / 1000000L;
}

static void close_from(int first)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned)first, ~0U, 0U) == 0)
        return;
#endif
    for (int fd = first; fd < 1024; fd++)
        close(fd);
}

static _Noreturn void child(const struct spawn_request *request, int out, int err)
{
    static const char *const nothing[] = {NULL};
    const char *path = request->path ? request->path : request->argv[0];
    sigset_t none;

    setpgid(0, 0);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);

    /* Pipes made where 0, 1 or 2 was closed would be overwritten by the dup2s: lift them first. */
    out = fcntl(out, F_DUPFD, 10);
    err = fcntl(err, F_DUPFD, 10);
    int in = fcntl(open("/dev/null", O_RDONLY), F_DUPFD, 10);
    dup2(in, 0);
    dup2(out, 1);
    dup2(err, 2);
    close_from(3);

    if (request->cwd && chdir(request->cwd) != 0)
        give_up(request->cwd);
    execve(path, (char *const *)request->argv,
           (char *const *)(request->env ? request->env : nothing));
    give_up(path);
    abort();
}

/* Takes what is there; false at the end of the stream. */
static bool drain(int fd, struct capture *capture)
{
    if (capture->room - capture->length < 4096) {
        capture->room = capture->room * 2 + 8192;
        capture->text = realloc(capture->text, capture->room);
        if (!capture->text)
            give_up("spawn: realloc");
    }
    ssize_t n = read(fd, capture->text + capture->length, capture->room - capture->length - 1);
    if (n > 0)
        capture->length += (size_t)n;
    capture->text[capture->length] = '\0';
    return n > 0 || (n < 0 && errno == EINTR);
}

struct spawn_result spawn_run(const struct spawn_request *request)
{
    struct spawn_result result = {0};
    struct capture captures[2] = {{0}, {0}};
    int out[2], err[2];

    if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0)
        give_up("spawn: pipe");
    result.pid = fork();
    if (result.pid < 0)
        give_up("spawn: fork");
    if (result.pid == 0)
        child(request, out[1], err[1]);
    setpgid(result.pid, result.pid); /* whichever of the two comes first */
    close(out[1]);
    close(err[1]);

    struct pollfd ends[2] = {{.fd = out[0], .events = POLLIN}, {.fd = err[0], .events = POLLIN}};
    long deadline = milliseconds() + SPAWN_SECONDS * 1000L;
    while (ends[0].fd >= 0 || ends[1].fd >= 0) {
        long left = deadline - milliseconds();
        if (left <= 0 && !result.timed_out) {
            result.timed_out = true;
            kill(-result.pid, SIGKILL);
            deadline += 2000; /* for the pipes to close; who left the group is not waited for */
            continue;
        }
        if (left <= 0)
            break;
        if (poll(ends, 2, (int)left) < 0 && errno != EINTR)
            give_up("spawn: poll");
        for (int i = 0; i < 2; i++)
            if (ends[i].fd >= 0 && ends[i].revents && !drain(ends[i].fd, &captures[i]))
                ends[i].fd = -1;
    }
    close(out[0]);
    close(err[0]);

    /* It may close its output and live on: the same deadline holds. */
    while (waitpid(result.pid, &result.status, WNOHANG) == 0) {
        if (!result.timed_out && milliseconds() > deadline) {
            result.timed_out = true;
            kill(-result.pid, SIGKILL);
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    result.out = captures[0].text ? captures[0].text : calloc(1, 1);
    result.err = captures[1].text ? captures[1].text : calloc(1, 1);
    return result;
}

void spawn_free(struct spawn_result *result)
{
    free(result->out);
    free(result->err);
    result->out = result->err = NULL;
}

int spawn_code(const struct spawn_result *result)
{
    return WIFSIGNALED(result->status) ? 128 + WTERMSIG(result->status)
                                       : WEXITSTATUS(result->status);
}
