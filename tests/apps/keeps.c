/* SPDX-License-Identifier: MIT */
/*
 * keeps HOW: a driver that is closed while it is still wanted, or while it is being looked up.
 *   default   found by RTLD_DEFAULT, which keeps it loaded for a caller that stays
 *   race      looked up by two threads while two others open and close it
 */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void *open_driver(const char *name, int flags)
{
    return dlopen(name, RTLD_NOW | flags);
}

static void keep(void)
{
    void *driver = open_driver("libcuda.so.1", RTLD_GLOBAL);
    __typeof(&cuStreamCreate) create = (__typeof(create))dlsym(RTLD_DEFAULT, "cuStreamCreate");
    CUstream stream;

    dlclose(driver);
    printf("still loaded: %d\n", open_driver("libcuda.so.1", RTLD_NOLOAD) != NULL);
    printf("before cuInit: %d\n", (int)create(&stream, 0));
}

static atomic_bool stop;

static void *open_and_close(void *name)
{
    while (!stop) {
        void *driver = open_driver(name, RTLD_GLOBAL);
        if (driver)
            dlclose(driver);
    }
    return NULL;
}

static void *look_up(void *unused)
{
    for (int i = 0; i < 20000; i++) {
        dlsym(RTLD_NEXT, "cuStreamCreate");
        dlsym(RTLD_NEXT, "cuGetProcAddress_v2");
    }
    return unused;
}

static void race(void)
{
    pthread_t openers[2], lookers[2];

    pthread_create(&openers[0], NULL, open_and_close, (void *)"libcuda.so.1");
    pthread_create(&openers[1], NULL, open_and_close, (void *)"libcuda_b.so.1");
    for (int i = 0; i < 2; i++)
        pthread_create(&lookers[i], NULL, look_up, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(lookers[i], NULL);
    stop = true;
    for (int i = 0; i < 2; i++)
        pthread_join(openers[i], NULL);
    printf("done\n");
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "default") == 0)
        keep();
    else if (argc == 2 && strcmp(argv[1], "race") == 0)
        race();
    else
        return 2;
    return 0;
}
