/* SPDX-License-Identifier: MIT */
/* The ways in which programs come by CUDA's functions. */
#ifndef PROBE_WAYS_H
#define PROBE_WAYS_H

#include "session.h"

/* How a name becomes an address. */
enum way_taken { LINKED, BY_HANDLE, BY_VERSION, BY_DEFAULT, BY_NEXT, BY_ITSELF };

/* The function that is asked for the others; NO_DOOR: they are taken themselves. */
enum way_door {
    NO_DOOR,
    PROC_ADDRESS,
    PROC_ADDRESS_V2,
    ENTRY_POINT,
    ENTRY_POINT_PTSZ,
    ENTRY_POINT_BY_VERSION,
    ENTRY_POINT_BY_VERSION_PTSZ,
};

struct way {
    const char *name;
    enum way_taken taken;
    enum way_door door;
    bool of_runtime; /* of the runtime's own creation functions, else of the driver's */
};

/* The ways that can be tried in one process: each its own, for a scope once global stays so. */
struct way_group {
    const char *name;
    int scope; /* of the libraries, as dlopen has it */
    bool needs_runtime;
    const struct way *ways; /* ended by one without a name */
};

extern const struct way_group way_groups[];
enum { WAY_GROUPS = 4 };

/*
 * The address that the way gives for the function of that exported name, which a door is asked for
 * with the version. NULL: none, `result` is ROW_NOT_OFFERED if the driver or the runtime has no
 * such function or door, else ROW_FAILED, and `why` says more.
 */
void *way_find(const struct session *session, const struct way *way, const char *name, int version,
               enum row_result *result, char *why, size_t size);

#endif
