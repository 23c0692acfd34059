/* SPDX-License-Identifier: MIT */
#include "log.h"

#include "system.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

static struct stat stderr_at_start;
static bool started;

/* A set of signals as the kernel has it (signal(7) numbers; 64 of them on all machines here). */
static uint64_t signal_bit(int number)
{
    return UINT64_C(1) << (number - 1);
}

/* Writes at an offset, or where the file's own position is (-1); false unless all was written. */
static bool write_quietly(int descriptor, const struct line *line, off_t offset)
{
    const struct timespec no_time = {0, 0};
    uint64_t ours = signal_bit(SIGPIPE) | signal_bit(SIGXFSZ), before = 0, pending = 0;

    system_call(SYS_rt_sigprocmask, SIG_BLOCK, (long)&ours, (long)&before, sizeof(before));
    system_call(SYS_rt_sigpending, (long)&pending, sizeof(pending), 0, 0);
    long written =
        offset < 0
            ? system_call(SYS_write, descriptor, (long)line->text, (long)line->length, 0)
            : system_call(SYS_pwrite64, descriptor, (long)line->text, (long)line->length, offset);
    ours &= ~pending;
    if (written < 0 && ours) /* the signal of this write, and no other, is taken back */
        system_call(SYS_rt_sigtimedwait, (long)&ours, 0, (long)&no_time, sizeof(ours));
    system_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&before, 0, sizeof(before));
    return written == (long)line->length;
}

/* Its struct stat is libc's on 64-bit machines. */
static bool stat_of(int descriptor, struct stat *st)
{
    return system_call(SYS_fstat, descriptor, (long)st, 0, 0) == 0;
}

void log_start(void)
{
    started = stat_of(STDERR_FILENO, &stderr_at_start);
}

void log_to_stderr(const struct line *line)
{
    struct stat now = {.st_dev = 0}; /* the kernel fills it, which no analyzer knows */

    if (started && stat_of(STDERR_FILENO, &now) && now.st_dev == stderr_at_start.st_dev &&
        now.st_ino == stderr_at_start.st_ino)
        write_quietly(STDERR_FILENO, line, -1);
}

/* Whether the descriptor is the file at the path. */
static bool is_at(int descriptor, const char *path)
{
    struct stat its = {.st_dev = 0}, there = {.st_dev = 0};

    return stat_of(descriptor, &its) &&
           system_call(SYS_newfstatat, AT_FDCWD, (long)path, (long)&there, 0) == 0 &&
           its.st_dev == there.st_dev && its.st_ino == there.st_ino;
}

/*
 * Not to wait for a reader of a named pipe, nor to make a terminal ours.
 *
 * Another thread of the host may count on the number that open gives: close 0, say, and have
 * something else put there. So ours goes to a number that nobody counts on, and is looked at before
 * anything is written to it; the first one is closed only if it is still ours.
 */
static int open_quietly(const char *path, int flags)
{
    enum { HIGH = 256 };
    int low = (int)system_call(SYS_openat, AT_FDCWD, (long)path,
                               flags | O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
    int high = low < 0 ? low : (int)system_call(SYS_fcntl, low, F_DUPFD_CLOEXEC, HIGH, 0);

    if (low < 0)
        return -1;
    if (high < 0) /* a limit below that */
        high = low;
    else if (is_at(low, path))
        system_call(SYS_close, low, 0, 0, 0);
    if (is_at(high, path))
        return high;
    if (high != low)
        system_call(SYS_close, high, 0, 0, 0);
    return -1;
}

bool log_to_file(const struct line *line, const char *path, struct log_place *place)
{
    int descriptor = open_quietly(path, O_APPEND | O_CREAT);
    struct stat st = {.st_dev = 0};

    if (descriptor < 0)
        return false;
    bool done = write_quietly(descriptor, line, -1);
    /* After an append the position is the end of what was written, whoever else appends. */
    if (done && place && stat_of(descriptor, &st))
        *place = (struct log_place){st.st_dev, st.st_ino,
                                    system_call(SYS_lseek, descriptor, 0, SEEK_CUR, 0) -
                                        (off_t)line->length};
    system_call(SYS_close, descriptor, 0, 0, 0);
    return done;
}

bool log_over(const struct line *line, const char *path, const struct log_place *place)
{
    int descriptor = open_quietly(path, 0);
    struct stat st = {.st_dev = 0};

    if (descriptor < 0)
        return false;
    bool done = stat_of(descriptor, &st) && st.st_dev == place->device &&
                st.st_ino == place->inode && st.st_size >= place->offset + (off_t)line->length &&
                write_quietly(descriptor, line, place->offset);
    system_call(SYS_close, descriptor, 0, 0, 0);
    return done;
}
