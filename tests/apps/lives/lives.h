/* SPDX-License-Identifier: MIT */
/* What the hosts of the life tests share: one copy of the driver, streams made on it, and a tally.
 */
#ifndef APPS_LIVES_H
#define APPS_LIVES_H

#include "fake_cuda.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef __typeof(&cuStreamCreate) stream_creator;

/* One loaded copy of the driver. */
struct copy {
    void *handle;
    CUcontext context;
    stream_creator create;
    __typeof(&cuCtxSetCurrent) use;
    __typeof(&cuStreamGetPriority) priority;
    __typeof(&cuStreamDestroy_v2) destroy;
};

/* Opens and starts the driver; its context is current in the calling thread. Ends the host at
 * failure. */
static inline struct copy copy_open(const char *path)
{
    struct copy c = {.handle = dlopen(path, RTLD_NOW | RTLD_LOCAL)};

    if (!c.handle) {
        printf("%s\n", dlerror());
        exit(3);
    }
    c.create = (stream_creator)dlsym(c.handle, "cuStreamCreate");
    c.use = (__typeof(c.use))dlsym(c.handle, "cuCtxSetCurrent");
    c.priority = (__typeof(c.priority))dlsym(c.handle, "cuStreamGetPriority");
    c.destroy = (__typeof(c.destroy))dlsym(c.handle, "cuStreamDestroy_v2");
    ((__typeof(&cuInit))dlsym(c.handle, "cuInit"))(0);
    ((__typeof(&cuDevicePrimaryCtxRetain))dlsym(c.handle, "cuDevicePrimaryCtxRetain"))(&c.context,
                                                                                       0);
    c.use(c.context);
    return c;
}

/* What came of many creations: how many, and between which priorities. */
struct tally {
    atomic_int made, failed, least, greatest;
};

static inline void tally_add(struct tally *t, int result, int priority)
{
    if (result != CUDA_SUCCESS) {
        atomic_fetch_add(&t->failed, 1);
        return;
    }
    if (atomic_fetch_add(&t->made, 1) == 0) {
        atomic_store(&t->least, priority);
        atomic_store(&t->greatest, priority);
    } else if (priority != atomic_load(&t->least)) { /* one that differs stays seen */
        atomic_store(&t->greatest, priority);
    }
}

/* Makes a stream, reads its priority back from that same copy, and destroys it. */
static inline void copy_try(const struct copy *c, stream_creator create, struct tally *t)
{
    CUstream stream = NULL;
    int priority = -999, result = create ? (int)create(&stream, 1) : -1;

    if (result == CUDA_SUCCESS)
        result = (int)c->priority(stream, &priority);
    tally_add(t, result, priority);
    if (result == CUDA_SUCCESS)
        c->destroy(stream);
}

/* "WHAT: 100 streams, WORD=0"; the number only where it is the same in each run. */
static inline void tally_say(const char *what, const char *word, const struct tally *t,
                             bool counted)
{
    if (counted)
        printf("%s: %d streams, ", what, t->made);
    else
        printf("%s: %s streams, ", what, t->made ? "some" : "no");
    if (t->failed)
        printf("%d failed, ", t->failed);
    if (!t->made)
        printf("no priority\n");
    else if (t->least == t->greatest)
        printf("%s=%d\n", word, t->least);
    else
        printf("priorities %d and %d\n", t->least, t->greatest);
}

static inline void tally_print(const char *what, const struct tally *t, bool counted)
{
    tally_say(what, "priority", t, counted);
}

#endif
