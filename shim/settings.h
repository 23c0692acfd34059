/* SPDX-License-Identifier: MIT */
/* What the user asked for: environment text in, one struct out. Linked into prio-exec too. */
#ifndef PRIOSHIM_SETTINGS_H
#define PRIOSHIM_SETTINGS_H

#include "priority.h"

#include <stddef.h>

/* What becomes of a priority that the program named itself (0 named explicitly is named). */
enum explicit_policy {
    EXPLICIT_OVERRIDE, /* the whole program takes the level */
    EXPLICIT_KEEP,     /* only streams for which the program named none take it */
};

#define EXPLICIT_WORDS                                                                             \
    {                                                                                              \
        "override", "keep", ""                                                                     \
    }
extern const char explicit_words[][WORD_SIZE];

/* Where something is to be written. */
enum output {
    OUTPUT_OFF,
    OUTPUT_STDERR,
    OUTPUT_FILE, /* whose path is the setting's text */
};

#define OUTPUT_WORDS                                                                               \
    {                                                                                              \
        "off", "stderr", "/FILE", ""                                                               \
    }

enum setting {
#define SETTING(type, field, variable, words, help) SETTING_##field,
#include "settings.def"
#undef SETTING
    SETTINGS_COUNT
};

/* Whether launches on the default streams, which no program creates, take the level. */
enum launches {
    LAUNCHES_AUTO, /* at high: on every device known a default stream has the least priority */
    LAUNCHES_ON,   /* at low, too */
    LAUNCHES_OFF,
};

#define LAUNCHES_WORDS                                                                             \
    {                                                                                              \
        "auto", "on", "off", ""                                                                    \
    }

struct settings {
#define SETTING(type, field, variable, words, help) type field;
#include "settings.def"
#undef SETTING
    const char *text[SETTINGS_COUNT]; /* as it was found, in the environment; NULL for a default */
};

/* Whether the settings ask for launches on default streams to take the level. */
bool settings_launches(const struct settings *settings);

/* One row of settings.def, for those who print or compose settings. */
struct setting_row {
    char variable[20];
    char words[4][WORD_SIZE]; /* the first is the default; an empty one ends them */
    char help[80];
};

extern const struct setting_row setting_rows[SETTINGS_COUNT];

/* A variable whose text is none of its words; `found` points into the environment. */
struct settings_complaint {
    const struct setting_row *row;
    const char *found;
};

/*
 * The index of `text` in `words`, whatever its case (ASCII letters only: the host's locale has no
 * say), or -1. An absolute path is the word that begins with a slash.
 */
int settings_word(const char words[][WORD_SIZE], const char *text);

/*
 * Reads every setting from an environment (NULL is an empty one); as with getenv, the first of two
 * entries of one name counts, and an empty value means the default.
 *
 * If any text is bad, *out holds the defaults throughout: a program whose user was misunderstood
 * runs as it always did. Returns the number of complaints written, at most SETTINGS_COUNT. Calls
 * nothing, allocates nothing.
 */
size_t settings_read(struct settings *out, char *const environment[],
                     struct settings_complaint complaints[SETTINGS_COUNT]);

#endif
