/* SPDX-License-Identifier: MIT */
/*
 * capture.c - streams captured into graphs (cuda.h 13.0, at cuStreamBeginCapture and the functions
 * after it).
 *
 * What isn't allowed during a capture invalidates it: waiting for its stream, and, while a stream
 * that isn't non-blocking is captured, putting work on the legacy stream of its context.
 */
#include <pthread.h>

#include "compute.h"
#include "streams.h"

enum { MAX_CAPTURES = 64 };

static struct capture {
    CUgraph graph;
    CUcontext ctx;
    bool blocking;
    CUstreamCaptureMode mode;
    pthread_t thread;
    cuuint64_t id;
    atomic_bool invalid;
} captures[MAX_CAPTURES];
static atomic_bool taken[MAX_CAPTURES];
static atomic_int going_on; /* so that a launch has nothing to search while there is none */

/* Invalidates the captures in a context, all or the blocking ones; false: there is none. */
static bool invalidate(CUcontext ctx, bool blocking_only)
{
    bool any = false;
    for (int i = 0; atomic_load(&going_on) > 0 && i < MAX_CAPTURES; i++) {
        if (!atomic_load(&taken[i]) || captures[i].ctx != ctx ||
            (blocking_only && !captures[i].blocking))
            continue;
        atomic_store(&captures[i].invalid, true);
        any = true;
    }
    return any;
}

CUresult capture_admit(CUstream found, CUgraph *graph)
{
    struct capture *capture = found->capture;
    *graph = NULL;
    if (stream_is_legacy(found) && invalidate(found->ctx, true))
        return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    if (!capture)
        return CUDA_SUCCESS;
    if (atomic_load(&capture->invalid))
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    *graph = capture->graph;
    return CUDA_SUCCESS;
}

