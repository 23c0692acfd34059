/* SPDX-License-Identifier: MIT */
/* lookups LIBRARY: lookups of names that are not CUDA's, by the program and by a local library. */
#include "lookups.h"

#include <pthread.h>

/* The same names from many threads at once: none may come out as NULL, or as another's. */
static void *hammer(void *unused)
{
    void *bad = NULL;

    for (int i = 0; i < 2000; i++) {
        if (!dlsym(RTLD_DEFAULT, "getpid") || dlsym(RTLD_DEFAULT, "cuNothing") ||
            dlsym(RTLD_NEXT, "memcpy") == NULL || !dlsym(RTLD_DEFAULT, "dlsym"))
            bad = unused;
    }
    return bad;
}

int main(int argc, char **argv)
{
    pthread_t threads[16];
    int wrong = 0;

    printf("at the start: %s\n", error_text());
    void *a = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    void (*a_asks)(void) = a ? (void (*)(void))dlsym(a, "a_asks") : NULL;
    if (!a_asks)
        return 3;
    ask_all("program");
    printf("program: %s\n", dlvsym(RTLD_DEFAULT, "cuStreamCreate", "V") ? "there" : error_text());
    printf("program: %s\n", dlvsym(RTLD_NEXT, "cuStreamCreate", "V") ? "there" : error_text());
    a_asks();
    for (int i = 0; i < 16; i++)
        pthread_create(&threads[i], NULL, hammer, &wrong);
    for (int i = 0; i < 16; i++) {
        void *bad;
        pthread_join(threads[i], &bad);
        wrong += bad != NULL;
    }
    printf("wrong in %d threads\n", wrong);
    return 0;
}
