/* SPDX-License-Identifier: MIT */
/*
 * work.c - events and waits. Nothing runs, so whatever was put on a stream is done at
 * once and no wait takes time.
 */
#include "compute.h"
#include "streams.h"

enum { MAX_EVENTS = 4096 };

/* The time between any two events: the same in each run, so that runs can be compared. */
static const float elapsed_milliseconds = 0.5F;

static struct CUevent_st {
    unsigned int flags;
    atomic_bool recorded;
} events[MAX_EVENTS];
static atomic_bool taken[MAX_EVENTS];

static int slot(CUevent event)
{
    return slot_of(event, events, sizeof events[0], taken, MAX_EVENTS);
}

static CUresult event_check(CUevent event)
{
    if (!driver_initialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    return slot(event) >= 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

static CUresult body_cuStreamSynchronize(CUstream stream)
{
    CUstream found;
    CUresult result = stream_find(stream, &found);
    return result == CUDA_SUCCESS ? capture_admit_wait(found, NULL) : result;
}
BOTH_FORMS_AS(cuStreamSynchronize, body_cuStreamSynchronize, (CUstream stream), (stream),
              (stream_ptsz(stream)), FAKE_NO_ARGUMENTS)

static CUresult body_cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags)
{
    CUresult result = stream_check(stream);
    if (result == CUDA_SUCCESS)
        result = event_check(event);
    return result == CUDA_SUCCESS && flags > 1 ? CUDA_ERROR_INVALID_VALUE : result;
}
DRIVER_FUNCTION(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned int flags),
                (stream, event, flags), " flags=%u", flags)

static CUresult body_cuCtxSynchronize(void)
{
    CUcontext ctx;
    CUresult result = current_context(&ctx);
    return result == CUDA_SUCCESS ? capture_admit_wait(NULL, ctx) : result;
}
DRIVER_FUNCTION(cuCtxSynchronize, (void), (), FAKE_NO_ARGUMENTS)

static CUresult body_cuEventCreate(CUevent *event, unsigned int flags)
{
    CUcontext ctx;
    CUresult result = current_context(&ctx);
    if (result != CUDA_SUCCESS)
        return result;
    const unsigned int known =
        CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS;
    if (!event || (flags & ~known))
        return CUDA_ERROR_INVALID_VALUE;
    int made = slot_claim(taken, MAX_EVENTS);
    if (made < 0)
        return CUDA_ERROR_OUT_OF_MEMORY;
    events[made].flags = flags;
    atomic_store(&events[made].recorded, false);
    *event = &events[made];
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuEventCreate, (CUevent * event, unsigned int flags), (event, flags), "%s flags=%u",
                FAKE_OUT(event), flags)

static CUresult body_cuEventDestroy(CUevent event)
{
    CUresult result = event_check(event);
    if (result == CUDA_SUCCESS)
        atomic_store(&taken[slot(event)], false);
    return result;
}
DRIVER_FUNCTION_AS(cuEventDestroy_v2, body_cuEventDestroy, (CUevent event), (event),
                   FAKE_NO_ARGUMENTS)

static CUresult body_cuEventRecord(CUevent event, CUstream stream)
{
    CUresult result = event_check(event);
    if (result == CUDA_SUCCESS)
        result = stream_check(stream);
    if (result == CUDA_SUCCESS)
        atomic_store(&event->recorded, true);
    return result;
}
DRIVER_FUNCTION(cuEventRecord, (CUevent event, CUstream stream), (event, stream), FAKE_NO_ARGUMENTS)

DRIVER_FUNCTION_AS(cuEventQuery, event_check, (CUevent event), (event), FAKE_NO_ARGUMENTS)
DRIVER_FUNCTION_AS(cuEventSynchronize, event_check, (CUevent event), (event), FAKE_NO_ARGUMENTS)

/* An event that was never recorded, or keeps no time, is an invalid handle here (cuda.h 13.0). */
static CUresult body_cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end)
{
    CUresult result = event_check(start);
    if (result == CUDA_SUCCESS)
        result = event_check(end);
    if (result != CUDA_SUCCESS)
        return result;
    if (!milliseconds)
        return CUDA_ERROR_INVALID_VALUE;
    if (!atomic_load(&start->recorded) || !atomic_load(&end->recorded) ||
        ((start->flags | end->flags) & CU_EVENT_DISABLE_TIMING))
        return CUDA_ERROR_INVALID_HANDLE;
    *milliseconds = start == end ? 0.0F : elapsed_milliseconds;
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuEventElapsedTime, (float *milliseconds, CUevent start, CUevent end),
                (milliseconds, start, end), "%s", FAKE_OUT(milliseconds))
