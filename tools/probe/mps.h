/* SPDX-License-Identifier: MIT */
/* NVIDIA's Multi-Process Service: whether its control daemon is there for programs started here. */
#ifndef PROBE_MPS_H
#define PROBE_MPS_H

enum mps_daemon { MPS_ANSWERS, MPS_ABSENT, MPS_UNKNOWN };

struct mps {
    enum mps_daemon daemon;
    char how[512]; /* by what that is known, or why it isn't */
};

/* Asks the daemon by its own tool, with a time limit. */
void mps_ask(struct mps *mps);

#endif
