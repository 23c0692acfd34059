/* SPDX-License-Identifier: MIT */
/*
 * page_ends: asks for names that end where a page does, with none behind it; in every way and of
 * every length, names of CUDA's and what is nearly one. Says of each answer whose it is, and
 * whether it is the one for the same name elsewhere.
 */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *const names[] = {
    "cuStreamCreate",
    "cuStreamCreateWithPriority",
    "cuGreenCtxStreamCreate",
    "cuGetProcAddress",
    "cuGetProcAddress_v2",
    "cuStreamSetAttribute",
    "cuStreamSetAttribute_ptsz",
    "cuGraphKernelNodeSetAttribute",
    "cuLaunchKernel",
    "cuLaunchKernel_ptsz",
    "cuLaunchKernelEx",
    "cuLaunchKernelEx_ptsz",
    "cuLaunchCooperativeKernel",
    "cuLaunchCooperativeKernel_ptsz",
    "cudaStreamCreate",
    "cudaStreamCreateWithFlags",
    "cudaStreamCreateWithPriority",
    "cudaExecutionCtxStreamCreate",
    "cudaGetDriverEntryPoint",
    "cudaGetDriverEntryPoint_ptsz",
    "cudaGetDriverEntryPointByVersion",
    "cudaGetDriverEntryPointByVersion_ptsz",
    "dlsym",
    "dlvsym",
    "getpid",
};
enum { NAMES = sizeof(names) / sizeof(*names), LONGEST = 60 };

static void *driver, *runtime;
#define CUDA(name) ((__typeof(&name))dlsym(driver, #name))
#define CUDART(name) ((__typeof(&name))dlsym(runtime, #name))

static void *by_default(const char *name)
{
    return dlsym(RTLD_DEFAULT, name);
}

static void *of_driver(const char *name)
{
    return dlsym(driver, name);
}

static void *of_runtime(const char *name)
{
    return dlsym(runtime, name);
}

static void *of_driver_by_version(const char *name)
{
    return dlvsym(driver, name, "V");
}

static void *of_runtime_by_version(const char *name)
{
    return dlvsym(runtime, name, "libcudart.so.12");
}

static int result;

static void *by_v1(const char *name)
{
    void *found = NULL;

    result = (int)CUDA(cuGetProcAddress)(name, &found, 12000, 0);
    return found;
}

static void *by_v2(const char *name)
{
    void *found = NULL;

    result = (int)CUDA(cuGetProcAddress_v2)(name, &found, 13000, 0, NULL);
    return found;
}

static void *by_entry_point(const char *name)
{
    void *found = NULL;

    result = (int)CUDART(cudaGetDriverEntryPoint)(name, &found, 0, NULL);
    return found;
}

static void *by_version(const char *name)
{
    void *found = NULL;

    result = (int)CUDART(cudaGetDriverEntryPointByVersion)(name, &found, 12060, 0, NULL);
    return found;
}

static const struct {
    const char *way;
    void *(*find)(const char *name);
} ways[] = {
    {"RTLD_DEFAULT", by_default},
    {"driver", of_driver},
    {"runtime", of_runtime},
    {"driver, version", of_driver_by_version},
    {"runtime, version", of_runtime_by_version},
    {"cuGetProcAddress", by_v1},
    {"cuGetProcAddress_v2", by_v2},
    {"cudaGetDriverEntryPoint", by_entry_point},
    {"cudaGetDriverEntryPointByVersion", by_version},
};
enum { WAYS = sizeof(ways) / sizeof(*ways), ENDS = 2 };

/* The ends of an odd page and of an even one. */
static char *ends[ENDS];

static void make_ends(void)
{
    enum { READABLE = PROT_READ | PROT_WRITE };
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 5 * page, READABLE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0 ||
        mprotect(pages + 4 * page, page, PROT_NONE) != 0)
        exit(3);
    ends[0] = pages + page;
    ends[1] = pages + 4 * page;
}

static const char *whose(void *function)
{
    Dl_info info;

    if (!function)
        return "nobody's";
    if (!dladdr(function, &info))
        return "?";
    const char *base = strrchr(info.dli_fname, '/');
    return base ? base + 1 : info.dli_fname;
}

static void ask(const char *name)
{
    static char elsewhere[2 * LONGEST];
    size_t size = strlen(name) + 1;
    const char *kind = "no name";

    for (int i = 0; i < NAMES; i++) {
        if (strcmp(name, names[i]) == 0)
            kind = "name";
    }
    strcpy(elsewhere, name);
    for (int way = 0; way < WAYS; way++) {
        result = 0;
        void *found = ways[way].find(elsewhere), *again = found;
        for (int end = 0; end < ENDS; end++) {
            void *there = ways[way].find(memcpy(ends[end] - size, name, size));
            again = there == again ? again : &again;
        }
        const char *error = dlerror();
        printf("%s \"%s\" by %s: %s", kind, name, ways[way].way, whose(found));
        printf("%s, %d, %s\n", again == found ? "" : ", but not at a page's end", result,
               error ? error : "no error");
    }
}

/* The name with one byte changed: what the library looks at first, and the ends of its words. */
static void ask_for_near_misses(const char *name)
{
    static const size_t places[] = {0, 1, 2, 7, 8, 9, 15, 16, 23, 24};
    char text[LONGEST + 1];
    size_t length = strlen(name);

    for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
        if (places[i] >= length)
            continue;
        strcpy(text, name);
        text[places[i]] ^= 64; /* as it is by its lower six bits */
        ask(text);
        text[places[i]] ^= 65;
        ask(text);
    }
    strcpy(text, name);
    text[length - 1]++;
    ask(text);
}

/* Of each name as much as fits, and more behind it where it is shorter. */
static void ask_for_all_lengths(const char *name)
{
    char text[LONGEST + 1];

    for (size_t length = 0; length <= LONGEST; length++) {
        for (size_t i = 0; i < length; i++)
            text[i] = i < strlen(name) ? name[i] : '_';
        text[length] = '\0';
        ask(text);
    }
}

int main(void)
{
    driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
    runtime = dlopen("libcudart.so.12", RTLD_NOW | RTLD_GLOBAL);
    if (!driver || !runtime)
        return 3;
    make_ends();
    for (int i = 0; i < NAMES; i++) {
        ask_for_all_lengths(names[i]);
        ask_for_near_misses(names[i]);
    }
    return 0;
}
