#include "asked.h"

#include "log.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { UNREAD, READ };

static atomic_int state = UNREAD;
static struct settings settings;

/* Kept only where something was wrong: the program may have changed its environment by then. */
static struct log_line lines[SETTINGS_COUNT];
static atomic_size_t unsaid;
static struct stat stderr_at_start;

/* By libc's own name for environ, which is one look-up less at every start than the other. */
extern char **__environ;

/* Not fstat(): glibc gave it a symbol of its own only in 2.33. */
static bool stat_of_stderr(struct stat *st)
{
    int saved_errno = errno;
    bool ok = syscall(SYS_fstat, STDERR_FILENO, st) == 0;

    errno = saved_errno;
    return ok;
}

static void keep(size_t i, const struct settings_complaint *complaint)
{
    log_begin(&lines[i]);
    log_add(&lines[i], complaint->row->variable);
    log_add(&lines[i], " is ");
    log_add_quoted(&lines[i], complaint->found);
    log_add(&lines[i], "; it may be");
    for (const char *const *word = complaint->row->words; *word; word++) {
        log_add(&lines[i], word == complaint->row->words ? " " : word[1] ? ", " : " or ");
        log_add(&lines[i], *word);
    }
    log_add(&lines[i], "; streams keep their own priority");
}

void asked_read(char *const environment[])
{
    struct settings_complaint complaints[SETTINGS_COUNT];

    if (atomic_load_explicit(&state, memory_order_acquire) == READ)
        return;
    size_t count = settings_read(&settings, getauxval(AT_SECURE) ? NULL : environment, complaints);
    for (size_t i = 0; i < count; i++)
        keep(i, &complaints[i]);
    if (count && stat_of_stderr(&stderr_at_start))
        atomic_store(&unsaid, count);
    atomic_store_explicit(&state, READ, memory_order_release);
}

const struct settings *asked(void)
{
    /* Before libc's own start (.preinit_array) there is no environment yet: ask again later. */
    if (atomic_load_explicit(&state, memory_order_acquire) != READ && __environ)
        asked_read(__environ);
    return &settings;
}

static void announce(void)
{
    struct stat now;
    size_t count = atomic_exchange(&unsaid, 0);

    if (!stat_of_stderr(&now) || now.st_dev != stderr_at_start.st_dev ||
        now.st_ino != stderr_at_start.st_ino)
        return;
    for (size_t i = 0; i < count; i++)
        log_write(&lines[i], STDERR_FILENO);
}

void asked_announce(void)
{
    asked();
    if (__builtin_expect(atomic_load_explicit(&unsaid, memory_order_relaxed) != 0, 0))
        announce();
}
