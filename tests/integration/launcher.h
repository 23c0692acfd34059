/* SPDX-License-Identifier: MIT */
/* What the launcher's tests share: a folder to work in, runs of prio-exec, and what they said. */
#ifndef PRIOSHIM_TESTS_LAUNCHER_H
#define PRIOSHIM_TESTS_LAUNCHER_H

#include "folder.h"
#include "spawn.h"

#include <sys/types.h>

#define SHOW APPS_DIR "/launcher_show"
#define MARK APPS_DIR "/launcher_mark.so"
#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define LAUNCH(...) run(WORDS(PRIO_EXEC_PATH, __VA_ARGS__))
#define LAUNCHER_SUITE(name)                                                                       \
    TestSuite(name, .init = enter_folder, .fini = remove_folder, .timeout = 120)

enum { LAUNCHER_VARIABLES = 16 };

extern const char *environment[LAUNCHER_VARIABLES]; /* for all runs; PATH only, at first */
extern struct spawn_result result;                  /* of the last run */

/* Runs a program, with no PATH search, in the environment. */
void run(const char *const argv[]);

/* Adds a variable, "NAME=value", to the environment. */
void with(const char *variable);

/* As asprintf; never freed, as a test is a process. */
char *text(const char *format, ...) __attribute__((format(printf, 1, 2)));

void write_file(const char *name, const char *content, mode_t mode);
void copy(const char *from, const char *to, mode_t mode);

/* Makes a tree of the launcher and its library at `name` in the folder; the launcher's path. */
char *install(const char *name);

/* Skips the test if this machine could not build a host program. */
void need(const char *host);

/* The last run's stdout has this line, or has this text nowhere. */
void has_line(const char *line);
void has_no(const char *part);

/* Its exit status, or 128 + signal. */
void ended(int code);

/* Its stderr is one line of prio-exec's that holds `what`. */
void said(const char *what);

/* It ended so, said that, and printed nothing. */
void failed(int code, const char *what);

/* It ended with 0 and nothing on stderr. */
void ran_silently(void);

#endif
