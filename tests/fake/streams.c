/* SPDX-License-Identifier: MIT */
/*
 * streams.c - streams: the context a stream is made in decides its device, and so its range.
 *
 * They lie in one fixed array, for the same reasons as contexts do.
 */
#include <stddef.h>
#include <stdio.h>

#include "streams.h"

enum { MAX_STREAMS = 4096, OWN_STREAMS = 4 };

static struct CUstream_st streams[MAX_STREAMS];
static atomic_uint next_slot; /* goes round, so that a destroyed handle isn't soon valid again */
static atomic_uint streams_made;

static struct CUstream_st legacy[MAX_CONTEXTS];      /* each context's default stream */
static __thread struct CUstream_st own[OWN_STREAMS]; /* this thread's, in its last contexts */
static struct CUstream_st ptsz_zero;                 /* a handle, no stream */

CUstream stream_ptsz(CUstream handle)
{
    return handle ? handle : &ptsz_zero;
}

static struct CUstream_st *claim(void)
{
    for (int tries = 0; tries < MAX_STREAMS; tries++) {
        struct CUstream_st *slot = &streams[atomic_fetch_add(&next_slot, 1) % MAX_STREAMS];
        bool free_slot = false;
        if (atomic_compare_exchange_strong(&slot->taken, &free_slot, true))
            return slot;
    }
    return NULL;
}

/* Out of range is no error: the nearest end is taken (cuda.h 13.0, cuStreamCreateWithPriority). */
int priority_on_device(int priority, int device)
{
    struct fake_range range = fake_range(device);
    if (priority > range.least)
        return range.least;
    if (priority < range.greatest)
        return range.greatest;
    return priority;
}

/* Whoever has the slot alone makes it a new stream. */
static void begin(struct CUstream_st *slot, CUcontext ctx, unsigned int number, unsigned int flags)
{
    slot->number = number;
    slot->flags = flags;
    slot->priority = 0;
    slot->ctx = ctx;
    slot->generation = context_generation(ctx);
    slot->attributes = (struct attribute_values){0};
    slot->capture = NULL;
}

CUresult stream_make(CUstream *stream, CUcontext ctx, unsigned int flags, int priority)
{
    struct CUstream_st *made = claim();
    if (!made)
        return CUDA_ERROR_OUT_OF_MEMORY;
    begin(made, ctx, atomic_fetch_add(&streams_made, 1) + 1, flags);
    made->priority = priority_on_device(priority, context_device(ctx));
    *stream = made;
    return CUDA_SUCCESS;
}

CUresult stream_make_current(CUstream *stream, unsigned int flags, int priority)
{
    CUcontext ctx;
    CUresult result = current_context(&ctx);
    if (result != CUDA_SUCCESS)
        return result;
    if (!stream || (flags & ~(unsigned int)CU_STREAM_NON_BLOCKING))
        return CUDA_ERROR_INVALID_VALUE;
    return stream_make(stream, ctx, flags, priority);
}

bool stream_is_default(CUstream handle)
{
    return !handle || handle == CU_STREAM_LEGACY || handle == CU_STREAM_PER_THREAD ||
           handle == &ptsz_zero;
}

bool stream_is_legacy(CUstream found)
{
    return found >= legacy && found < legacy + MAX_CONTEXTS;
}

static bool is_created(CUstream handle)
{
    uintptr_t offset = (uintptr_t)handle - (uintptr_t)streams;
    return offset < sizeof streams && offset % sizeof streams[0] == 0 &&
           atomic_load(&handle->taken);
}

static CUresult check_created(CUstream stream)
{
    if (!is_created(stream))
        return CUDA_ERROR_INVALID_HANDLE;
    if (!context_valid(stream->ctx) || context_generation(stream->ctx) != stream->generation)
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    return context_failure(stream->ctx);
}

/*
 * A default stream is there from its context's start, at priority 0; its memory is made ready when
 * it is first asked for (by one thread, in the tests).
 */
static CUstream find_legacy(CUcontext ctx)
{
    CUstream found = &legacy[context_slot(ctx)];
    if (found->ctx != ctx || found->generation != context_generation(ctx))
        begin(found, ctx, 0, CU_STREAM_DEFAULT);
    return found;
}

static CUstream find_own(CUcontext ctx)
{
    static __thread int next;
    for (int i = 0; i < OWN_STREAMS; i++) {
        if (own[i].ctx == ctx && own[i].generation == context_generation(ctx))
            return &own[i];
    }
    CUstream found = &own[next++ % OWN_STREAMS];
    begin(found, ctx, 0, CU_STREAM_DEFAULT);
    return found;
}

CUresult stream_find(CUstream handle, CUstream *found)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!stream_is_default(handle)) {
        *found = handle;
        return check_created(handle);
    }
    CUcontext ctx;
    CUresult result = current_context(&ctx);
    if (result == CUDA_SUCCESS)
        *found = !handle || handle == CU_STREAM_LEGACY ? find_legacy(ctx) : find_own(ctx);
    return result;
}

