/* SPDX-License-Identifier: MIT */
/*
 * ends HOW LIBRARY: a program that ends while its threads create streams and look symbols up, with
 * much that is called only then. LIBRARY (late.c) is opened RTLD_LOCAL; another is linked.
 *   return exit quick _exit abort segv thread
 */
#include "lives.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

int late_linked(void);

static struct copy driver;
static struct tally in_threads;
static atomic_int wrong, ready;

static void *work(void *unused)
{
    driver.use(driver.context);
    for (;;) {
        copy_try(&driver, driver.create, &in_threads);
        copy_try(&driver, (stream_creator)dlsym(driver.handle, "cuStreamCreate"), &in_threads);
        wrong += !dlsym(RTLD_DEFAULT, "getpid") || !dlsym(RTLD_NEXT, "malloc");
        ready = 1;
    }
    return unused;
}

static void once_more(const char *when)
{
    struct tally tally = {0};

    driver.use(driver.context);
    copy_try(&driver, driver.create, &tally);
    copy_try(&driver, (stream_creator)dlsym(driver.handle, "cuStreamCreate"), &tally);
    tally_print(when, &tally, true);
    printf("%s: threads %d failed, %d wrong; getpid %s\n", when, in_threads.failed, wrong,
           dlsym(RTLD_DEFAULT, "getpid") ? "there" : "null");
}

static void at_exit(void)
{
    once_more("atexit");
}

static void at_quick_exit_(void)
{
    once_more("at_quick_exit");
}

__attribute__((destructor)) static void last(void)
{
    once_more("destructor");
}

static void *end_last(void *unused)
{
    return unused;
}

int main(int argc, char **argv)
{
    const char *how = argc == 3 ? argv[1] : "";
    bool by_thread = strcmp(how, "thread") == 0;
    pthread_t thread;

    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setvbuf(stdout, NULL, _IONBF, 0);
    driver = copy_open("libcuda.so.1");
    void *library = argc == 3 ? dlopen(argv[2], RTLD_NOW | RTLD_LOCAL) : NULL;
    int (*late)(void) = library ? (int (*)(void))dlsym(library, "late_local") : NULL;
    if (!late || !late() || !late_linked())
        return 3;
    atexit(at_exit);
    at_quick_exit(at_quick_exit_);
    for (int i = 0; i < 3 && !by_thread; i++)
        pthread_create(&thread, NULL, work, NULL);
    while (!ready && !by_thread)
        sched_yield();
    usleep(2000);
    if (by_thread) {
        pthread_create(&thread, NULL, end_last, NULL);
        pthread_exit(NULL);
    }
    if (strcmp(how, "exit") == 0)
        exit(42);
    if (strcmp(how, "quick") == 0)
        quick_exit(43);
    if (strcmp(how, "_exit") == 0)
        _exit(44);
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "segv") == 0)
        raise(SIGSEGV);
    if (strcmp(how, "term") == 0)
        kill(getpid(), SIGTERM);
    return 41;
}
