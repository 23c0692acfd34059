/* SPDX-License-Identifier: MIT */
/* The environment that a command is given. */
#ifndef PRIOSHIM_ENVIRONMENT_H
#define PRIOSHIM_ENVIRONMENT_H

#include "settings.h"

/* The value of a variable, as ld.so reads LD_PRELOAD: the last entry of the name counts. */
const char *last_value(char *const environment[], const char *name);

/* "NAME=value", never freed. */
char *assignment(const char *name, const char *value);

/* An environment with some assignments in the place of what it says of the same names. */
char **changed_environment(char *const environment[], char *const changes[]);

/* Ends prio-exec if the environment holds a setting that can't be read. */
struct settings checked_settings(char *const environment[]);

#endif
