/* SPDX-License-Identifier: MIT */
/*
 * counted ENDING THREADS ROUNDS: a program whose streams are counted. Each thread makes the primary
 * context of one of the devices current and creates 4 streams a round, by three ways, one of them
 * with a priority of its own; and makes one call a round that fails. When all are done it ends:
 *   return exit quick _exit abort kill thread exec
 * by "storm" it is killed while the threads still create; by "children" each thread's work is done
 * in as many forked children, which end by SIGKILL.
 */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int rounds, devices;

/* A stream's creation, whose outcome is looked at; the stream isn't needed further. */
static bool done(CUresult result, const CUstream *stream)
{
    return result == CUDA_SUCCESS && cuStreamDestroy_v2(*stream) == CUDA_SUCCESS;
}

static atomic_int made;

static void *work(void *number)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    int device = (int)((size_t)number % (size_t)devices);
    CUcontext context = NULL;
    CUstream stream = NULL;

    if (!driver)
        abort();
    __typeof(&cuStreamCreate) create = (__typeof(create))dlsym(driver, "cuStreamCreate");
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    cudaSetDevice(device);
    for (int i = 0; i < rounds; i++) {
        if (!done(create(&stream, CU_STREAM_NON_BLOCKING), &stream) ||
            !done(cuStreamCreate(&stream, CU_STREAM_DEFAULT), &stream) ||
            !done(cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, -1), &stream) ||
            !done((CUresult)cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), &stream) ||
            create(&stream, 77) != CUDA_ERROR_INVALID_VALUE)
            abort();
        made++;
    }
    return NULL;
}

static void *end_last(void *unused)
{
    return unused;
}

static void in_children(size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (fork() == 0) {
            work((void *)i);
            raise(SIGKILL);
        }
    }
    while (wait(NULL) > 0)
        ;
}

int main(int argc, char **argv)
{
    pthread_t threads[64];

    if (argc != 4)
        return 2;
    const char *how = argv[1];
    size_t count = (size_t)atoi(argv[2]);
    rounds = atoi(argv[3]);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    cuInit(0);
    cuDeviceGetCount(&devices);
    bool storm = strcmp(how, "storm") == 0;
    if (strcmp(how, "children") == 0) {
        work(0);
        in_children(count);
        return 0;
    }
    for (size_t i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    while (storm && made < (int)count)
        ;
    for (size_t i = 0; i < count && !storm; i++)
        pthread_join(threads[i], NULL);
    if (storm || strcmp(how, "kill") == 0)
        kill(getpid(), SIGKILL);
    if (strcmp(how, "exit") == 0)
        exit(0);
    if (strcmp(how, "quick") == 0)
        quick_exit(0);
    if (strcmp(how, "_exit") == 0)
        _exit(0);
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "exec") == 0)
        execl("/bin/true", "true", NULL);
    if (strcmp(how, "thread") == 0) {
        pthread_create(&threads[0], NULL, end_last, NULL);
        pthread_exit(NULL);
    }
    return 0;
}
