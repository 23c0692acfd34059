/* SPDX-License-Identifier: MIT */
#include "file.h"

#include "fuzz.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

const char *file_of(const void *bytes, size_t size)
{
    static char path[64];
    static int fd = -1;

    if (fd < 0) {
        fd = memfd_create("fuzz", MFD_CLOEXEC);
        PROMISE(fd >= 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    }
    PROMISE(ftruncate(fd, 0) == 0);
    PROMISE(pwrite(fd, bytes, size, 0) == (ssize_t)size);
    return path;
}

int file_next_descriptor(void)
{
    int fd = open("/", O_RDONLY | O_CLOEXEC);

    close(fd);
    return fd;
}
