/* SPDX-License-Identifier: MIT */
#include "report.h"

#include "asked.h"
#include "counts.h"
#include "log.h"
#include "report_text.h"
#include "system.h"

#include <stdatomic.h>

/*
 * A report in a file is one line, that has its full length from the first write on and is written
 * over in place, by one system call each time: whatever ends the process, it leaves a whole line.
 * All being equally long, none crosses a page in a file of their own.
 */
static char text[REPORT_LINE];
static struct log_place place;
static int place_is_of; /* the process whose line lies there: a forked child needs its own */

static atomic_bool launches_behind; /* the line says fewer than there were */

/* Counts the changes, so that the last writer sees to it that the line has the last figures. */
static atomic_uint changes;

/* The process whose thread writes; one that a fork left behind is another process's. */
static atomic_int writer;

static bool become_writer(int self)
{
    enum { TRIES = 10000 };

    for (int i = 0; i < TRIES; i++) {
        int before = atomic_load(&writer);
        if (before != self && atomic_compare_exchange_strong(&writer, &before, self))
            return true;
        system_call(SYS_sched_yield, 0, 0, 0, 0);
    }
    return false; /* a signal's handler, say, that has interrupted the writer */
}

static void write_to_file(const char *path)
{
    int self = (int)system_call(SYS_getpid, 0, 0, 0, 0);
    unsigned int seen;

    if (!become_writer(self))
        return;
    do {
        struct line line = LINE_IN(text);
        seen = atomic_load(&changes);
        report_as_json(&line);
        if (place_is_of == self && log_over(&line, path, &place))
            continue;
        place_is_of = log_to_file(&line, path, &place) ? self : 0;
    } while (seen != atomic_load(&changes));
    atomic_store(&writer, 0);
}

static void changed(void)
{
    atomic_fetch_add(&changes, 1);
    if (asked()->report == OUTPUT_FILE)
        write_to_file(asked_path(SETTING_report));
}

void report_used(void)
{
    if (counts_begun())
        return;
    counts_begin();
    changed();
}

void report_creation(const struct report_creation *creation)
{
    char words[512];
    struct line line = LINE_IN(words);

    counts_add(creation);
    changed();
    if (asked()->log == OUTPUT_OFF)
        return;
    report_creation_as_text(&line, creation);
    if (asked()->log == OUTPUT_STDERR)
        log_to_stderr(&line);
    else
        log_to_file(&line, asked_path(SETTING_log), NULL);
}

/* Launches are many, and to write takes longer than they do: the line is behind by a few of them.
 */
void report_launch(const struct report_device *device, bool at_level)
{
    enum { EACH = 1024 };
    unsigned long count = counts_add_launch(device, at_level);

    if (count == 1 || count % EACH == 0)
        changed();
    else
        launches_behind = true;
}

void report_end(void)
{
    char words[4096];
    struct line line = LINE_IN(words);

    if (asked()->report == OUTPUT_OFF || !counts_begun())
        return;
    if (asked()->report == OUTPUT_FILE) {
        if (launches_behind)
            changed();
        return;
    }
    report_as_text(&line);
    log_to_stderr(&line);
}
