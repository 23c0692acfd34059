/* SPDX-License-Identifier: MIT */
/* One process's hold of CUDA: the driver, its devices, and the runtime where one is asked for. */
#ifndef PROBE_SESSION_H
#define PROBE_SESSION_H

#include "device.h"
#include "runtime.h"

struct session {
    struct driver driver;
    struct runtime runtime; /* its handle is NULL: none */
    struct device *devices;
    int count;
};

/*
 * Starts the driver, opened with `scope`, and its devices, which takes steps that are told to `to`;
 * with `tells`, what they are is told too. False: it can't be done, and `why` says why.
 */
bool session_start(struct session *session, int scope, bool tells, int to, char *why, size_t size);

#endif
