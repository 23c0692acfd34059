/*
 * rounds count N     makes each call N times and then 2N times, between two calls of mark() each: a
 *                    simulator that sees mark() (callgrind's --dump-before) can cut the run there,
 *                    and the difference of the two parts is that of N calls and of nothing else
 * rounds trace N     the same in a thread whose stack, with its thread-local memory, lies in the
 *                    block that is printed first, with where mark() is: what is stored anywhere
 *                    else can be seen by others
 * rounds time N      nanoseconds per call, in the mean of N
 * rounds names       the calls' names, in their order
 */
#include "calls.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WARM_UP = 16 }; /* the first call of a kind binds */

static int rounds;

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
    for (const struct call *call = calls; call->name; call++) {
        repeat(call, WARM_UP);
        mark();
        repeat(call, rounds);
        mark();
        repeat(call, 2 * rounds);
        mark();
    }
    return unused;
}

static long long now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void take_times(void)
{
    for (const struct call *call = calls; call->name; call++) {
        repeat(call, WARM_UP);
        long long start = now();
        repeat(call, rounds);
        printf("%s %.2f\n", call->name, (double)(now() - start) / rounds);
    }
}

static int trace(void)
{
    enum { SIZE = 1 << 20 };
    pthread_attr_t attributes;
    pthread_t thread;
    char *block = aligned_alloc(4096, SIZE);

    if (!block)
        return 1;
    printf("block %p %p\nmark %p\n", (void *)block, (void *)(block + SIZE), (void *)mark);
    fflush(stdout);
    pthread_attr_init(&attributes);
    if (pthread_attr_setstack(&attributes, block, SIZE) != 0 ||
        pthread_create(&thread, &attributes, count, NULL) != 0)
        return 1;
    return pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "names") == 0) {
        for (const struct call *call = calls; call->name; call++)
            puts(call->name);
        return 0;
    }
    rounds = argc == 3 ? atoi(argv[2]) : 0;
    if (rounds <= 0) {
        fprintf(stderr, "usage: rounds names, or count, trace or time N\n");
        return 2;
    }
    if (!calls_start()) {
        fprintf(stderr, "rounds: no CUDA\n");
        return 1;
    }
    if (strcmp(argv[1], "count") == 0)
        count(NULL);
    else if (strcmp(argv[1], "time") == 0)
        take_times();
    else
        return trace();
    return 0;
}
