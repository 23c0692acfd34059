/* SPDX-License-Identifier: MIT */
/* Allocates, and ends by way of exit: the allocators tell their statistics then. (The coreutils
   close stderr before.) */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *volatile room = NULL;

    for (int i = 1; i < 1000; i++) {
        room = realloc(room, (size_t)i * 100);
        free(malloc((size_t)i));
    }
    puts(room ? "allocated" : "refused");
    return 0;
}
