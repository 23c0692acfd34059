/* SPDX-License-Identifier: MIT */
/* The calls whose cost is measured. */
#ifndef CALLS_H
#define CALLS_H

struct call {
    const char *name;
    void (*make)(void);
};
extern const struct call calls[];

/* Brings CUDA up, for this thread, by lookups and by direct calls; false where there is none. */
int calls_start(void);

/* Whether any call has: what it costs then says nothing. */
int calls_failed(void);

#endif
