/* SPDX-License-Identifier: MIT */
/*
 * crowd: many threads create streams at once, by every kind of way in, first with two drivers that
 * stay, then while the second is closed and opened again and again. Meant for the thread
 * sanitizer's build of the library, and run in every build.
 *
 * Each stream must have the level of the driver that made it: -5, or -2 of the second one (or its
 * own priority, where the library has no place left for that). Ends with 1 if one has not.
 */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 12, WAYS = 4, ROUNDS = 10 * WAYS };

static pthread_barrier_t start, closing;
static atomic_int wrong;

static void created(const char *how, int result, int priority, int level, int other)
{
    if (result == 0 && (priority == level || priority == other))
        return;
    atomic_fetch_add(&wrong, 1);
    printf("%s: %d, priority %d\n", how, result, priority);
}

static void make_current(__typeof(&cuDevicePrimaryCtxRetain) retain,
                         __typeof(&cuCtxSetCurrent) set_current)
{
    CUcontext context = NULL;

    retain(&context, 0);
    set_current(context);
}

static void in_linked_driver(void)
{
    CUstream stream = NULL;
    int priority = -999, result = cuStreamCreate(&stream, 1);

    cuStreamGetPriority(stream, &priority);
    created("driver, linked", result, priority, -5, -5);
}

static void in_linked_runtime(void)
{
    cudaStream_t stream = NULL;
    int priority = -999, result = cudaStreamCreateWithFlags(&stream, 1);

    cudaStreamGetPriority(stream, &priority);
    created("runtime, linked", result, priority, -5, -5);
}

static void by_asking(void)
{
    __typeof(&cuGetProcAddress_v2) ask = (__typeof(ask))dlsym(RTLD_DEFAULT, "cuGetProcAddress_v2");
    void *function = NULL;
    CUstream stream = NULL;
    int priority = -999, result = ask("cuStreamCreateWithPriority", &function, 12000, 0, NULL);

    if (result == 0)
        result = ((__typeof(&cuStreamCreateWithPriority))function)(&stream, 0, -1);
    cuStreamGetPriority(stream, &priority);
    created("driver, asked", result, priority, -5, -5);
}

/*
 * The loader orders these calls by a lock of its own, but the sanitizer cannot see that one. (Nor
 * does it see what orders a thread that finds the driver gone after the one that closed it: by then
 * every other library has its place.)
 */
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

/* The last of those who have it closes it for good, and the next opens it anew. */
static void in_second_driver(void)
{
    pthread_mutex_lock(&loading);
    void *driver = dlopen("libcuda_b.so.1", RTLD_NOW | RTLD_LOCAL);
    pthread_mutex_unlock(&loading);
    CUstream stream = NULL;
    int priority = -999;

    if (!driver) {
        printf("%s\n", dlerror());
        exit(3);
    }
    ((__typeof(&cuInit))dlsym(driver, "cuInit"))(0);
    make_current((__typeof(&cuDevicePrimaryCtxRetain))dlsym(driver, "cuDevicePrimaryCtxRetain"),
                 (__typeof(&cuCtxSetCurrent))dlsym(driver, "cuCtxSetCurrent"));
    int result = ((__typeof(&cuStreamCreate))dlsym(driver, "cuStreamCreate"))(&stream, 1);
    ((__typeof(&cuStreamGetPriority))dlsym(driver, "cuStreamGetPriority"))(stream, &priority);
    created("second driver", result, priority, -2, 0);
    pthread_mutex_lock(&loading);
    dlclose(driver);
    pthread_mutex_unlock(&loading);
}

static void *work(void *number)
{
    static void (*const ways[WAYS])(void) = {in_linked_driver, in_linked_runtime, by_asking,
                                             in_second_driver};
    size_t first = (size_t)number;

    cuInit(0);
    make_current(cuDevicePrimaryCtxRetain, cuCtxSetCurrent);
    pthread_barrier_wait(&start);
    for (size_t round = 0; round < ROUNDS; round++) {
        if (round == WAYS)
            pthread_barrier_wait(&closing);
        ways[(first + round) % WAYS]();
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];

    void *second = dlopen("libcuda_b.so.1", RTLD_NOW | RTLD_LOCAL);
    pthread_barrier_init(&start, NULL, THREADS);
    pthread_barrier_init(&closing, NULL, THREADS + 1);
    for (size_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    pthread_barrier_wait(&closing);
    pthread_mutex_lock(&loading);
    dlclose(second);
    pthread_mutex_unlock(&loading);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("%d of %d streams are wrong\n", wrong, THREADS * ROUNDS);
    return wrong != 0;
}
