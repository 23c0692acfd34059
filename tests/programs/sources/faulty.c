/* SPDX-License-Identifier: MIT */
/* Faults for valgrind and the sanitizers to find, one for each argument; "none" has none. */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int total;
static int *volatile lost;

/* The second thread comes late, so that a race has the same first thread each time; but nothing
   that a race detector knows orders them. */
static void *count(void *late)
{
    if (late)
        usleep(300000);
    for (int i = 0; i < 100; i++)
        total++;
    return NULL;
}

static void two_threads(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, count, i ? &total : NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    if (fork() == 0)
        _exit(0);
    wait(NULL);
}

int main(int argc, char **argv)
{
    const char *fault = argc > 1 ? argv[1] : "none";
    char *room = malloc(10);

    strcpy(room, "123456789");
    printf("%s\n", fault);
    fflush(stdout);
    if (strcmp(fault, "overflow") == 0)
        room[10 + (argc > 100)] = 'x';
    if (strcmp(fault, "overflow") == 0 || strcmp(fault, "leak") == 0) {
        lost = malloc(77);
        lost = NULL;
    }
    if (strcmp(fault, "threads") == 0)
        two_threads();
    if (strcmp(fault, "integers") == 0) {
        int big = INT_MAX - 1 + argc;
        printf("%d\n", big + argc);
        printf("%d\n", 1 << (argc + 31));
    }
    free(room);
    return 0;
}
