/* SPDX-License-Identifier: MIT */
/* Something to compile and to debug: a few frames deep, with an argument "crash" it crashes. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    int number;
    const char *word;
};

static int calls;

__attribute__((noinline)) static int innermost(struct pair pair, int depth)
{
    calls++;
    if (strcmp(pair.word, "crash") == 0)
        raise(SIGSEGV);
    return pair.number + depth;
}

__attribute__((noinline)) static int recurse(struct pair pair, int depth)
{
    return depth ? recurse(pair, depth - 1) + 1 : innermost(pair, 7);
}

int main(int argc, char **argv)
{
#ifdef WARN
    int unused;
#endif
    for (int i = 0; i < argc; i++) {
        struct pair pair = {i, i ? argv[i] : "first"};
        char *copy = strdup(pair.word);
        printf("%s %d\n", copy, recurse(pair, 3));
        free(copy);
    }
    puts(getenv("HOME") ? "at home" : "nowhere");
    return 0;
}
