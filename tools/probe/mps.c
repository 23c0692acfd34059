/* SPDX-License-Identifier: MIT */
#include "mps.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TOOL "nvidia-cuda-mps-control"

enum { TIME_LIMIT = 5 /* seconds */ };

static long milliseconds_left(const struct timespec *since)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return TIME_LIMIT * 1000L - (now.tv_sec - since->tv_sec) * 1000L -
           (now.tv_nsec - since->tv_nsec) / 1000000L;
}

/* Starts the tool with a question on its stdin; what it says comes to *from. An errno, or 0. */
static int start_tool(pid_t *tool, int *from)
{
    static const char question[] = "get_server_list\n";
    char *const argv[] = {(char[]){TOOL}, NULL};
    posix_spawn_file_actions_t actions;
    int to_it[2], from_it[2];

    if (pipe2(to_it, O_CLOEXEC) != 0 || pipe2(from_it, O_CLOEXEC) != 0)
        return errno;
    /* The pipe holds it, so a tool that reads nothing can't stop us. */
    ssize_t written = write(to_it[1], question, sizeof question - 1);
    close(to_it[1]);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to_it[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from_it[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from_it[1], STDERR_FILENO);
    int error = written < 0 ? EIO : posix_spawnp(tool, TOOL, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(to_it[0]);
    close(from_it[1]);
    if (error)
        close(from_it[0]);
    *from = from_it[0];
    return error;
}

/* Hears the tool out and ends it if it takes too long. True: it succeeded. */
static bool hear_tool(pid_t tool, int from, char *says, size_t size)
{
    struct pollfd end = {.fd = from, .events = POLLIN};
    struct timespec since;
    size_t length = 0;
    ssize_t got = 1;
    int status = -1;

    clock_gettime(CLOCK_MONOTONIC, &since);
    while (got > 0 && length < size - 1) {
        long left = milliseconds_left(&since);
        if (left <= 0 || poll(&end, 1, (int)left) == 0) {
            kill(tool, SIGKILL);
            break;
        }
        got = read(from, says + length, size - 1 - length);
        if (got > 0)
            length += (size_t)got;
    }
    says[length] = '\0';
    close(from); /* one that says more than we hear is ended by that */
    while (waitpid(tool, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        snprintf(says, size, "no answer within %d seconds", TIME_LIMIT);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/*
 * Without the tool: clients meet the daemon by a folder of pipes (MPS manual, environment
 * variables), so without that folder there is none for them.
 */
static void look_for_pipes(struct mps *mps)
{
    const char *folder = getenv("CUDA_MPS_PIPE_DIRECTORY");

    if (!folder || !*folder)
        folder = "/tmp/nvidia-mps";
    bool there = access(folder, F_OK) == 0;
    mps->daemon = there ? MPS_UNKNOWN : MPS_ABSENT;
    snprintf(mps->how, sizeof mps->how,
             there ? "there is %s, but no " TOOL " in PATH to ask whether a daemon lives"
                   : "there is no %s, where programs would meet it, and no " TOOL " in PATH",
             folder);
}

void mps_ask(struct mps *mps)
{
    char says[256];
    pid_t tool;
    int from = -1;

    if (start_tool(&tool, &from) != 0) {
        look_for_pipes(mps);
        return;
    }
    bool succeeded = hear_tool(tool, from, says, sizeof says);
    char *end = says + strlen(says);
    while (end > says && end[-1] == '\n')
        *--end = '\0';
    for (char *c = says; *c; c++)
        if (*c == '\n')
            *c = ' ';
    mps->daemon = succeeded                            ? MPS_ANSWERS
                  : strncmp(says, "no answer", 9) == 0 ? MPS_UNKNOWN
                                                       : MPS_ABSENT;
    snprintf(mps->how, sizeof mps->how, TOOL " get_server_list: %s",
             *says ? says : "no server runs yet");
}
