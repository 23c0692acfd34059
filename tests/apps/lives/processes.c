/* SPDX-License-Identifier: MIT */
/*
 * processes HOW: programs that start programs. Each of them is this one again, as "show".
 *   show WHO     a stream, and its priority
 *   vfork        vfork and exec, with a lookup in between
 *   spawn COUNT  posix_spawn, so many times
 *   chain N      this program execs itself N times
 *   cleared      execs itself with nothing but LD_LIBRARY_PATH in its environment
 *   system       by the shell
 */
#include "lives.h"

#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static char show_word[] = "show", quiet_word[] = "quiet", true_word[] = "true";

static int show(const char *who)
{
    struct copy driver = copy_open("libcuda.so.1");
    struct tally tally = {0};

    copy_try(&driver, driver.create, &tally);
    tally_print(who, &tally, true);
    return tally.made == 1 ? 7 : 1;
}

static int wait_for(pid_t child)
{
    int status;

    if (child < 0 || waitpid(child, &status, 0) != child)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static int by_vfork(char *self)
{
    static char who[] = "after vfork";
    char *const arguments[] = {self, show_word, who, NULL};
    struct copy driver = copy_open("libcuda.so.1");
    struct tally tally = {0};
    void *volatile found = NULL;

    for (int i = 0; i < 20; i++) {
        pid_t child = vfork();
        if (child == 0) {
            found = dlsym(driver.handle, "cuStreamCreate");
            execv(self, arguments);
            _exit(127);
        }
        printf("status %d, %s\n", wait_for(child),
               found == (void *)driver.create ? "same" : "other");
        copy_try(&driver, (stream_creator)found, &tally);
    }
    tally_print("parent", &tally, true);
    return 0;
}

/* Two at a time; every other one is a program without CUDA. */
static int by_spawn(char *self, int count)
{
    char *const mine[] = {self, quiet_word, NULL}, *const other[] = {true_word, NULL};
    int sum = 0;

    for (int i = 0; i < count; i += 2) {
        pid_t one = -1, two = -1;
        posix_spawn(&one, self, NULL, NULL, mine, environ);
        posix_spawn(&two, "/bin/true", NULL, NULL, other, environ);
        sum += wait_for(one) + wait_for(two);
    }
    printf("%d spawned, statuses' sum %d\n", count, sum);
    return 0;
}

static int chain(char *self, int left)
{
    char number[16];

    show("in the chain");
    if (left == 0)
        return 5;
    snprintf(number, sizeof(number), "%d", left - 1);
    fflush(stdout);
    execl(self, self, "chain", number, NULL);
    return 1;
}

static int cleared(char *self)
{
    const char *path = getenv("LD_LIBRARY_PATH");
    char line[4096];
    char *environment[] = {line, NULL};

    snprintf(line, sizeof(line), "LD_LIBRARY_PATH=%s", path ? path : "");
    show("before");
    fflush(stdout);
    execle(self, self, "show", "without its environment", NULL, environment);
    return 1;
}

static int by_shell(const char *self)
{
    char command[4096];

    snprintf(command, sizeof(command), "'%s' show shell; (exec '%s' show subshell) | cat; exit 3",
             self, self);
    printf("status %d\n", WEXITSTATUS(system(command)));
    FILE *pipe = popen(command, "r");
    while (pipe && fgets(command, sizeof(command), pipe))
        printf("popen: %s", command);
    return pipe ? WEXITSTATUS(pclose(pipe)) : 1;
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "", *more = argc > 2 ? argv[2] : "";

    setvbuf(stdout, NULL, _IOLBF, 0);
    if (strcmp(how, "show") == 0)
        return show(more);
    if (strcmp(how, "quiet") == 0)
        return freopen("/dev/null", "w", stdout) ? show("") : 1;
    if (strcmp(how, "vfork") == 0)
        return by_vfork(argv[0]);
    if (strcmp(how, "spawn") == 0)
        return by_spawn(argv[0], atoi(more));
    if (strcmp(how, "chain") == 0)
        return chain(argv[0], atoi(more));
    if (strcmp(how, "cleared") == 0)
        return cleared(argv[0]);
    if (strcmp(how, "system") == 0)
        return by_shell(argv[0]);
    return 2;
}
