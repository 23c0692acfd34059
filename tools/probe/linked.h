/* SPDX-License-Identifier: MIT */
/* CUDA's functions as a program has them that is linked to CUDA. */
#ifndef PROBE_LINKED_H
#define PROBE_LINKED_H

/* The function of that name that the loader bound a reference to when the probe began, or NULL. */
void *linked_find(const char *name);

/* The preloaded libprioshim.so that those references and dlsym are bound to, or NULL. */
const char *linked_prioshim(void);

#endif
