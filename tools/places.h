/* SPDX-License-Identifier: MIT */
/* Where the launcher's own parts lie: the library, and the probe. */
#ifndef PRIOSHIM_PLACES_H
#define PRIOSHIM_PLACES_H

#include <limits.h>

/*
 * Finds a file of ours from the place of the running program (/proc/self/exe, proc(5)), in the
 * build tree and where it is installed, and writes its path, absolute and free of symbolic links.
 *
 * Returns NULL, or what is wrong as words that follow "PATH: ", with the path that was tried last
 * in `path`. The words are not the caller's to free and hold until the next call of strerror.
 */
const char *places_find(const char *name, char path[PATH_MAX]);

#endif
