/*
 * streams.c - streams: the context a stream is made in decides its device, and so its range.
 *
 * They lie in one fixed array, for the same reasons as contexts do.
 */
#include <stdatomic.h>
#include <stddef.h>

#include "driver.h"

enum { MAX_STREAMS = 4096 };

struct CUstream_st {
    atomic_bool taken;
    unsigned int flags;
    int priority;
    CUcontext ctx;
    unsigned int generation; /* of the context: a stream ends with it */
};

static struct CUstream_st streams[MAX_STREAMS];
static atomic_uint next_slot; /* goes round, so that a destroyed handle isn't soon valid again */

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
static int clamp(int priority, struct fake_range range)
{
    if (priority > range.least)
        return range.least;
    if (priority < range.greatest)
        return range.greatest;
    return priority;
}

CUresult stream_make(CUstream *stream, CUcontext ctx, unsigned int flags, int priority)
{
    struct CUstream_st *made = claim();
    if (!made)
        return CUDA_ERROR_OUT_OF_MEMORY;
    made->flags = flags;
    made->priority = clamp(priority, fake_range(context_device(ctx)));
    made->ctx = ctx;
    made->generation = context_generation(ctx);
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

static bool is_default(CUstream stream)
{
    return !stream || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD;
}

static CUresult check_created(CUstream stream)
{
    uintptr_t offset = (uintptr_t)stream - (uintptr_t)streams;
    if (offset >= sizeof streams || offset % sizeof streams[0] != 0)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!atomic_load(&stream->taken))
        return CUDA_ERROR_INVALID_HANDLE;
    if (!context_valid(stream->ctx) || context_generation(stream->ctx) != stream->generation)
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    return CUDA_SUCCESS;
}

/* What a handle stands for. A default stream is the current context's, at priority 0. */
static CUresult look_up(CUstream stream, CUcontext *ctx, unsigned int *flags, int *priority)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (is_default(stream)) {
        *flags = CU_STREAM_DEFAULT;
        *priority = 0;
        return current_context(ctx);
    }
    CUresult result = check_created(stream);
    if (result != CUDA_SUCCESS)
        return result;
    *ctx = stream->ctx;
    *flags = stream->flags;
    *priority = stream->priority;
    return CUDA_SUCCESS;
}

CUresult stream_check(CUstream stream)
{
    CUcontext ctx;
    unsigned int flags;
    int priority;
    return look_up(stream, &ctx, &flags, &priority);
}

int stream_priority(CUstream stream)
{
    CUcontext ctx;
    unsigned int flags;
    int priority;
    return look_up(stream, &ctx, &flags, &priority) == CUDA_SUCCESS ? priority : 0;
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
    if (is_default(stream))
        return CUDA_ERROR_INVALID_HANDLE;
    CUresult result = check_created(stream);
    if (result == CUDA_SUCCESS)
        atomic_store(&stream->taken, false);
    return result;
}
DRIVER_FUNCTION(cuStreamDestroy, (CUstream stream), (stream), FAKE_NO_ARGUMENTS)
DRIVER_FUNCTION_AS(cuStreamDestroy_v2, body_cuStreamDestroy, (CUstream stream), (stream),
                   FAKE_NO_ARGUMENTS)

/*
 * Of the two forms of each query, _ptsz takes handle 0 for the thread's own default stream. Both
 * default streams answer alike.
 */
static CUresult body_cuStreamGetPriority(CUstream stream, int *priority)
{
    CUcontext ctx;
    unsigned int flags;
    int found;
    CUresult result = look_up(stream, &ctx, &flags, &found);
    if (result != CUDA_SUCCESS)
        return result;
    if (!priority)
        return CUDA_ERROR_INVALID_VALUE;
    *priority = found;
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuStreamGetPriority, (CUstream stream, int *priority), (stream, priority), "%s",
                FAKE_OUT(priority))
DRIVER_FUNCTION_AS(cuStreamGetPriority_ptsz, body_cuStreamGetPriority,
                   (CUstream stream, int *priority), (stream, priority), "%s", FAKE_OUT(priority))

static CUresult body_cuStreamGetFlags(CUstream stream, unsigned int *flags)
{
    CUcontext ctx;
    unsigned int found;
    int priority;
    CUresult result = look_up(stream, &ctx, &found, &priority);
    if (result != CUDA_SUCCESS)
        return result;
    if (!flags)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = found;
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuStreamGetFlags, (CUstream stream, unsigned int *flags), (stream, flags), "%s",
                FAKE_OUT(flags))
DRIVER_FUNCTION_AS(cuStreamGetFlags_ptsz, body_cuStreamGetFlags,
                   (CUstream stream, unsigned int *flags), (stream, flags), "%s", FAKE_OUT(flags))

/* For a green context's stream: what cuCtxFromGreenCtx gives (cuda.h 13.0). */
static CUresult body_cuStreamGetCtx(CUstream stream, CUcontext *ctx)
{
    CUcontext found;
    unsigned int flags;
    int priority;
    CUresult result = look_up(stream, &found, &flags, &priority);
    if (result != CUDA_SUCCESS)
        return result;
    if (!ctx)
        return CUDA_ERROR_INVALID_VALUE;
    *ctx = found;
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuStreamGetCtx, (CUstream stream, CUcontext *ctx), (stream, ctx), "%s",
                FAKE_OUT(ctx))
DRIVER_FUNCTION_AS(cuStreamGetCtx_ptsz, body_cuStreamGetCtx, (CUstream stream, CUcontext *ctx),
                   (stream, ctx), "%s", FAKE_OUT(ctx))

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
DRIVER_FUNCTION(cuStreamGetCtx_v2, (CUstream stream, CUcontext *ctx, CUgreenCtx *green),
                (stream, ctx, green), "%s", FAKE_OUT(ctx))
DRIVER_FUNCTION_AS(cuStreamGetCtx_v2_ptsz, body_cuStreamGetCtx_v2,
                   (CUstream stream, CUcontext *ctx, CUgreenCtx *green), (stream, ctx, green), "%s",
                   FAKE_OUT(ctx))
