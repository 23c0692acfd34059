/* SPDX-License-Identifier: MIT */
/* A program with something of its own that is called as the loader's list is. */
#include <dlfcn.h>
#include <stdio.h>

#ifdef FILLED
char _r_debug[64] = "something else of that name, and no list of anything";
#else
int _r_debug[16];
#endif

int main(void)
{
    printf("malloc %p\n", dlsym(RTLD_DEFAULT, "malloc") ? (void *)1 : NULL);
    printf("cuStreamCreate %p\n", dlsym(RTLD_DEFAULT, "cuStreamCreate"));
    return 0;
}
