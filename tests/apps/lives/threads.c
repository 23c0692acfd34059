/* SPDX-License-Identifier: MIT */
/*
 * threads HOW [DRIVER]: what happens to single threads.
 *   cancel     cancelled while they look symbols up and create streams; the stand-in's record
 *              (FAKE_CUDA_LOG) makes its calls cancellation points
 *   unwound    cancelled inside the driver's call (marked_driver.c), streams made while it unwinds
 *   end        streams made by the destructors of thread-specific data
 *   tiny       the smallest stacks there are
 *   signals    a handler looks symbols up while the program creates streams
 */
#include "lives.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static struct copy driver;
static struct tally streams, at_end;
static atomic_int wrong, begun;
static pthread_key_t key;

static int lookups_wrong(void)
{
    return (dlsym(driver.handle, "cuStreamCreate") != (void *)driver.create) +
           !dlsym(driver.handle, "cuInit") + !dlsym(RTLD_DEFAULT, "getpid") +
           !dlsym(RTLD_NEXT, "malloc");
}

static void last_words(void *unused)
{
    (void)unused;
    copy_try(&driver, driver.create, &at_end);
    copy_try(&driver, (stream_creator)dlsym(driver.handle, "cuStreamCreate"), &at_end);
}

static void last_lookups(void *unused)
{
    (void)unused;
    wrong += lookups_wrong();
}

static void *until_cancelled(void *unused)
{
    driver.use(driver.context);
    pthread_cleanup_push(last_lookups, NULL);
    for (;;) {
        wrong += lookups_wrong();
        copy_try(&driver, driver.create, &streams);
        begun++;
        pthread_testcancel();
    }
    pthread_cleanup_pop(0);
    return unused;
}

static void cancel(int count)
{
    int cancelled = 0;

    for (int i = 0; i < count; i++) {
        pthread_t thread;
        void *result;
        begun = 0;
        pthread_create(&thread, NULL, until_cancelled, NULL);
        while (begun < i % 7)
            sched_yield();
        pthread_cancel(thread);
        pthread_join(thread, &result);
        cancelled += result == PTHREAD_CANCELED;
    }
    printf("%d of %d cancelled, %d wrong\n", cancelled, count, wrong);
    tally_print("streams", &streams, false);
}

static void *unwound(void *unused)
{
    CUstream stream;

    driver.use(driver.context);
    pthread_setspecific(key, &key);
    pthread_cleanup_push(last_words, NULL);
    pthread_cancel(pthread_self());
    driver.create(&stream, 1);
    puts("not cancelled");
    pthread_cleanup_pop(0);
    return unused;
}

static void *some_streams(void *unused)
{
    driver.use(driver.context);
    pthread_setspecific(key, &key);
    for (int i = 0; i < 5; i++)
        copy_try(&driver, (stream_creator)dlsym(driver.handle, "cuStreamCreate"), &streams);
    wrong += lookups_wrong() + (dlsym(driver.handle, "no_such_function") != NULL) +
             (dlsym(RTLD_DEFAULT, "cuStreamCreate") != NULL) + (dlerror() == NULL);
    return unused;
}

static void with(void *(*work)(void *), int count, size_t stack)
{
    pthread_attr_t attributes;
    pthread_t threads[64];

    pthread_attr_init(&attributes);
    if (stack && pthread_attr_setstacksize(&attributes, stack) != 0)
        puts("no such stack");
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], &attributes, work, NULL);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    printf("%d wrong\n", wrong);
    if (streams.made)
        tally_print("streams", &streams, true);
    if (streams.made)
        tally_print("at their ends", &at_end, true);
    else /* cancelled inside the driver's call: whether the level is taken then is left open */
        printf("at their ends: %d streams, %d failed\n", at_end.made, at_end.failed);
}

static volatile sig_atomic_t handled, wrong_in_handler;

static void handler(int number)
{
    (void)number;
    wrong_in_handler += lookups_wrong();
    handled++;
}

/*
 * Not while the program is in dlsym itself: that hangs without any library of ours, between the two
 * steps in which glibc 2.36 gives its lock back. And only lookups that succeed: glibc allocates the
 * text of an error, which no handler may do.
 */
static void signals(void)
{
    static const struct itimerval every = {{0, 300}, {0, 300}}, never;
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    __typeof(&cuGetProcAddress_v2) ask = (__typeof(ask))dlsym(driver.handle, "cuGetProcAddress_v2");

    wrong = lookups_wrong(); /* what glibc allocates at the first of them is there now */
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &every, NULL);
    while (handled < 300) {
        void *function = NULL;
        ask("cuStreamCreate", &function, 12000, 0, NULL);
        copy_try(&driver, (stream_creator)function, &streams);
    }
    setitimer(ITIMER_REAL, &never, NULL);
    printf("%d wrong, %d in the handler\n", wrong, (int)wrong_in_handler);
    tally_print("streams", &streams, false);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";

    driver = copy_open(argc > 2 ? argv[2] : "libcuda.so.1");
    pthread_key_create(&key, last_words);
    if (strcmp(how, "cancel") == 0)
        cancel(60);
    else if (strcmp(how, "unwound") == 0)
        with(unwound, 1, 0);
    else if (strcmp(how, "end") == 0)
        with(some_streams, 32, 0);
    else if (strcmp(how, "tiny") == 0)
        with(some_streams, 16, (size_t)sysconf(_SC_THREAD_STACK_MIN));
    else if (strcmp(how, "signals") == 0)
        signals();
    else
        return 2;
    return 0;
}
