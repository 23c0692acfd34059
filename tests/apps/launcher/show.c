/* SPDX-License-Identifier: MIT */
/*
 * Says what it was started with, a line a fact: its process id, whether in secure mode, arguments,
 * the variables that the launcher touches, open descriptors, and the loaded objects in the
 * loader's order. Linked in several ways by the launcher's tests.
 */
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

extern char **environ;

static int show_object(struct dl_phdr_info *object, size_t size, void *unused)
{
    (void)size;
    (void)unused;
    if (object->dlpi_name && *object->dlpi_name)
        printf("object %s\n", object->dlpi_name);
    return 0;
}

int main(int argc, char *argv[])
{
    printf("pid %ld\nsecure %lu\n", (long)getpid(), getauxval(AT_SECURE));
    for (int i = 0; i < argc; i++)
        printf("arg %s\n", argv[i]);
    for (char **variable = environ; *variable; variable++)
        if (strncmp(*variable, "PRIOSHIM_", 9) == 0 || strncmp(*variable, "LD_", 3) == 0 ||
            strncmp(*variable, "ASAN_", 5) == 0 || strncmp(*variable, "CUDA_", 5) == 0)
            printf("env %s\n", *variable);
    for (int fd = 0; fd < 256; fd++)
        if (fcntl(fd, F_GETFD) != -1)
            printf("fd %d\n", fd);
    dl_iterate_phdr(show_object, NULL);
    return 0;
}
