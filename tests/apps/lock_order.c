/* SPDX-License-Identifier: MIT */
/*
 * One thread is in dl_iterate_phdr, and its callback takes a lock that the other one holds while it
 * looks a function up, and asks the driver for one.
 */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t inside;

static int take_lock(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)info;
    (void)size;
    (void)data;
    sem_post(&inside);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 1;
}

static void *iterate(void *unused)
{
    dl_iterate_phdr(take_lock, NULL);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *driver = dlopen("libcuda.so.1", RTLD_NOW), *asked = NULL;

    sem_init(&inside, 0, 0);
    alarm(20);
    pthread_mutex_lock(&lock);
    if (!driver || pthread_create(&thread, NULL, iterate, NULL) != 0)
        return 2;
    sem_wait(&inside);
    __typeof(&cuGetProcAddress_v2) ask =
        (__typeof(&cuGetProcAddress_v2))dlsym(driver, "cuGetProcAddress_v2");
    int result = ask ? (int)ask("cuStreamCreate", &asked, 12000, 0, NULL) : -1;
    void *found = dlsym(driver, "cuStreamCreateWithPriority");
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    printf("%d %d %d\n", result, asked != NULL, found != NULL);
    return 0;
}
