/* SPDX-License-Identifier: MIT */
/* Two threads write one variable; the second comes late, and nothing orders them. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int total;

static void *count(void *late)
{
    if (late)
        usleep(100000);
    total++;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, count, i ? &total : NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    printf("%d\n", total);
    return 0;
}
