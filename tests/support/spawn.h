/* SPDX-License-Identifier: MIT */
/* Runs a program to its end and keeps what it said: the ground under the integration tests. */
#ifndef PRIOSHIM_TESTS_SPAWN_H
#define PRIOSHIM_TESTS_SPAWN_H

#include <stdbool.h>
#include <sys/types.h>

enum {
    SPAWN_SECONDS = 20, /* a program that takes longer is killed */
};

struct spawn_request {
    const char *path;        /* the file to run, no PATH search; NULL: argv[0] */
    const char *const *argv; /* ended by NULL; may be empty if path is given */
    const char *const *env;  /* the whole environment, ended by NULL; NULL: an empty one */
    const char *cwd;         /* the folder to run in; NULL: the caller's */
};

struct spawn_result {
    int status;     /* as waitpid gives it: WIFEXITED, WEXITSTATUS, WTERMSIG */
    pid_t pid;      /* the process id that the program had */
    bool timed_out; /* it was killed after SPAWN_SECONDS */
    char *out;      /* all of its stdout, ended by NUL */
    char *err;      /* all of its stderr, ended by NUL */
};

/*
 * Runs a program with stdin from /dev/null, stdout and stderr into pipes, no other descriptor,
 * signals at their defaults and a process group of its own (killed whole if time runs out). Waits
 * until it has ended and both pipes are closed, by its children too.
 *
 * A program that cannot be started shows as death by SIGABRT with a line in err. The result is
 * the caller's, for spawn_free. A fault of the helper itself ends the test program.
 */
struct spawn_result spawn_run(const struct spawn_request *request);

void spawn_free(struct spawn_result *result);

/* The exit status, or 128 + the signal that ended it, as a shell would say. */
int spawn_code(const struct spawn_result *result);

#endif
