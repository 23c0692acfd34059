/* SPDX-License-Identifier: MIT */
#include "asked.h"

#include "log.h"

#include <limits.h>
#include <stdatomic.h>
#include <sys/auxv.h>

enum { UNREAD, READ };
enum { ATTENTION_UNREAD = 1, ATTENTION_UNSAID = 2, ATTENTION_WATCH = 4 };

static atomic_int state = UNREAD;
int asked_attention = ATTENTION_UNREAD;
static struct settings settings;

/* Copies: a program may write over the place that its environment had at the start. */
enum { LONGEST_LINE = 512 };
static char paths[SETTINGS_COUNT][PATH_MAX];
static struct line lines[SETTINGS_COUNT];
static char texts[SETTINGS_COUNT][LONGEST_LINE];
static size_t line_count;

/* By libc's own name for environ, which is one look-up less at every start than the other. */
extern char **__environ;

static void keep_complaint(const struct settings_complaint *complaint)
{
    struct line *line = &lines[line_count];

    *line = (struct line){texts[line_count], LONGEST_LINE - 1, 0};
    line_add(line, "prioshim: ");
    line_add(line, complaint->row->variable);
    line_add(line, " is ");
    line_add_quoted(line, complaint->found);
    line_add(line, "; it may be");
    for (const char *const *word = complaint->row->words; *word; word++) {
        line_add(line, word == complaint->row->words ? " " : word[1] ? ", " : " or ");
        line_add(line, *word);
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
        path[i] = settings.text[setting][i];
        if (!path[i])
            return;
    }
    *path = '\0';
}

static int keep_output(enum setting setting, enum output output)
{
    if (output == OUTPUT_FILE)
        keep_path(setting);
    return output == OUTPUT_OFF ? 0 : ATTENTION_WATCH;
}

void asked_read(char *const environment[])
{
    struct settings_complaint complaints[SETTINGS_COUNT];

    if (atomic_load_explicit(&state, memory_order_acquire) == READ)
        return;
    size_t count = settings_read(&settings, getauxval(AT_SECURE) ? NULL : environment, complaints);
    for (size_t i = 0; i < count; i++)
        keep_complaint(&complaints[i]);
    int attention = (count ? ATTENTION_UNSAID : 0) | keep_output(SETTING_report, settings.report) |
                    keep_output(SETTING_log, settings.log);
    for (size_t i = 0; i < SETTINGS_COUNT; i++)
        settings.text[i] = NULL;
    if (attention)
        log_start();
    atomic_store_explicit(&state, READ, memory_order_release);
    __atomic_store_n(&asked_attention, attention, __ATOMIC_RELEASE);
}

const struct settings *asked(void)
{
    /* Before libc's own start (.preinit_array) there is no environment yet: ask again later. */
    if (atomic_load_explicit(&state, memory_order_acquire) != READ && __environ)
        asked_read(__environ);
    return &settings;
}

const char *asked_path(enum setting setting)
{
    return paths[setting];
}

void asked_announce(void)
{
    asked();
    /* Whoever takes the bit says it. */
    if (__atomic_load_n(&asked_attention, __ATOMIC_RELAXED) & ATTENTION_UNSAID &&
        __atomic_fetch_and(&asked_attention, ~ATTENTION_UNSAID, __ATOMIC_ACQUIRE) &
            ATTENTION_UNSAID) {
        for (size_t i = 0; i < line_count; i++)
            log_to_stderr(&lines[i]);
    }
}

bool asked_watched(void)
{
    asked();
    return __atomic_load_n(&asked_attention, __ATOMIC_RELAXED) & ATTENTION_WATCH;
}
