/* SPDX-License-Identifier: MIT */
/*
 * The channel groups that the driver has the kernel make for this process, and their time slices.
 * An experiment: the interface is NVIDIA's between its own parts, undocumented and open to change.
 */
#ifndef GPU_GROUPS_H
#define GPU_GROUPS_H

#include <stdint.h>

/* How many were made since the process began. */
int groups_count(void);

/*
 * Asks the kernel for a time slice of one of them. The kernel module's status, 0 being success, or
 * -1 where the call itself failed. `read_back`: what it says afterwards, 0 if it does not say.
 */
int groups_set(int number, uint64_t microseconds, uint64_t *read_back);

#endif
