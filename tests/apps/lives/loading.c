/* SPDX-License-Identifier: MIT */
/*
 * loading HOW [LIBRARY]: libraries in unusual company.
 *   plain        streams, that's all
 *   tls          opens COPIES/libtls-0.so to -11.so, each with thread-local data, then streams
 *   deepbind L   opens a library that is linked to CUDA with RTLD_DEEPBIND
 *   namespace L  opens it in a namespace of its own, with a driver of its own
 */
#include "lives.h"
#include "plugin.h"

#include <pthread.h>
#include <string.h>

static void streams(const char *what)
{
    struct copy driver = copy_open("libcuda.so.1");
    struct tally tally = {0};

    for (int i = 0; i < 5; i++)
        copy_try(&driver, (stream_creator)dlsym(driver.handle, "cuStreamCreate"), &tally);
    tally_print(what, &tally, true);
}

static int (*use_tls[12])(void);

static void *sum_up(void *sum)
{
    for (int i = 0; i < 12; i++)
        *(int *)sum += use_tls[i] ? use_tls[i]() : 1000;
    return NULL;
}

static void thread_local_data(void)
{
    char path[4096];
    int sum = 0;
    pthread_t thread;

    for (int i = 0; i < 12; i++) {
        snprintf(path, sizeof(path), "%s/libtls-%d.so", getenv("COPIES"), i);
        void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (!handle)
            printf("%d: %s\n", i, dlerror());
        use_tls[i] = handle ? (int (*)(void))dlsym(handle, "use_tls") : NULL;
    }
    sum_up(&sum);
    pthread_create(&thread, NULL, sum_up, &sum);
    pthread_join(thread, NULL);
    printf("sum %d\n", sum);
    streams("after all");
}

/* The level of its own calls is out of reach in both cases (README); the program works as it did.
 */
static void unusual(void *plugin)
{
    CUresult (*start)(void) = plugin ? (CUresult(*)(void))dlsym(plugin, "plugin_start") : NULL;
    __typeof(&plugin_create) create =
        plugin ? (__typeof(create))dlsym(plugin, "plugin_create") : NULL;
    __typeof(&plugin_priority) priority =
        plugin ? (__typeof(priority))dlsym(plugin, "plugin_priority") : NULL;
    stream_creator found = plugin ? (stream_creator)dlsym(plugin, "cuStreamCreate") : NULL;
    CUstream stream = NULL;

    if (!start || !create || !priority) {
        printf("%s\n", dlerror());
        return;
    }
    printf("start %d\n", (int)start());
    printf("its own call: %d, ", (int)create(&stream));
    printf("%s\n", priority(stream) == -999 ? "no priority" : "a priority");
    if (!found) /* it is linked to the runtime, which opens the driver */
        return;
    printf("by its handle: %d, ", (int)found(&stream, 1));
    printf("priority=%d\n", priority(stream));
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "", *library = argc > 2 ? argv[2] : "";

    if (strcmp(how, "plain") == 0)
        streams("plain");
    else if (strcmp(how, "tls") == 0)
        thread_local_data();
    else if (strcmp(how, "deepbind") == 0)
        unusual(dlopen(library, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND));
    else if (strcmp(how, "namespace") == 0)
        unusual(dlmopen(LM_ID_NEWLM, library, RTLD_NOW | RTLD_LOCAL));
    else
        return 2;
    return 0;
}
