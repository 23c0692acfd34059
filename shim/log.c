#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/*
 * System calls are made by number. None may be a point where a thread is cancelled, and glibc gave
 * fstat a symbol of its own only in 2.33.
 */

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
    uint64_t ours = signal_bit(SIGPIPE) | signal_bit(SIGXFSZ), before = 0, pending = 0;

    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &ours, &before, sizeof(before));
    syscall(SYS_rt_sigpending, &pending, sizeof(pending));
    long written = offset < 0 ? syscall(SYS_write, descriptor, line->text, line->length)
                              : syscall(SYS_pwrite64, descriptor, line->text, line->length, offset);
    ours &= ~pending;
    if (written < 0 && ours) /* the signal of this write, and no other, is taken back */
        syscall(SYS_rt_sigtimedwait, &ours, NULL, &(struct timespec){0, 0}, sizeof(ours));
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, sizeof(before));
    return written == (long)line->length;
}

void log_start(void)
{
    int saved_errno = errno;

    started = syscall(SYS_fstat, STDERR_FILENO, &stderr_at_start) == 0;
    errno = saved_errno;
}

void log_to_stderr(const struct line *line)
{
    int saved_errno = errno;
    struct stat now;

    if (started && syscall(SYS_fstat, STDERR_FILENO, &now) == 0 &&
        now.st_dev == stderr_at_start.st_dev && now.st_ino == stderr_at_start.st_ino)
        write_quietly(STDERR_FILENO, line, -1);
    errno = saved_errno;
}

/* Not to wait for a reader of a named pipe, nor to make a terminal ours. */
static int open_quietly(const char *path, int flags)
{
    return (int)syscall(SYS_openat, AT_FDCWD, path,
                        flags | O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
}

bool log_to_file(const struct line *line, const char *path, struct log_place *place)
{
    int saved_errno = errno;
    int descriptor = open_quietly(path, O_APPEND | O_CREAT);
    bool done = false;
    struct stat st;

    if (descriptor >= 0) {
        done = write_quietly(descriptor, line, -1);
        /* After an append the position is the end of what was written, whoever else appends. */
        if (done && place && syscall(SYS_fstat, descriptor, &st) == 0)
            *place = (struct log_place){st.st_dev, st.st_ino,
                                        (off_t)syscall(SYS_lseek, descriptor, 0L, SEEK_CUR) -
                                            (off_t)line->length};
        syscall(SYS_close, descriptor);
    }
    errno = saved_errno;
    return done;
}

bool log_over(const struct line *line, const char *path, const struct log_place *place)
{
    int saved_errno = errno;
    int descriptor = open_quietly(path, 0);
    bool done = false;
    struct stat st;

    if (descriptor >= 0) {
        done = syscall(SYS_fstat, descriptor, &st) == 0 && st.st_dev == place->device &&
               st.st_ino == place->inode && st.st_size >= place->offset + (off_t)line->length &&
               write_quietly(descriptor, line, place->offset);
        syscall(SYS_close, descriptor);
    }
    errno = saved_errno;
    return done;
}