CUresult stream_check(CUstream handle)
{
    CUstream found;
    CUgraph graph;
    CUresult result = stream_find(handle, &found);
    return result == CUDA_SUCCESS ? capture_admit(found, &graph) : result;
}

int stream_priority(CUstream handle)
{
    CUstream found;
    return stream_find(handle, &found) == CUDA_SUCCESS ? found->priority : 0;
}

const char *stream_text(CUstream handle, char text[STREAM_TEXT])
{
    if (handle == &ptsz_zero)
        return "0(per-thread)";
    if (handle == CU_STREAM_PER_THREAD)
        return "2(per-thread)";
    if (stream_is_default(handle))
        return handle ? "1(legacy)" : "0(legacy)";
    if (!is_created(handle))
        return "?";
    snprintf(text, STREAM_TEXT, "created#%u", handle->number);
    return text;
}

static CUresult body_cuStreamCreate(CUstream *stream, unsigned int flags)
{
    return stream_make_current(stream, flags, 0);
}
DRIVER_FUNCTION(cuStreamCreate, (CUstream * stream, unsigned int flags), (stream, flags),
                "%s flags=%u", FAKE_OUT(stream), flags)

DRIVER_FUNCTION_AS(cuStreamCreateWithPriority, stream_make_current,
                   (CUstream * stream, unsigned int flags, int priority), (stream, flags, priority),
                   "%s flags=%u priority=%d", FAKE_OUT(stream), flags, priority)

static CUresult body_cuStreamDestroy(CUstream stream)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (stream_is_default(stream))
        return CUDA_ERROR_INVALID_HANDLE;
    CUresult result = check_created(stream);
    if (result != CUDA_SUCCESS)
        return result;
    capture_drop(stream);
    atomic_store(&stream->taken, false);
    return result;
}
DRIVER_FUNCTION(cuStreamDestroy, (CUstream stream), (stream), FAKE_NO_ARGUMENTS)
DRIVER_FUNCTION_AS(cuStreamDestroy_v2, body_cuStreamDestroy, (CUstream stream), (stream),
                   FAKE_NO_ARGUMENTS)

/* Each form of a query takes handle 0 for its own default stream. */
static CUresult body_cuStreamGetPriority(CUstream stream, int *priority)
{
    CUstream found;
    CUresult result = stream_find(stream, &found);
    if (result != CUDA_SUCCESS)
        return result;
    if (!priority)
        return CUDA_ERROR_INVALID_VALUE;
    *priority = found->priority;
    return CUDA_SUCCESS;
}
BOTH_FORMS_AS(cuStreamGetPriority, body_cuStreamGetPriority, (CUstream stream, int *priority),
              (stream, priority), (stream_ptsz(stream), priority), "%s", FAKE_OUT(priority))

static CUresult body_cuStreamGetFlags(CUstream stream, unsigned int *flags)
{
    CUstream found;
    CUresult result = stream_find(stream, &found);
    if (result != CUDA_SUCCESS)
        return result;
    if (!flags)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = found->flags;
    return CUDA_SUCCESS;
}
BOTH_FORMS_AS(cuStreamGetFlags, body_cuStreamGetFlags, (CUstream stream, unsigned int *flags),
              (stream, flags), (stream_ptsz(stream), flags), "%s", FAKE_OUT(flags))

/* For a green context's stream: what cuCtxFromGreenCtx gives (cuda.h 13.0). */
static CUresult body_cuStreamGetCtx(CUstream stream, CUcontext *ctx)
{
    CUstream found;
    CUresult result = stream_find(stream, &found);
    if (result != CUDA_SUCCESS)
        return result;
    if (!ctx)
        return CUDA_ERROR_INVALID_VALUE;
    *ctx = found->ctx;
    return CUDA_SUCCESS;
}
BOTH_FORMS_AS(cuStreamGetCtx, body_cuStreamGetCtx, (CUstream stream, CUcontext *ctx), (stream, ctx),
              (stream_ptsz(stream), ctx), "%s", FAKE_OUT(ctx))

/* The 12.5 form: for a green context's stream the primary context, and the green one beside it. */
static CUresult body_cuStreamGetCtx_v2(CUstream stream, CUcontext *ctx, CUgreenCtx *green)
{
    CUcontext found;
    CUresult result = body_cuStreamGetCtx(stream, &found);
    if (result != CUDA_SUCCESS)
        return result;
    if (!ctx || !green)
        return CUDA_ERROR_INVALID_VALUE;
    *green = context_to_green(found);
    *ctx = *green ? context_primary(context_device(found)) : found;
    return CUDA_SUCCESS;
}
BOTH_FORMS_AS(cuStreamGetCtx_v2, body_cuStreamGetCtx_v2,
              (CUstream stream, CUcontext *ctx, CUgreenCtx *green), (stream, ctx, green),
              (stream_ptsz(stream), ctx, green), "%s", FAKE_OUT(ctx))
