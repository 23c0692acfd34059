/* SPDX-License-Identifier: MIT */
/*
 * first_lookups: the process's first lookups, of which none was made before, by many threads at
 * once and in several ways; in a hundred processes, since each has one first moment only.
 */
#include "lives.h"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 6, PROCESSES = 100 };

static struct all {
    struct tally streams;
    atomic_int missing, left;
} * all;

static void *driver;
static CUcontext context;
static atomic_int waiting;

static void *by_handle(void)
{
    return dlsym(driver, "cuStreamCreate");
}

static void *by_default(void)
{
    return dlsym(RTLD_DEFAULT, "cuStreamCreate");
}

static void *by_next(void)
{
    return dlsym(RTLD_NEXT, "cuStreamCreate");
}

static void *by_question(void)
{
    void *found = NULL;

    return cuGetProcAddress_v2("cuStreamCreate", &found, 12000, 0, NULL) == 0 ? found : NULL;
}

/* Of another name, which is left to the real dlsym. */
static void *after_another(void)
{
    if (!dlsym(RTLD_NEXT, "getpid"))
        atomic_fetch_add(&all->missing, 1);
    return by_handle();
}

static void *after_a_call(void)
{
    CUstream stream;

    if (cuStreamCreate(&stream, 1) != CUDA_SUCCESS)
        atomic_fetch_add(&all->missing, 1);
    return by_handle();
}

static void *(*const ways[])(void) = {by_handle,   by_default,    by_next,
                                      by_question, after_another, after_a_call};

static void *look_up(void *number)
{
    struct copy c = {.priority = cuStreamGetPriority, .destroy = cuStreamDestroy_v2};
    void *(*find)(void) = ways[(intptr_t)number];

    cuCtxSetCurrent(context);
    atomic_fetch_sub(&waiting, 1);
    while (atomic_load(&waiting) > 0)
        ;
    void *found = find();
    if (!found)
        atomic_fetch_add(&all->missing, 1);
    copy_try(&c, (stream_creator)found, &all->streams);
    return NULL;
}

static void one_process(void)
{
    pthread_t threads[THREADS];

    cuInit(0);
    cuDevicePrimaryCtxRetain(&context, 0);
    waiting = THREADS;
    for (intptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, look_up, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

int main(void)
{
    int status;

    all = mmap(NULL, sizeof(*all), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (all == MAP_FAILED || !driver)
        return 3;
    for (int i = 0; i < PROCESSES; i++) {
        pid_t child = fork();
        if (child == 0) {
            one_process();
            _exit(0);
        }
        if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
            all->left++;
    }
    printf("%d missing, %d processes failed\n", all->missing, all->left);
    tally_print("streams", &all->streams, true);
    return 0;
}
