/* SPDX-License-Identifier: MIT */
/*
 * files daemon FOLDER [KEEP]: a daemon's life. Closes 0 to 2, opens data files in their places,
 * writes to them, and only then creates streams; KEEP (a digit) is left as it was. files list FILE:
 * what descriptors there are, in the program and in its children, into FILE. files closed FILE: the
 * same of a program that is started with 0, 1 and 2 closed.
 */
#include "lives.h"

#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HIGHEST = 64 };

static char report[16384];
static size_t reported;

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    int n = vsnprintf(report + reported, sizeof(report) - reported, format, arguments);
    va_end(arguments);
    if (n > 0 && reported + (size_t)n < sizeof(report))
        reported += (size_t)n;
}

static void create(const char *when)
{
    static struct copy driver;
    struct tally tally = {0};

    if (!driver.handle)
        driver = copy_open("libcuda.so.1");
    copy_try(&driver, (stream_creator)dlsym(driver.handle, "cuStreamCreate"), &tally);
    say("%s: %d streams, priority=%d\n", when, tally.made, tally.least);
}

/* By fcntl: opening /proc would take up what is to be looked at. */
static void list(const char *when)
{
    say("%s:", when);
    for (int fd = 0; fd < HIGHEST; fd++) {
        int flags = fcntl(fd, F_GETFD);
        if (flags >= 0)
            say(" %d(%d)", fd, flags);
    }
    say("\n");
}

static void keep_report(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);

    if (fd < 0 || write(fd, report, reported) != (ssize_t)reported)
        _exit(9);
    close(fd);
    reported = 0;
}

static int list_all(const char *self, const char *path, bool again)
{
    list("at the start");
    create("first");
    list("after a stream");
    keep_report(path);
    pid_t child = fork();
    if (child == 0) {
        list("forked");
        create("forked");
        list("forked, after a stream");
        keep_report(path);
        if (again)
            execl(self, self, "list-once", path, NULL);
        _exit(again);
    }
    int status;
    if (waitpid(child, &status, 0) != child)
        return 1;
    list("at the end");
    say("child's status %d\n", status);
    keep_report(path);
    return 0;
}

static void in_place_of(int fd, const char *folder)
{
    char path[1024];

    snprintf(path, sizeof(path), "%s/data-%d", folder, fd);
    close(fd);
    if (open(path, O_RDWR | O_CREAT | O_APPEND, 0600) != fd || write(fd, "data\n", 5) != 5)
        _exit(8);
}

static void daemons_life(const char *folder, int keep)
{
    char path[1024];

    for (int fd = 0; fd <= 2; fd++) {
        if (fd != keep)
            in_place_of(fd, folder);
    }
    create("daemon");
    create("daemon");
    snprintf(path, sizeof(path), "%s/report", folder);
    keep_report(path);
    _exit(4);
}

/* Forks twice, as daemons do; but it is waited for. */
static int daemonise(const char *folder, int keep)
{
    int status;
    pid_t first = fork();

    if (first == 0) {
        setsid();
        pid_t second = fork();
        if (second == 0)
            daemons_life(folder, keep);
        _exit(waitpid(second, &status, 0) == second ? WEXITSTATUS(status) : 7);
    }
    return waitpid(first, &status, 0) == first ? WEXITSTATUS(status) : 6;
}

int main(int argc, char **argv)
{
    const char *how = argc > 2 ? argv[1] : "";

    if (strcmp(how, "daemon") == 0)
        return daemonise(argv[2], argc > 3 ? atoi(argv[3]) : -1);
    if (strcmp(how, "list") == 0)
        return list_all(argv[0], argv[2], true);
    if (strcmp(how, "list-once") == 0)
        return list_all(argv[0], argv[2], false);
    if (strcmp(how, "closed") == 0) {
        for (int fd = 0; fd <= 2; fd++)
            close(fd);
        execl(argv[0], argv[0], "list", argv[2], NULL);
    }
    return 2;
}
