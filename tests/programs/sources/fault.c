/* SPDX-License-Identifier: MIT */
/* A preloaded library that does one thing that none should, for the comparison to notice. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static inline void say(const char *text)
{
    if (write(2, text, strlen(text)) < 0)
        _exit(1);
}

#ifdef CALLS_DLSYM
/* The call makes this library the one that asks: RTLD_NEXT means something else then. */
void *dlsym(void *handle, const char *name)
{
    static void *(*volatile real)(void *, const char *);

    if (!real)
        real = (void *(*)(void *, const char *))dlvsym(RTLD_NEXT, "dlsym",
#ifdef __x86_64__
                                                       "GLIBC_2.2.5");
#else
                                                       "GLIBC_2.17");
#endif
    return real(handle, name);
}
void *malloc(size_t size)
{
    return calloc(1, size);
}
#endif

#ifdef STARTS_THREAD
static void *wait_for_ever(void *unused)
{
    pause();
    return unused;
}
#endif

#ifdef ENDS_OTHERWISE
__attribute__((destructor)) static void end(void)
{
    _exit(3);
}
#endif

#ifdef SPEAKS_LATE
__attribute__((destructor)) static void end(void)
{
    say("late\n");
}
#endif

__attribute__((constructor)) static void start(void)
{
#ifdef SPEAKS
    say("noise\n");
#endif
#ifdef LEAVES_DESCRIPTOR
    open("/dev/null", O_RDONLY);
#endif
#ifdef LEAVES_VARIABLE
    setenv("PRIOSHIM_STARTED", "1", 1);
#endif
#ifdef STARTS_THREAD
    static pthread_t thread;
    pthread_create(&thread, NULL, wait_for_ever, NULL);
#endif
#ifdef IGNORES_SIGNAL
    signal(SIGPIPE, SIG_IGN);
#endif
#ifdef BREAKS_DLERROR
    dlsym(RTLD_DEFAULT, "no_such_function");
#endif
}
