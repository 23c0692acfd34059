/* CUDA's functions as a program has them that is linked to CUDA. */
#ifndef PROBE_LINKED_H
#define PROBE_LINKED_H

#include <stdbool.h>

/* The function of that name that the loader bound a reference to when the probe began, or NULL. */
void *linked_find(const char *name);

/* Whether a preloaded libprioshim.so is what those references and dlsym are bound to. */
bool linked_to_prioshim(void);

#endif
