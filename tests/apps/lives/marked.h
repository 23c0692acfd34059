/* SPDX-License-Identifier: MIT */
/* A small driver that tells how it was called: what its last call found on the stack. */
#ifndef APPS_LIVES_MARKED_H
#define APPS_LIVES_MARKED_H

enum { MARKED_FRAMES = 32 };

struct marked {
    int calls;
    int misaligned; /* calls whose stack was not as the ABI says */
    int frames;     /* of the last stream's creation */
    void *frame[MARKED_FRAMES];
};

extern struct marked marked;

#endif
