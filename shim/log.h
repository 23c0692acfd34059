/* SPDX-License-Identifier: MIT */
/*
 * Where the library's own words go. Each write is one system call and keeps errno; where nobody
 * takes it (a closed pipe, a full disk, a limit) the host hears nothing of it, by signal or
 * otherwise.
 */
#ifndef PRIOSHIM_LOG_H
#define PRIOSHIM_LOG_H

#include "line.h"

#include <stdbool.h>
#include <sys/stat.h>

/*
 * Remembers which file stderr is. To be called at the start, and only where something may have to
 * be said later: a host may close the descriptor and open a data file under its number.
 */
void log_start(void);

/* Writes to stderr, if that is still the file that it was at the start. */
void log_to_stderr(const struct line *line);

/* Where a line lies in a file; offset is in bytes. */
struct log_place {
    dev_t device;
    ino_t inode;
    off_t offset;
};

/*
 * Appends to a file, which is made (mode 0666, less the umask) if it isn't there. It is opened for
 * this one write: no descriptor stays that the host could meet. Where the line lies is written to
 * *place, unless that is NULL. False: it could not be written.
 */
bool log_to_file(const struct line *line, const char *path, struct log_place *place);

/* Writes over a line of the same length, if it is still there: false if it is not. */
bool log_over(const struct line *line, const char *path, const struct log_place *place);

#endif
