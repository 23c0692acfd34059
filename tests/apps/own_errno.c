/* SPDX-License-Identifier: MIT */
/* own_errno LIBRARY: a program whose malloc sets errno; it opens the library, which looks up. */
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);

void *malloc(size_t size)
{
    void *block = __libc_malloc(size);

    errno = 99;
    return block;
}

int main(int argc, char **argv)
{
    return argc == 2 && dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) ? 0 : 3;
}
