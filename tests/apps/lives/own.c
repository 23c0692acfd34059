/* SPDX-License-Identifier: MIT */
/*
 * own HOW: a program that defines some of libc's functions itself, and looks symbols up in them.
 * What it defines was chosen when it was built: OWN_MALLOC, OWN_FREE, OWN_GETENV (1: it knows of
 * nothing, 2: it looks symbols up and opens libraries). plain      lookups that succeed and fail,
 * streams, and what dlerror says clear null own    and before, the environment is cleared, taken
 * away, or exchanged frames     what the allocation of an error's text, inside dlsym, finds on the
 * stack (OWN_MALLOC) race       and meanwhile a thread sets new variables
 */
#include "lives.h"

#include <execinfo.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

static atomic_int misaligned, looked_up;

#if defined(OWN_MALLOC) || defined(OWN_FREE)

static __thread int depth; /* in a lookup of our own */
/* Looked for anew each time, with a hooked name beside it. */
static void *real(const char *name)
{
    misaligned += (uintptr_t)__builtin_frame_address(0) % 16 != 0;
    depth++;
    if (dlsym(RTLD_DEFAULT, "cuStreamCreate") || dlsym(RTLD_NEXT, "cudaStreamCreate"))
        misaligned += 1000000;
    void *found = dlsym(RTLD_NEXT, name);
    depth--;
    looked_up++;
    return found;
}

#ifdef OWN_MALLOC
/* For what the lookups themselves allocate; never given back. */
static atomic_size_t used;
static char arena[1 << 20] __attribute__((aligned(16)));

static void *from_arena(size_t size)
{
    size_t start = atomic_fetch_add(&used, (size + 31) / 16 * 16);

    return start + size + 16 <= sizeof(arena) ? arena + start + 16 : NULL;
}

static bool in_arena(void *block)
{
    return (uintptr_t)block - (uintptr_t)arena < sizeof(arena);
}
#else
#define in_arena(block) false
#endif

void free(void *block)
{
    if (!block || in_arena(block) || depth)
        return;
    ((void (*)(void *))real("free"))(block);
}
#endif

#ifdef OWN_MALLOC
/* Whether `failing` is among the callers of what is allocated now. */
static atomic_bool look_for_caller;
static atomic_int seen;

void *failing(void *handle, const char *name);

__attribute__((noinline)) void *failing(void *handle, const char *name)
{
    look_for_caller = true;
    void *volatile found = dlsym(handle, name);
    look_for_caller = false;
    return found;
}

static void see_caller(void)
{
    void *frames[32];
    Dl_info info;

    look_for_caller = false;
    depth++;
    for (int i = backtrace(frames, 32) - 1; i >= 0; i--)
        seen += dladdr((char *)frames[i] - 1, &info) && info.dli_sname &&
                strcmp(info.dli_sname, "failing") == 0;
    depth--;
}

static void frames(void)
{
    void *libc = dlopen("libc.so.6", RTLD_LAZY);
    static const char *const names[] = {"no_such_function", "cuNothing", "cuStreamCreate",
                                        "cudaStreamCreate", "cuGetProcAddress_v2"};

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        seen = 0;
        bool found = failing(libc, names[i]);
        printf("%s: %s, caller seen %d times\n", names[i], found ? "there" : "null", seen);
    }
}

void *malloc(size_t size)
{
    if (look_for_caller && !depth)
        see_caller();
    return depth ? from_arena(size) : ((void *(*)(size_t))real("malloc"))(size);
}

void *calloc(size_t count, size_t size)
{
    return depth ? from_arena(count * size)
                 : ((void *(*)(size_t, size_t))real("calloc"))(count, size);
}

void *realloc(void *block, size_t size)
{
    if (!depth && !in_arena(block))
        return ((void *(*)(void *, size_t))real("realloc"))(block, size);
    void *other = malloc(size);
    if (other && block) /* no further than the arena goes; its blocks' sizes are not kept */
        memcpy(other, block, size);
    return other;
}
#endif

#ifdef OWN_GETENV
char *getenv(const char *name)
{
    size_t length = strlen(name);
#if OWN_GETENV == 2
    static __thread int inside;
    if (inside++ == 0) {
        void *self = dlopen(NULL, RTLD_LAZY);
        if (dlsym(RTLD_DEFAULT, "cuStreamCreate") || !dlsym(RTLD_NEXT, "getenv") ||
            !dlsym(self, "getenv") || dlopen("no_such_library.so", RTLD_LAZY))
            misaligned += 1000000;
        looked_up++;
    }
    inside--;
#else
    if (strncmp(name, "FAKE_", 5) != 0) /* what steers the stand-in must reach it */
        return NULL;
#endif
    for (char **line = environ; line && *line; line++) {
        if (strncmp(*line, name, length) == 0 && (*line)[length] == '=')
            return *line + length + 1;
    }
    return NULL;
}
#endif

static struct copy driver;
static struct tally streams;
static atomic_bool stop;
static atomic_int wrong;

static void look_up(bool says)
{
    static const char *const names[] = {"getpid", "no_such_function", "cuStreamCreate",
                                        "cudaStreamCreate", "dlsym"};

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        void *found = dlsym(driver.handle, names[i]);
        const char *text = dlerror();
        wrong += (found != NULL) != (text == NULL);
        const char *base = text ? strrchr(text, '/') : NULL;
        if (says)
            printf("%s: %s, %s\n", names[i], found ? "there" : "null", base ? base : "no error");
    }
    wrong += !dlsym(RTLD_DEFAULT, "getpid") || !dlsym(RTLD_NEXT, "strlen");
}

static void *lookups(void *unused)
{
    driver.use(driver.context);
    while (!stop) {
        look_up(false);
        copy_try(&driver, driver.create, &streams);
    }
    return unused;
}

static void race(void)
{
    pthread_t threads[4];
    char name[32];

    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, lookups, NULL);
    for (int i = 0; i < 3000; i++) {
        snprintf(name, sizeof(name), "NEW_%d", i);
        setenv(name, "value", 1);
    }
    stop = true;
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
    static char other[] = "PRIOSHIM_PRIORITY=default";
    static char *others[] = {other, NULL};
    const char *how = argc == 2 ? argv[1] : "";

    setvbuf(stdout, NULL, _IONBF, 0);
    if (strcmp(how, "clear") == 0)
        clearenv();
    else if (strcmp(how, "null") == 0)
        environ = NULL;
    else if (strcmp(how, "own") == 0)
        environ = others;
    driver = copy_open("libcuda.so.1");
#ifdef OWN_MALLOC
    if (strcmp(how, "frames") == 0)
        frames();
#endif
    look_up(true);
    if (strcmp(how, "race") == 0)
        race();
    for (int i = 0; i < 10; i++)
        copy_try(&driver, (stream_creator)dlsym(driver.handle, "cuStreamCreate"), &streams);
    tally_print("streams", &streams, strcmp(how, "race") != 0);
    printf("%d wrong, %d misaligned, %s\n", wrong, misaligned,
           looked_up ? "looked up" : "not asked");
    return 0;
}
