/* SPDX-License-Identifier: MIT */
/* libwaits.so needs libwaits_for.so, which fork_opening makes a FIFO: its dlopen waits there. */
extern int waited_for;
int *waits = &waited_for;
