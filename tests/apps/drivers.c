/* SPDX-License-Identifier: MIT */
/*
 * drivers HOW: several copies of the driver in one process, told apart by the record.
 *   two      two copies side by side, in turns, by handle and by cuGetProcAddress_v2
 *   many     ten copies (COPIES/libcuda-N.so): more than anyone keeps places for
 *   full     eight such copies, then a library that calls its own driver directly (PLUGIN)
 *   again    one copy, closed and opened again elsewhere, eleven times
 */
#include "creations.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void *open_copy(const char *path)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    CUcontext context = NULL;

    if (!handle) {
        printf("%s\n", dlerror());
        exit(3);
    }
    ((__typeof(&cuInit))dlsym(handle, "cuInit"))(0);
    ((__typeof(&cuDevicePrimaryCtxRetain))dlsym(handle, "cuDevicePrimaryCtxRetain"))(&context, 0);
    ((__typeof(&cuCtxSetCurrent))dlsym(handle, "cuCtxSetCurrent"))(context);
    return handle;
}

static void create(const char *copy, void *handle, __typeof(&cuStreamCreate) function)
{
    CUstream stream = NULL;
    int priority = -999, result = function(&stream, 1);

    ((__typeof(&cuStreamGetPriority))dlsym(handle, "cuStreamGetPriority"))(stream, &priority);
    printf("%s: %d, priority %d\n", copy, result, priority);
}

static __typeof(&cuStreamCreate) by_handle(void *handle)
{
    return (__typeof(&cuStreamCreate))dlsym(handle, "cuStreamCreate");
}

static __typeof(&cuStreamCreate) by_asking(void *handle)
{
    void *function = NULL;

    ((__typeof(&cuGetProcAddress_v2))dlsym(handle, "cuGetProcAddress_v2"))(
        "cuStreamCreate", &function, 12000, 0, NULL);
    return (__typeof(&cuStreamCreate))function;
}

static void two(void)
{
    void *a = open_copy("libcuda.so.1"), *b = open_copy("libcuda_b.so.1");
    __typeof(&cuStreamCreate) functions[] = {by_handle(a), by_handle(b), by_asking(a),
                                             by_asking(b)};

    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 4; i++)
            create(i % 2 ? "b" : "a", i % 2 ? b : a, functions[i]);
    }
}

static void many(void)
{
    enum { COPIES = 10 };
    void *handles[COPIES];
    __typeof(&cuStreamCreate) functions[COPIES];
    char path[4096];

    for (int i = 0; i < COPIES; i++) {
        snprintf(path, sizeof(path), "%s/libcuda-%d.so", getenv("COPIES"), i);
        handles[i] = open_copy(path);
        functions[i] = by_handle(handles[i]);
    }
    for (int i = 0; i < COPIES; i++) {
        for (int k = 0; k < i; k++) {
            if (functions[i] == functions[k])
                printf("%d and %d have one function\n", i, k);
        }
        create("copy", handles[i], functions[i]);
    }
}

static void full(void)
{
    char path[4096];

    for (int i = 0; i < 8; i++) {
        snprintf(path, sizeof(path), "%s/libcuda-%d.so", getenv("COPIES"), i);
        by_handle(open_copy(path));
    }
    void *plugin = dlopen(getenv("PLUGIN"), RTLD_LAZY | RTLD_LOCAL);
    int (*go)(const char *) = plugin ? (int (*)(const char *))dlsym(plugin, "go") : NULL;
    printf("%d\n", go ? go("link") : -1);
}

static void again(void)
{
    for (int i = 0; i < 11; i++) {
        void *handle = open_copy(i % 2 ? "libcuda_b.so.1" : "libcuda.so.1");
        create(i % 2 ? "b" : "a", handle, by_handle(handle));
        create(i % 2 ? "b" : "a", handle, by_asking(handle));
        dlclose(handle);
        /* Something else moves in where it was. */
        mmap(NULL, (size_t)(i + 1) * 65536, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (dlopen(i % 2 ? "libcuda_b.so.1" : "libcuda.so.1", RTLD_NOW | RTLD_NOLOAD))
            printf("not unloaded\n");
    }
}

int main(int argc, char **argv)
{
    const char *how = argc == 2 ? argv[1] : "";

    if (strcmp(how, "two") == 0)
        two();
    else if (strcmp(how, "many") == 0)
        many();
    else if (strcmp(how, "full") == 0)
        full();
    else if (strcmp(how, "again") == 0)
        again();
    else
        return 2;
    return 0;
}
