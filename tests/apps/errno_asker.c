/* SPDX-License-Identifier: MIT */
/* A library that looks a function of its driver's up, first thing in the process, and again. */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

__attribute__((constructor)) static void ask(void)
{
    char text[64];

    for (int i = 0; i < 3; i++) {
        errno = 42;
        void *found = dlsym(RTLD_DEFAULT, "cuStreamCreate");
        int left = errno;
        int length =
            snprintf(text, sizeof(text), "%s, errno %d\n", found ? "found" : "nothing", left);
        if (write(STDOUT_FILENO, text, (size_t)length) != length)
            _exit(3);
    }
}
