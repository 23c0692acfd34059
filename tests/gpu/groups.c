/* SPDX-License-Identifier: MIT */
/*
 * Seen by an ioctl of our own, which the driver is bound to. Structures and numbers: nvos.h,
 * nv_escape.h, nv-ioctl.h and ctrla06cgpfifo.h of NVIDIA's open kernel modules.
 */
#include "groups.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    NVIDIA = 'F',
    RM_CONTROL = 0x2a,
    RM_ALLOC = 0x2b,
    WRAPPED = 211, /* NV_ESC_IOCTL_XFER_CMD */
    CHANNEL_GROUP = 0xa06c,
    MOST_GROUPS = 64
};
static const uint32_t set_timeslice = 0xa06c0103, get_timeslice = 0xa06c0104;

struct control {
    uint32_t client, object, command, flags;
    uint64_t parameters;
    uint32_t size, status;
};

struct allocation { /* how each of its two forms begins */
    uint32_t client, parent, object, class;
};

struct wrapped {
    uint32_t number, size;
    uint64_t argument;
};

static struct group {
    int file;
    uint32_t client, object;
} groups[MOST_GROUPS];
static int count;

static void see(int file, unsigned int number, const void *argument)
{
    const struct allocation *made = argument;
    const struct wrapped *inner = argument;

    if (number == WRAPPED && inner->number != WRAPPED)
        see(file, inner->number, (const void *)(uintptr_t)inner->argument);
    else if (number == RM_ALLOC && made->class == CHANNEL_GROUP && count < MOST_GROUPS)
        groups[count++] = (struct group){file, made->client, made->object};
}

int ioctl(int file, unsigned long request, ...)
{
    va_list arguments;

    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    int result = (int)syscall(SYS_ioctl, file, request, argument);
    int error = errno;
    if (result == 0 && argument && _IOC_TYPE(request) == NVIDIA)
        see(file, _IOC_NR(request), argument);
    errno = error;
    return result;
}

int groups_count(void)
{
    return count;
}

static int control(const struct group *group, uint32_t command, uint64_t *microseconds)
{
    struct control control = {.client = group->client,
                              .object = group->object,
                              .command = command,
                              .parameters = (uintptr_t)microseconds,
                              .size = sizeof *microseconds};

    if (syscall(SYS_ioctl, group->file, _IOWR(NVIDIA, RM_CONTROL, struct control), &control) != 0)
        return -1;
    return (int)control.status;
}

int groups_set(int number, uint64_t microseconds, uint64_t *read_back)
{
    int status = control(&groups[number], set_timeslice, &microseconds);

    *read_back = 0;
    if (control(&groups[number], get_timeslice, read_back) != 0)
        *read_back = 0;
    return status;
}