CUresult capture_admit_wait(CUstream found, CUcontext ctx)
{
    if (!found)
        return invalidate(ctx, false) ? CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED : CUDA_SUCCESS;
    if (stream_is_legacy(found) && invalidate(found->ctx, true))
        return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    if (!found->capture)
        return CUDA_SUCCESS;
    atomic_store(&found->capture->invalid, true);
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

/* The stream is captured no longer; gives the graph, which is the caller's now. */
static CUgraph finish(CUstream found)
{
    struct capture *capture = found->capture;
    CUgraph graph = capture->graph;
    found->capture = NULL;
    atomic_store(&taken[capture - captures], false);
    atomic_fetch_sub(&going_on, 1);
    return graph;
}

void capture_drop(CUstream found)
{
    if (found->capture)
        graph_drop(finish(found));
}

static CUresult body_cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode)
{
    static atomic_ullong captures_begun;
    CUstream found;
    CUgraph graph;
    CUresult result = stream_find(stream, &found);
    if (result != CUDA_SUCCESS)
        return result;
    if ((unsigned int)mode > CU_STREAM_CAPTURE_MODE_RELAXED)
        return CUDA_ERROR_INVALID_VALUE;
    if (stream_is_legacy(found))
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (found->capture)
        return CUDA_ERROR_ILLEGAL_STATE;
    result = graph_new(&graph);
    if (result != CUDA_SUCCESS)
        return result;
    int slot = slot_claim(taken, MAX_CAPTURES);
    if (slot < 0) {
        graph_drop(graph);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    struct capture *capture = &captures[slot];
    capture->graph = graph;
    capture->ctx = found->ctx;
    capture->blocking = !(found->flags & CU_STREAM_NON_BLOCKING);
    capture->mode = mode;
    capture->thread = pthread_self();
    capture->id = atomic_fetch_add(&captures_begun, 1) + 1;
    atomic_store(&capture->invalid, false);
    found->capture = capture;
    atomic_fetch_add(&going_on, 1);
    return CUDA_SUCCESS;
}
BOTH_FORMS_AS(cuStreamBeginCapture_v2, body_cuStreamBeginCapture,
              (CUstream stream, CUstreamCaptureMode mode), (stream, mode),
              (stream_ptsz(stream), mode), " stream=%s mode=%d", STREAM_SHOWN(stream), (int)mode)

/* A capture that has become invalid ends too, and gives no graph. */
static CUresult body_cuStreamEndCapture(CUstream stream, CUgraph *graph)
{
    CUstream found;
    CUresult result = stream_find(stream, &found);
    if (result != CUDA_SUCCESS)
        return result;
    if (!graph)
        return CUDA_ERROR_INVALID_VALUE;
    struct capture *capture = found->capture;
    if (!capture)
        return CUDA_ERROR_ILLEGAL_STATE;
    if (capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED &&
        !pthread_equal(capture->thread, pthread_self()))
        return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
    bool invalid = atomic_load(&capture->invalid);
    *graph = finish(found);
    if (!invalid)
        return CUDA_SUCCESS;
    graph_drop(*graph);
    *graph = NULL;
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
}
BOTH_FORMS_AS(cuStreamEndCapture, body_cuStreamEndCapture, (CUstream stream, CUgraph *graph),
              (stream, graph), (stream_ptsz(stream), graph), "%s stream=%s", FAKE_OUT(graph),
              STREAM_SHOWN(stream))

static CUstreamCaptureStatus status_of(const struct capture *capture)
{
    if (!capture)
        return CU_STREAM_CAPTURE_STATUS_NONE;
    return atomic_load(&capture->invalid) ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                                          : CU_STREAM_CAPTURE_STATUS_ACTIVE;
}

static bool blocking_capture_in(CUcontext ctx)
{
    for (int i = 0; atomic_load(&going_on) > 0 && i < MAX_CAPTURES; i++) {
        if (atomic_load(&taken[i]) && captures[i].ctx == ctx && captures[i].blocking)
            return true;
    }
    return false;
}

/* Asking about the legacy stream is an error at such a time, but invalidates nothing. */
static CUresult body_cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status,
                                            cuuint64_t *id, CUgraph *graph,
                                            const CUgraphNode **dependencies, size_t *count)
{
    CUstream found;
    CUresult result = stream_find(stream, &found);
    if (result != CUDA_SUCCESS)
        return result;
    if (!status)
        return CUDA_ERROR_INVALID_VALUE;
    if (stream_is_legacy(found) && blocking_capture_in(found->ctx))
        return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    *status = status_of(found->capture);
    if (*status != CU_STREAM_CAPTURE_STATUS_ACTIVE)
        return CUDA_SUCCESS;
    if (id)
        *id = found->capture->id;
    if (graph)
        *graph = found->capture->graph;
    graph_last_node(found->capture->graph, dependencies, count);
    return CUDA_SUCCESS;
}
BOTH_FORMS_AS(cuStreamGetCaptureInfo_v2, body_cuStreamGetCaptureInfo,
              (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
               const CUgraphNode **dependencies, size_t *count),
              (stream, status, id, graph, dependencies, count),
              (stream_ptsz(stream), status, id, graph, dependencies, count), "%s stream=%s",
              FAKE_OUT(status), STREAM_SHOWN(stream))

/* No edge has data here. */
static CUresult body_cuStreamGetCaptureInfo_v3(CUstream stream, CUstreamCaptureStatus *status,
                                               cuuint64_t *id, CUgraph *graph,
                                               const CUgraphNode **dependencies,
                                               const CUgraphEdgeData **edges, size_t *count)
{
    if (edges && !dependencies)
        return CUDA_ERROR_INVALID_VALUE;
    if (edges)
        *edges = NULL;
    return body_cuStreamGetCaptureInfo(stream, status, id, graph, dependencies, count);
}
BOTH_FORMS_AS(cuStreamGetCaptureInfo_v3, body_cuStreamGetCaptureInfo_v3,
              (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
               const CUgraphNode **dependencies, const CUgraphEdgeData **edges, size_t *count),
              (stream, status, id, graph, dependencies, edges, count),
              (stream_ptsz(stream), status, id, graph, dependencies, edges, count), "%s stream=%s",
              FAKE_OUT(status), STREAM_SHOWN(stream))

static CUresult body_cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status)
{
    return body_cuStreamGetCaptureInfo(stream, status, NULL, NULL, NULL, NULL);
}
BOTH_FORMS_AS(cuStreamIsCapturing, body_cuStreamIsCapturing,
              (CUstream stream, CUstreamCaptureStatus *status), (stream, status),
              (stream_ptsz(stream), status), "%s stream=%s", FAKE_OUT(status), STREAM_SHOWN(stream))
