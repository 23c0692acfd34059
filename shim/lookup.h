/* SPDX-License-Identifier: MIT */
/* What an exported dlsym or dlvsym does with a name that may be ours. */
#ifndef PRIOSHIM_LOOKUP_H
#define PRIOSHIM_LOOKUP_H

#include "direct.h"

#include <stdint.h>

/* Returned in two registers; lookup_<arch>.S reads it. */
struct lookup_answer {
    void *value; /* what the lookup returns, or the handle to leave with */
    uintptr_t
        leave; /* non-zero: jump to the real function with that handle, in the caller's name */
};

/* `caller` is the address that the lookup returns to. Called by the stubs alone: the last for names
 * that begin with "dl", which may be dlsym's own; a version that is NULL is none. */
DIRECT struct lookup_answer prioshim_lookup_dlsym(void *handle, const char *name,
                                                  const void *caller);
DIRECT struct lookup_answer prioshim_lookup_dlvsym(void *handle, const char *name,
                                                   const char *version, const void *caller);

DIRECT struct lookup_answer prioshim_lookup_itself(void *handle, const char *name,
                                                   const char *version, const void *caller);

#endif
