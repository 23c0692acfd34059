/* SPDX-License-Identifier: MIT */
/* What a stream's priority must be at the level that the program runs at, by its own knowledge. */
#ifndef GPU_LEVEL_H
#define GPU_LEVEL_H

#include <stdbool.h>

/*
 * Reads LEVEL [POLICY] from the arguments: bare, default, low or high; override or keep. run.sh
 * sees to it that the environment is so; the program doesn't look.
 */
void level_read(int argc, char **argv);

/* Whether the library is preloaded. */
bool level_shimmed(void);

/* Whether the library wraps a function at the level: shim/cuda/hooks.def, said once more. */
enum level_wraps { LEVEL_ALWAYS, LEVEL_LOW_OR_HIGH, LEVEL_HIGH };
bool level_wraps(enum level_wraps when);

/* The priority of a stream for which the program named `asked`, on a device of that range. */
int level_named(int asked, int least, int greatest);

/* The same where it named none. */
int level_unnamed(int least, int greatest);

#endif
