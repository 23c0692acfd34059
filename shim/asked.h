/* SPDX-License-Identifier: MIT */
/* What was asked of this process: its settings, read once. */
#ifndef PRIOSHIM_ASKED_H
#define PRIOSHIM_ASKED_H

#include "settings.h"

#include <stdbool.h>

/*
 * Reads the settings from `environment`, unless that was done before. In secure mode (AT_SECURE,
 * getauxval(3)) they are not read at all: a set-user-ID program takes no orders from its caller.
 */
void asked_read(char *const environment[]);

/* A setting's text where that is a path: our own copy, or "" if it is too long for one. */
const char *asked_path(enum setting setting);

/*
 * Non-zero where a hooked call may have more to do than its work: until the settings are read;
 * until what could not be read of them is said; and where a report or a log is wanted.
 */
extern int asked_attention __attribute__((visibility("hidden")));
#define ASKED_ATTENTION() __builtin_expect(__atomic_load_n(&asked_attention, __ATOMIC_RELAXED), 0)
enum asked_attention { ASKED_UNREAD = 1, ASKED_UNSAID = 2, ASKED_WATCH = 4 };

/* The settings; reads them from the process's environment if that was not done before. */
extern struct settings asked_settings __attribute__((visibility("hidden")));
void asked_now(void);
static inline const struct settings *asked(void)
{
    if (__builtin_expect(__atomic_load_n(&asked_attention, __ATOMIC_ACQUIRE) & ASKED_UNREAD, 0))
        asked_now();
    return &asked_settings;
}

/*
 * To be called at a hooked call that has attention: at the first one, says what could not be read.
 * A process that makes none says nothing, nor does one whose stderr is no longer the file that it
 * started with.
 */
void asked_announce(void);

/* Whether a report or a log is wanted. */
bool asked_watched(void);

#endif
