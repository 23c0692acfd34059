/* SPDX-License-Identifier: MIT */
#include "asked.h"

#include "loader.h"
#include "log.h"
#include "warm.h"

#include <limits.h>
#include <stdatomic.h>
#include <sys/auxv.h>

enum { UNREAD, READ };

static WARM atomic_int state = UNREAD;
int asked_attention = ASKED_UNREAD;
WARM struct settings asked_settings;

/* Copies: a program may write over the place that its environment had at the start. */
enum { LONGEST_LINE = 512 };
static char paths[SETTINGS_COUNT][PATH_MAX];
static struct line lines[SETTINGS_COUNT];
static char texts[SETTINGS_COUNT][LONGEST_LINE];
static size_t line_count;

/* By libc's own name for environ, which is one look-up less at every start than the other. */
extern char **__environ;
#pragma weak __environ /* NULL until it is relocated */

static void keep_complaint(const struct settings_complaint *complaint)
{
    struct line *line = &lines[line_count];

    *line = (struct line){texts[line_count], LONGEST_LINE - 1, 0};
    line_add(line, "prioshim: ");
    line_add(line, complaint->row->variable);
    line_add(line, " is ");
    line_add_quoted(line, complaint->found);
    line_add(line, "; it may be");
    for (size_t i = 0; *complaint->row->words[i]; i++) {
        line_add(line, i == 0 ? " " : *complaint->row->words[i + 1] ? ", " : " or ");
        line_add(line, complaint->row->words[i]);
    }
    line_add(line, "; streams keep their own priority");
    line->room++;
    line_add(line, "\n");
    line_count++;
}

static void keep_path(enum setting setting)
{
    char *path = paths[setting];

    for (size_t i = 0; i < PATH_MAX; i++) {
        path[i] = asked_settings.text[setting][i];
        if (!path[i])
            return;
    }
    *path = '\0';
}

static int keep_output(enum setting setting, enum output output)
{
    if (output == OUTPUT_FILE)
        keep_path(setting);
    return output == OUTPUT_OFF ? 0 : ASKED_WATCH;
}

void asked_read(char *const environment[])
{
    struct settings_complaint complaints[SETTINGS_COUNT];

    if (atomic_load_explicit(&state, memory_order_acquire) == READ)
        return;
    size_t count = settings_read(&asked_settings, loader_auxiliary(AT_SECURE) ? NULL : environment,
                                 complaints);
    for (size_t i = 0; i < count; i++)
        keep_complaint(&complaints[i]);
    int attention = (count ? ASKED_UNSAID : 0) |
                    keep_output(SETTING_report, asked_settings.report) |
                    keep_output(SETTING_log, asked_settings.log);
    for (size_t i = 0; i < SETTINGS_COUNT; i++)
        asked_settings.text[i] = NULL;
    if (attention)
        log_start();
    atomic_store_explicit(&state, READ, memory_order_release);
    __atomic_store_n(&asked_attention, attention, __ATOMIC_RELEASE);
}

void asked_now(void)
{
    /* Before libc's own start (.preinit_array) there is no environment yet: ask again later. */
    if (atomic_load_explicit(&state, memory_order_acquire) != READ && &__environ && __environ)
        asked_read(__environ);
}

const char *asked_path(enum setting setting)
{
    return paths[setting];
}

void asked_announce(void)
{
    asked();
    /* Whoever takes the bit says it. */
    if (__atomic_load_n(&asked_attention, __ATOMIC_RELAXED) & ASKED_UNSAID &&
        __atomic_fetch_and(&asked_attention, ~ASKED_UNSAID, __ATOMIC_ACQUIRE) & ASKED_UNSAID) {
        for (size_t i = 0; i < line_count; i++)
            log_to_stderr(&lines[i]);
    }
}

bool asked_watched(void)
{
    asked();
    return __atomic_load_n(&asked_attention, __ATOMIC_RELAXED) & ASKED_WATCH;
}
