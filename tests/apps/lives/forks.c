/* SPDX-License-Identifier: MIT */
/*
 * forks HOW PLUGIN COUNT: forks while other threads look symbols up, open and close libraries,
 * create streams. The child's life, ended by its alarm where it hangs: lookups   lookups only
 *   streams   and a stream by a function that it looks up
 *   local     a lookup by RTLD_DEFAULT in the name of a library that was opened RTLD_LOCAL
 *   direct    a stream by a direct call of the plug-in, the first one that its process makes
 */
#include "lives.h"
#include "plugin.h"

#include <link.h>
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILD_SECONDS = 8, ANSWERS = 9 };

static struct copy driver;
static __typeof(&plugin_default) ask_default, ask_next;
static __typeof(&plugin_create) call;
static __typeof(&plugin_priority) priority_of;
static void *expected[ANSWERS];
static atomic_bool stop;
static atomic_int wrong_in_threads;

#ifdef __aarch64__
#define OLDEST "GLIBC_2.17"
#else
#define OLDEST "GLIBC_2.2.5"
#endif

static void look_up(void *found[ANSWERS])
{
    found[0] = dlsym(driver.handle, "cuStreamCreate");
    found[1] = dlsym(driver.handle, "cuStreamCreateWithPriority");
    found[2] = dlsym(driver.handle, "cuInit");
    found[3] = dlsym(RTLD_DEFAULT, "getpid");
    found[4] = dlsym(RTLD_NEXT, "malloc");
    found[5] = dlsym(RTLD_DEFAULT, "cuStreamCreate"); /* the driver was opened RTLD_LOCAL: none */
    found[6] = dlsym(RTLD_NEXT, "cudaStreamCreate");
    found[7] = dlvsym(RTLD_DEFAULT, "getpid", OLDEST);
    found[8] = ask_next("cuStreamCreate");
}

static bool as_expected(void)
{
    void *found[ANSWERS];

    look_up(found);
    return memcmp(found, expected, sizeof(found)) == 0;
}

static void *lookups(void *unused)
{
    (void)unused;
    while (!stop)
        wrong_in_threads += !as_expected();
    return NULL;
}

static void *openings(void *unused)
{
    (void)unused;
    while (!stop) {
        void *handle = dlopen("libcuda_b.so.1", RTLD_NOW | RTLD_LOCAL);
        wrong_in_threads += !handle || !dlsym(handle, "cuStreamCreate");
        if (handle)
            dlclose(handle);
    }
    return NULL;
}

static int nothing(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)info, (void)size, (void)data;
    return 0;
}

/* As whatever unwinds does: C++ exceptions, backtraces. */
static void *walks(void *unused)
{
    while (!stop)
        dl_iterate_phdr(nothing, unused);
    return NULL;
}

static void *creations(void *unused)
{
    static struct tally tally;

    driver.use(driver.context);
    while (!stop)
        copy_try(&driver, driver.create, &tally);
    wrong_in_threads += tally.failed + (tally.least != tally.greatest);
    return unused;
}

/* The child's exit status: 1 if an answer was wrong, else 100 and the priority of its stream. */
static int child_asks(bool creates)
{
    struct tally tally = {0};

    if (!as_expected())
        return 1;
    if (!creates)
        return 100;
    copy_try(&driver, (stream_creator)dlsym(driver.handle, "cuStreamCreate"), &tally);
    return tally.made == 1 ? 100 + tally.least : 1;
}

static int child_asks_locally(bool creates)
{
    struct tally tally = {0};

    (void)creates;
    copy_try(&driver, (stream_creator)ask_default("cuStreamCreate"), &tally);
    return tally.made == 1 ? 100 + tally.least : 1;
}

/* In the parent none is ever made: each child's is the first direct call that its process sees. */
static int child_calls(bool creates)
{
    CUstream stream;

    (void)creates;
    return call(&stream) == CUDA_SUCCESS ? 100 + priority_of(stream) : 1;
}

static void fork_often(int count, int (*life)(bool), bool creates)
{
    int hung = 0, wrong = 0, right = 0, priority = 0;

    for (int i = 0; i < count; i++) {
        int status;
        pid_t child = fork();
        if (child == 0) {
            alarm(CHILD_SECONDS);
            _exit(life(creates));
        }
        if (child < 0 || waitpid(child, &status, 0) != child)
            exit(3);
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
            hung++;
            break;
        }
        if (!WIFEXITED(status) || WEXITSTATUS(status) < 50)
            wrong++;
        else if (right++ == 0)
            priority = WEXITSTATUS(status) - 100;
        else
            wrong += priority != WEXITSTATUS(status) - 100;
    }
    printf("%d right, %d wrong, %d hung, priority=%d\n", right, wrong, hung, priority);
}

int main(int argc, char **argv)
{
    void *(*const work[])(void *) = {lookups, openings, creations, walks};
    enum { THREADS = sizeof(work) / sizeof(*work) };
    pthread_t threads[THREADS];
    const char *how = argc == 4 ? argv[1] : "";
    setvbuf(stdout, NULL, _IONBF, 0);
    driver = copy_open("libcuda.so.1");
    void *plugin = argc == 4 ? dlopen(argv[2], RTLD_NOW | RTLD_LOCAL) : NULL;
    ask_default = plugin ? (__typeof(ask_default))dlsym(plugin, "plugin_default") : NULL;
    ask_next = plugin ? (__typeof(ask_next))dlsym(plugin, "plugin_next") : NULL;
    call = plugin ? (__typeof(call))dlsym(plugin, "plugin_create") : NULL;
    priority_of = plugin ? (__typeof(priority_of))dlsym(plugin, "plugin_priority") : NULL;
    if (!ask_default || !ask_next)
        return 3;
    look_up(expected);
    if (!as_expected() || !expected[0] || !expected[3] || !expected[4] || !expected[7])
        return 4;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work[i], NULL);
    int (*life)(bool) = strcmp(how, "direct") == 0  ? child_calls
                        : strcmp(how, "local") == 0 ? child_asks_locally
                                                    : child_asks;
    fork_often(atoi(argv[3]), life, strcmp(how, "streams") == 0);
    stop = true;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("wrong in the threads: %d\n", wrong_in_threads);
    return 0;
}
