/* SPDX-License-Identifier: MIT */
/* What the loader and the kernel tell of the process, at any time: also before this library's own
 * relocations are done, when an IFUNC's resolver of a library that is relocated first looks up. */
#ifndef PRIOSHIM_LOADER_H
#define PRIOSHIM_LOADER_H

#include <link.h>

/* An entry of the auxiliary vector (getauxval(3)), or 0. */
unsigned long loader_auxiliary(unsigned long type);

/*
 * Where the loader keeps its list of objects, or NULL. By the program's own DT_DEBUG entry, since a
 * program may have something else called _r_debug; where it has none, by the loader itself. Another
 * C library's loader (musl's) keeps a list of the same form.
 */
const struct r_debug *loader_debug(void);

#endif
