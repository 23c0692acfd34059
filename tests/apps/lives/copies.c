/* SPDX-License-Identifier: MIT */
/*
 * copies HOW: the driver in several copies, and from many threads at once.
 *   again           one copy is closed and opened elsewhere while threads use another one
 *   replaced A B    A is closed, and B, a driver of another make, moves in at its address
 *   many COUNT      so many copies (COPIES/libcuda-N.so), opened and used by 8 threads at once
 *   first WAY PLUGIN  64 threads make the process's first use of the driver: handle, default,
 * direct, procaddr; in ten processes, since each has one first use only
 */
#include "lives.h"
#include "plugin.h"

#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_THREADS = 64 };

static atomic_bool stop;

static stream_creator asked_of(const struct copy *c)
{
    void *function = NULL;

    ((__typeof(&cuGetProcAddress_v2))dlsym(c->handle, "cuGetProcAddress_v2"))(
        "cuStreamCreate", &function, 12000, 0, NULL);
    return (stream_creator)function;
}

/* By the function that was found at first, and by those that are found now. */
static void use(const struct copy *c, struct tally *tally)
{
    copy_try(c, c->create, tally);
    copy_try(c, (stream_creator)dlsym(c->handle, "cuStreamCreate"), tally);
    copy_try(c, asked_of(c), tally);
}

static struct copy staying;
static struct tally at_staying;

static void *use_staying(void *unused)
{
    staying.use(staying.context);
    do /* once even where main is done before a thread has begun */
        use(&staying, &at_staying);
    while (!stop);
    return unused;
}

static int again(void)
{
    enum { THREADS = 3, TIMES = 60 };
    pthread_t threads[THREADS];
    struct tally moving = {0};

    staying = copy_open("libcuda_b.so.1");
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, use_staying, NULL);
    while (!at_staying.made) /* on a busy machine all could be over before they begin */
        sched_yield();
    for (int i = 0; i < TIMES; i++) {
        struct copy c = copy_open("libcuda.so.1");
        use(&c, &moving);
        dlclose(c.handle);
        /* Something else moves in where it was, at every other time. */
        if (i % 2)
            mmap(NULL, (size_t)(i + 1) * 65536, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    }
    stop = true;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    tally_print("the one that moves", &moving, true);
    tally_say("the one that stays", "b_priority", &at_staying, false);
    return 0;
}

static int replaced(const char *one, const char *other)
{
    struct copy a = copy_open(one);
    struct link_map *map = a.handle;
    struct tally before = {0}, after = {0};
    uintptr_t address = map->l_addr;
    __typeof(&cuStreamCreateWithPriority) create;
    CUstream stream = NULL;
    int priority = -999;

    copy_try(&a, a.create, &before);
    tally_print("the first", &before, true);
    dlclose(a.handle);
    struct copy b = {.handle = dlopen(other, RTLD_NOW | RTLD_LOCAL)};
    if (!b.handle)
        return 3;
    b.priority = (__typeof(b.priority))dlsym(b.handle, "cuStreamGetPriority");
    create = (__typeof(create))dlsym(b.handle, "cuStreamCreateWithPriority");
    int result = (int)create(&stream, 1, 0);
    if (result == CUDA_SUCCESS)
        result = (int)b.priority(stream, &priority);
    tally_add(&after, result, priority);
    tally_print("the other", &after, true);
    /* Where it isn't the same place, this run has shown nothing; that is no fault. */
    return ((struct link_map *)b.handle)->l_addr == address && b.handle == (void *)map ? 0 : 77;
}

static int copies;
static pthread_barrier_t gate;
static struct tally at_copies;

static void *use_one(void *number)
{
    char path[4096];

    snprintf(path, sizeof(path), "%s/libcuda-%d.so", getenv("COPIES"),
             (int)(intptr_t)number % copies);
    pthread_barrier_wait(&gate);
    struct copy c = copy_open(path);
    for (int i = 0; i < 40; i++)
        use(&c, &at_copies);
    return NULL;
}

static int many(int count)
{
    enum { THREADS = 8 };
    pthread_t threads[THREADS];

    copies = count;
    pthread_barrier_init(&gate, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, use_one, (void *)(intptr_t)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    tally_print("many", &at_copies, true);
    return 0;
}

static const char *way;
static struct copy first_copy;
static struct tally at_first;
static atomic_int waiting;
static CUresult (*direct)(CUstream *);

static CUresult create_direct(CUstream *stream, unsigned int flags)
{
    (void)flags;
    return direct(stream);
}

static stream_creator find(void)
{
    if (strcmp(way, "direct") == 0)
        return create_direct;
    if (strcmp(way, "procaddr") == 0)
        return asked_of(&first_copy);
    return (stream_creator)dlsym(strcmp(way, "default") == 0 ? RTLD_DEFAULT : first_copy.handle,
                                 "cuStreamCreate");
}

static void *use_first(void *unused)
{
    first_copy.use(first_copy.context);
    waiting--;
    while (waiting > 0) /* no lock: as many as there are processors go on at one moment */
        sched_yield();
    for (int i = 0; i < 3; i++)
        copy_try(&first_copy, find(), &at_first);
    return unused;
}

static void race(void)
{
    pthread_t threads[MOST_THREADS];

    waiting = MOST_THREADS;
    for (int i = 0; i < MOST_THREADS; i++)
        pthread_create(&threads[i], NULL, use_first, NULL);
    for (int i = 0; i < MOST_THREADS; i++)
        pthread_join(threads[i], NULL);
    tally_print(way, &at_first, true);
}

static int first(const char *plugin_path)
{
    void *plugin = dlopen(plugin_path, RTLD_NOW | RTLD_LOCAL);

    /* Not copy_open: that would be the first use already. */
    first_copy.handle = dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
    if (!plugin || !first_copy.handle)
        return 3;
    direct = (__typeof(direct))dlsym(plugin, "plugin_create");
    void *handle = first_copy.handle;
    first_copy.use = (__typeof(first_copy.use))dlsym(handle, "cuCtxSetCurrent");
    first_copy.priority = (__typeof(first_copy.priority))dlsym(handle, "cuStreamGetPriority");
    first_copy.destroy = (__typeof(first_copy.destroy))dlsym(handle, "cuStreamDestroy_v2");
    ((__typeof(&cuInit))dlsym(handle, "cuInit"))(0);
    ((__typeof(&cuDevicePrimaryCtxRetain))dlsym(handle, "cuDevicePrimaryCtxRetain"))(
        &first_copy.context, 0);
    for (int i = 0; i < 10; i++) {
        int status;
        pid_t child = fork();
        if (child == 0) {
            race();
            return 0;
        }
        if (waitpid(child, &status, 0) != child || status != 0)
            printf("status %d\n", status);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";

    if (strcmp(how, "again") == 0)
        return again();
    if (strcmp(how, "replaced") == 0 && argc == 4)
        return replaced(argv[2], argv[3]);
    if (strcmp(how, "many") == 0 && argc == 3)
        return many(atoi(argv[2]));
    way = argc == 4 ? argv[2] : "";
    return strcmp(how, "first") == 0 && argc == 4 ? first(argv[3]) : 2;
}
