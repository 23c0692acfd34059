/* SPDX-License-Identifier: MIT */
/*
 * selftest.c - tests of the stand-in driver and runtime themselves: the harness. Each case forks,
 * opens the built copies and counts into shared memory.
 */
#include "selftest.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct counts {
    int passed;
    int failed;
};

static struct counts *counts;
static char record_path[] = "/tmp/fake_selftest.XXXXXX";
static off_t record_seen;

void *library(const char *path)
{
    char whole[4096];
    snprintf(whole, sizeof whole, "%s/%s", FAKE_LIBRARIES, path);
    void *handle = dlopen(whole, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        printf("%s\n", dlerror());
    CHECK(handle != NULL);
    return handle;
}

void *symbol(void *handle, const char *name)
{
    return dlsym(handle, name);
}

void check(bool holds, const char *file, int line, const char *text)
{
    if (holds) {
        counts->passed++;
        return;
    }
    counts->failed++;
    printf("%s:%d: not so: %s\n", file, line, text);
}

void check_number(long got, long wanted, const char *file, int line, const char *text)
{
    if (got != wanted)
        printf("%s:%d: %ld, wanted %ld\n", file, line, got, wanted);
    check(got == wanted, file, line, text);
}

const char *unread_record(void)
{
    static char text[65536];
    int record = open(record_path, O_RDONLY | O_CLOEXEC);
    ssize_t length = pread(record, text, sizeof text - 1, record_seen);
    close(record);
    text[length > 0 ? length : 0] = '\0';
    record_seen += length > 0 ? length : 0;
    return text;
}

void forget_record(void)
{
    unread_record();
}

void check_record(const char *wanted, const char *file, int line)
{
    const char *got = unread_record();
    bool same = strcmp(got, wanted) == 0;
    if (!same)
        printf("%s:%d: the record is\n%swanted\n%s", file, line, got, wanted);
    check(same, file, line, "the record");
}

static void set_environment(const char *settings)
{
    char copy[512];
    snprintf(copy, sizeof copy, "%s", settings);
    setenv("FAKE_CUDA_LOG", record_path, 1);
    for (char *item = strtok(copy, " "); item; item = strtok(NULL, " ")) {
        char *equals = strchr(item, '=');
        *equals = '\0';
        setenv(item, equals + 1, 1);
    }
}

static void run_case(const struct test_case *test)
{
    int before = counts->failed;
    if (truncate(record_path, 0) != 0)
        counts->failed++;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        set_environment(test->environment);
        test->run();
        fflush(stdout);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        counts->failed++;
        printf("%s: ended with wait status %#x\n", test->name, (unsigned int)status);
    }
    printf("%s %s\n", counts->failed == before ? "ok  " : "FAIL", test->name);
}

static void run_cases(const struct test_case *tests)
{
    for (; tests->name; tests++)
        run_case(tests);
}

int main(void)
{
    counts = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int record = mkstemp(record_path);
    if (counts == MAP_FAILED || record < 0)
        return 2;
    close(record);
    run_cases(driver_cases);
    run_cases(compute_cases);
    run_cases(launch_cases);
    run_cases(graph_cases);
    run_cases(lookup_cases);
    run_cases(runtime_cases);
    unlink(record_path);
    printf("%d passed, %d failed\n", counts->passed, counts->failed);
    return counts->failed ? 1 : 0;
}
