/* SPDX-License-Identifier: MIT */
#ifndef APPS_LIVES_PLUGIN_H
#define APPS_LIVES_PLUGIN_H

#include "fake_cuda.h"

/* What dlsym answers to this library. */
void *plugin_default(const char *name);
void *plugin_next(const char *name);
/* Direct calls of the driver, its context made current by the first. */
CUresult plugin_start(void);
CUresult plugin_create(CUstream *stream);
int plugin_priority(CUstream stream);

#endif
