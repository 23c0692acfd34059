/* SPDX-License-Identifier: MIT */
/* Where a program would run: what --info found out, beyond the driver's own facts. */
#ifndef PROBE_SITUATION_H
#define PROBE_SITUATION_H

#include "findings.h"
#include "machine.h"
#include "mps.h"
#include "request.h"

struct situation {
    const struct request *request;
    struct machine machine;
    struct mps mps;
    struct findings findings;
    bool mig;                        /* a device is an instance of a divided one */
    const char *visible_devices;     /* CUDA_VISIBLE_DEVICES; NULL: not set */
    const char *mps_client_priority; /* CUDA_MPS_CLIENT_PRIORITY; NULL: not set */
};

/* Fills in all but the request. */
void situation_gather(struct situation *situation);

/* Whether there is a device that can be used. */
bool situation_has_device(const struct situation *situation);

/* The number that a level stands for on a device, as text. */
const char *situation_native(const struct device_facts *device, enum stream_priority level,
                             char text[16]);

#endif
