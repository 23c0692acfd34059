/* SPDX-License-Identifier: MIT */
/* Writes past the end of what it allocated, by a function of libc's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    char *room = malloc(8);

    memset(room, 'x', (size_t)(15 + argc));
    printf("%c %s\n", room[0], argv[0]);
    free(room);
    return 0;
}
