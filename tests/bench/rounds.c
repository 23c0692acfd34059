/* SPDX-License-Identifier: MIT */
/*
 * rounds count N     makes each call N times and then 2N times, between two calls of mark() each: a
 *                    simulator that sees mark() (callgrind's --dump-before) can cut the run there,
 *                    and the difference of the two parts is that of N calls and of nothing else
 * rounds trace N [LIBRARY]
 *                    the same in a thread whose stack, with its thread-local memory, lies in the
 *                    block that is printed first: what is stored anywhere else can be seen by
 *                    others. Printed besides: where mark() is, and the library, which is preloaded
 * rounds time N      nanoseconds per call, in the median of N batches of calls
 * rounds threads N THREADS
 *                    nanoseconds from when so many threads begin to make N calls each until the
 * last has made them, by the number of calls rounds names       the calls' names, in their order
 */
#include "calls.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WARM_UP = 4 }; /* the first call of a kind binds */

static int rounds;

static void fail(const char *what)
{
    fprintf(stderr, "rounds: %s\n", what);
    exit(1);
}

__attribute__((noinline)) void mark(void);
void mark(void)
{
    __asm__ volatile("" ::: "memory"); /* so that no call of it is dropped */
}

static void repeat(const struct call *call, int times)
{
    for (int i = 0; i < times; i++)
        call->make();
}

static void *count(void *unused)
{
    if (!calls_start())
        fail("no CUDA");
    for (const struct call *call = calls; call->name; call++) {
        repeat(call, WARM_UP);
        mark();
        repeat(call, rounds);
        mark();
        repeat(call, 2 * rounds);
        mark();
    }
    if (calls_failed())
        fail("a call failed");
    return unused;
}

static long long now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int in_order(const void *a, const void *b)
{
    const long long *first = a, *second = b;

    return (*first > *second) - (*first < *second);
}

/* Of batches, since another process may run in the middle of any. */
static void take_times(void)
{
    enum { BATCH = 50 };
    long long *times = calloc((size_t)rounds, sizeof(*times));

    if (!calls_start() || !times)
        fail("no CUDA");
    for (const struct call *call = calls; call->name; call++) {
        repeat(call, WARM_UP);
        for (int i = 0; i < rounds; i++) {
            long long start = now();

            repeat(call, BATCH);
            times[i] = now() - start;
        }
        qsort(times, (size_t)rounds, sizeof(*times), in_order);
        printf("%s %.2f\n", call->name, (double)times[rounds / 2] / BATCH);
    }
}

static pthread_barrier_t begin, end;

/* A thread for all calls: CUDA is brought up once in each. */
static void *call_often(void *unused)
{
    if (!calls_start())
        fail("no CUDA");
    for (const struct call *call = calls; call->name; call++) {
        repeat(call, WARM_UP);
        pthread_barrier_wait(&begin);
        repeat(call, rounds);
        pthread_barrier_wait(&end);
    }
    return unused;
}

static void take_times_of(int threads)
{
    pthread_t *thread = calloc((size_t)threads, sizeof(*thread));

    if (!thread || pthread_barrier_init(&begin, NULL, (unsigned int)threads + 1) != 0 ||
        pthread_barrier_init(&end, NULL, (unsigned int)threads + 1) != 0)
        fail("no memory");
    for (int i = 0; i < threads; i++) {
        if (pthread_create(&thread[i], NULL, call_often, NULL) != 0)
            fail("no thread");
    }
    for (const struct call *call = calls; call->name; call++) {
        pthread_barrier_wait(&begin);
        long long start = now();
        pthread_barrier_wait(&end);
        printf("%s %.2f\n", call->name, (double)(now() - start) / ((double)rounds * threads));
    }
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    free(thread);
}

static void *start_of(const char *library)
{
    struct link_map *object = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);

    if (!object)
        fail("the library is not preloaded");
    return (void *)object->l_addr;
}

static void trace(const char *library)
{
    enum { SIZE = 1 << 20 };
    pthread_attr_t attributes;
    pthread_t thread;
    char *block = aligned_alloc(4096, SIZE);

    if (!block)
        fail("no memory");
    printf("block %p %p\nmark %p\nlibrary %p\n", (void *)block, (void *)(block + SIZE),
           (void *)mark, library ? start_of(library) : NULL);
    fflush(stdout);
    pthread_attr_init(&attributes);
    if (pthread_attr_setstack(&attributes, block, SIZE) != 0 ||
        pthread_create(&thread, &attributes, count, NULL) != 0 || pthread_join(thread, NULL) != 0)
        fail("no thread");
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "names") == 0) {
        for (const struct call *call = calls; call->name; call++)
            puts(call->name);
        return 0;
    }
    rounds = argc >= 3 ? atoi(argv[2]) : 0;
    if (rounds <= 0) {
        fprintf(stderr, "usage: rounds names, or count, trace, time or threads N\n");
        return 2;
    }
    if (strcmp(argv[1], "count") == 0)
        count(NULL);
    else if (strcmp(argv[1], "time") == 0)
        take_times();
    else if (strcmp(argv[1], "threads") == 0 && argc == 4 && atoi(argv[3]) > 0)
        take_times_of(atoi(argv[3]));
    else
        trace(argv[3]);
    return 0;
}
