/* SPDX-License-Identifier: MIT */
/* streams.h - a stream as the files of the driver see it. */
#ifndef FAKE_STREAMS_H
#define FAKE_STREAMS_H

#include <stdatomic.h>

#include "attributes.h"
#include "driver.h"

/* One that was created, or a context's default stream, or a thread's own in a context. */
struct CUstream_st {
    atomic_bool taken;
    unsigned int number; /* of the created ones, from 1; 0: a default stream */
    unsigned int flags;
    int priority;
    _Atomic(CUcontext) ctx;
    unsigned int generation; /* of the context: a stream ends with it */
    struct attribute_values attributes;
    struct capture *_Atomic capture; /* NULL: it isn't captured */
};

/* What handle 0 stands for in a _ptsz function. No host has this handle: only stream_ptsz gives it.
 */
CUstream stream_ptsz(CUstream handle);

/* The stream that a handle stands for. A default stream is the current context's. */
CUresult stream_find(CUstream handle, CUstream *found);
bool stream_is_default(CUstream handle);
bool stream_is_legacy(CUstream found);

/* How the record names a handle (fake_launch.h). */
enum { STREAM_TEXT = 32 };
const char *stream_text(CUstream handle, char text[STREAM_TEXT]);
#define STREAM_SHOWN(handle) stream_text(handle, (char[STREAM_TEXT]){0})

/* capture.c */
/* Before work is put on a stream: an error, or *graph is what the work becomes part of, or NULL. */
CUresult capture_admit(CUstream found, CUgraph *graph);
/* Before a wait for a stream or, found being NULL, for all of a context's: captured ones can't be.
 */
CUresult capture_admit_wait(CUstream found, CUcontext ctx);
/* A captured stream is destroyed. */
void capture_drop(CUstream found);

/*
 * The exported function `name` and its _ptsz form around one body. `args` and `ptsz_args` differ in
 * that the second passes each stream through stream_ptsz; doing that twice is doing it once.
 */
#define BOTH_FORMS_AS(name, body, params, args, ptsz_args, ...)                                    \
    DRIVER_FUNCTION_AS(name, body, params, args, __VA_ARGS__)                                      \
    DRIVER_FUNCTION_AS(name##_ptsz, body, params, ptsz_args, __VA_ARGS__)

#endif
