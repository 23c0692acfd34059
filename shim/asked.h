/* What was asked of this process: its settings, read once. */
#ifndef PRIOSHIM_ASKED_H
#define PRIOSHIM_ASKED_H

#include "settings.h"

/*
 * Reads the settings from `environment`, unless that was done before. In secure mode (AT_SECURE,
 * getauxval(3)) they are not read at all: a set-user-ID program takes no orders from its caller.
 */
void asked_read(char *const environment[]);

/* The settings; reads them from the process's environment if that was not done before. */
const struct settings *asked(void);

/*
 * To be called at every hooked call: at the first one, says what could not be read. A process that
 * makes none says nothing, nor does one whose stderr is no longer the file that it started with.
 */
void asked_announce(void);

#endif
