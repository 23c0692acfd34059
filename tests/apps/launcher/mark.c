/* SPDX-License-Identifier: MIT */
/* A library with nothing in it, to be named in LD_PRELOAD. */
extern int launcher_mark;
int launcher_mark;
