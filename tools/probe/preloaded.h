/* SPDX-License-Identifier: MIT */
/* LD_PRELOAD, for a program that this one starts. */
#ifndef PROBE_PRELOADED_H
#define PROBE_PRELOADED_H

/*
 * Takes a library out of it, in whatever folder: `path` is where one was loaded from; NULL: there
 * is none to take.
 */
void preloaded_drop(const char *path);

#endif
