/* SPDX-License-Identifier: MIT */
/*
 * The creation of streams.
 *
 * The level is applied in one place: in the innermost call that can tell the range. That is the
 * driver's, whose current context is by then the one that the stream is made in; a runtime may make
 * it current only inside its own call. So a runtime's function tells what the program asked for,
 * and lets its driver's call decide; it decides itself only where no driver's call is known to
 * follow.
 */
#include "cuda.h"

#include <stddef.h>

/* What this thread's creation has come to; a call inside another one finds it here. */
enum progress {
    NOTHING_YET,
    ASKED_UNNAMED, /* the runtime was asked for a stream, without a priority */
    ASKED_NAMED,   /* the runtime was asked for a stream of a certain priority */
    DECIDED,       /* whatever follows goes through as it comes */
};
static __thread enum progress progress;

/* The driver. */

/* The level in a green context, which need not be current: it is, for the time of the question. */
static bool level_in_green_context(const struct cuda_library *driver, CUgreenCtx green,
                                   int *priority)
{
    __typeof(driver->own.cuCtxFromGreenCtx) from_green = CUDA_COMPANION(driver, cuCtxFromGreenCtx);
    CUcontext context = NULL;

    return from_green && from_green(&context, green) == CUDA_SUCCESS &&
           cuda_level_in(driver, context, priority);
}

/* Whether the driver's call at hand is the one to decide, after what came `before` it. */
static inline bool driver_decides(enum progress before, bool named)
{
    if (before != NOTHING_YET)
        named = before == ASKED_NAMED;
    return before != DECIDED && cuda_level_applies(named);
}

/*
 * A stream at the level, if that is decided here; false: none was made. The thread is marked for
 * the time of the call: what a driver calls in its turn was decided here.
 */
static CUDA_BODY bool create_in_context(struct cuda_library *driver, enum progress before,
                                        bool named, CUstream *phStream, unsigned int flags)
{
    CUstream stream = NULL;
    int level;

    if (!phStream || !driver_decides(before, named) || !cuda_level_here(driver, &level))
        return false;
    CUresult (*create)(CUstream *, unsigned int, int) =
        CUDA_REAL(driver, cuStreamCreateWithPriority);
    if (!create)
        create = CUDA_COMPANION(driver, cuStreamCreateWithPriority);
    if (!create)
        return false;
    progress = DECIDED;
    CUresult result = create(&stream, flags, level);
    progress = before;
    if (result != CUDA_SUCCESS)
        return false;
    *phStream = stream;
    return true;
}

static __attribute__((noinline)) bool create_inside(struct cuda_library *driver, bool named,
                                                    CUstream *phStream, unsigned int flags)
{
    return create_in_context(driver, progress, named, phStream, flags);
}

/* Most calls are inside no other, which the compiler is told. */
static CUDA_BODY bool create_at_level(struct cuda_library *driver, bool named, CUstream *phStream,
                                      unsigned int flags)
{
    return __builtin_expect(progress == NOTHING_YET, 1)
               ? create_in_context(driver, NOTHING_YET, named, phStream, flags)
               : create_inside(driver, named, phStream, flags);
}

/*
 * Where the level's call fails, the program's own call is made after all: its result is then what
 * the program would have seen without us.
 */
CUDA_BODY CUresult cuStreamCreate_body(struct cuda_library *library, CUstream *phStream,
                                       unsigned int Flags)
{
    return create_at_level(library, false, phStream, Flags)
               ? CUDA_SUCCESS
               : CUDA_REAL(library, cuStreamCreate)(phStream, Flags);
}

CUDA_BODY CUresult cuStreamCreateWithPriority_body(struct cuda_library *library, CUstream *phStream,
                                                   unsigned int flags, int priority)
{
    return create_at_level(library, true, phStream, flags)
               ? CUDA_SUCCESS
               : CUDA_REAL(library, cuStreamCreateWithPriority)(phStream, flags, priority);
}

CUresult cuGreenCtxStreamCreate_body(struct cuda_library *library, CUstream *phStream,
                                     CUgreenCtx greenCtx, unsigned int flags, int priority)
{
    CUresult result = CUDA_ERROR_NOT_FOUND;
    CUstream stream = NULL;
    int level;

    enum progress before = progress;

    if (phStream && driver_decides(before, true) &&
        level_in_green_context(library, greenCtx, &level)) {
        progress = DECIDED;
        result = CUDA_REAL(library, cuGreenCtxStreamCreate)(&stream, greenCtx, flags, level);
        progress = before;
    }
    if (result != CUDA_SUCCESS)
        return CUDA_REAL(library, cuGreenCtxStreamCreate)(phStream, greenCtx, flags, priority);
    *phStream = stream;
    return CUDA_SUCCESS;
}

/* The runtime. */

/*
 * The native priority that the level has on the current device, by the runtime's own word, or
 * false. If the stream is for an execution context, that must be of the same device. Nothing is
 * asked while an error is pending, and an error of ours is taken back: cudaGetLastError must say
 * what it would have said.
 */
static bool level_by_runtime(const struct cuda_library *runtime, const cudaExecutionContext_t *ctx,
                             int *priority)
{
    int device = 0, current = 0, least = 0, greatest = 0;
    cudaError_t result = CUDA_SUCCESS;

    if (!CUDA_OWN(runtime, cudaDeviceGetStreamPriorityRange) ||
        !CUDA_OWN(runtime, cudaPeekAtLastError) || !CUDA_OWN(runtime, cudaGetLastError) ||
        CUDA_OWN(runtime, cudaPeekAtLastError)() != CUDA_SUCCESS)
        return false;
    if (ctx) {
        if (!CUDA_OWN(runtime, cudaExecutionCtxGetDevice) || !CUDA_OWN(runtime, cudaGetDevice))
            return false;
        result = CUDA_OWN(runtime, cudaExecutionCtxGetDevice)(&device, *ctx);
        if (result == CUDA_SUCCESS)
            result = CUDA_OWN(runtime, cudaGetDevice)(&current);
    }
    if (result == CUDA_SUCCESS && device == current)
        result = CUDA_OWN(runtime, cudaDeviceGetStreamPriorityRange)(&least, &greatest);
    if (result != CUDA_SUCCESS) {
        CUDA_OWN(runtime, cudaGetLastError)();
        return false;
    }
    return priority_native(asked()->priority, least, greatest, priority);
}

/*
 * Whether the runtime's call at hand is the one to decide, with what; marks the thread either way.
 * A runtime that got its driver's functions from us leaves the decision to them. That is not known
 * before it has loaded its driver, which the question for the range makes it do. Nor is it known by
 * which door a stream of an execution context goes (CUDA 13.1), so that is decided here.
 */
static bool runtime_decides(const struct cuda_library *runtime, bool named,
                            const cudaExecutionContext_t *ctx, int *priority)
{
    if (progress != NOTHING_YET)
        return false;
    progress = DECIDED;
    if (!cuda_level_applies(named))
        return false;
    if ((ctx || !cuda_is_user(runtime)) && level_by_runtime(runtime, ctx, priority) &&
        (ctx || !cuda_is_user(runtime)))
        return true;
    progress = named ? ASKED_NAMED : ASKED_UNNAMED;
    return false;
}

/* The stream at the level, where that is decided here; else an error that says: not made. */
static cudaError_t create_by_runtime(const struct cuda_library *runtime, bool named,
                                     cudaStream_t *pStream, unsigned int flags)
{
    cudaError_t (*create)(cudaStream_t *, unsigned int, int) =
        CUDA_REAL(runtime, cudaStreamCreateWithPriority);
    cudaStream_t stream = NULL;
    int priority;

    if (!create)
        create = CUDA_OWN(runtime, cudaStreamCreateWithPriority);
    if (!pStream || !create || !runtime_decides(runtime, named, NULL, &priority))
        return CUDA_ERROR_NOT_FOUND;
    cudaError_t result = create(&stream, flags, priority);
    if (result == CUDA_SUCCESS)
        *pStream = stream;
    else
        CUDA_OWN(runtime, cudaGetLastError)(); /* none was pending when this was decided */
    return result;
}

cudaError_t cudaStreamCreate_body(struct cuda_library *library, cudaStream_t *pStream)
{
    enum progress before = progress;
    cudaError_t result = create_by_runtime(library, false, pStream, 0);

    if (result != CUDA_SUCCESS)
        result = CUDA_REAL(library, cudaStreamCreate)(pStream);
    progress = before;
    return result;
}

cudaError_t cudaStreamCreateWithFlags_body(struct cuda_library *library, cudaStream_t *pStream,
                                           unsigned int flags)
{
    enum progress before = progress;
    cudaError_t result = create_by_runtime(library, false, pStream, flags);

    if (result != CUDA_SUCCESS)
        result = CUDA_REAL(library, cudaStreamCreateWithFlags)(pStream, flags);
    progress = before;
    return result;
}

cudaError_t cudaStreamCreateWithPriority_body(struct cuda_library *library, cudaStream_t *pStream,
                                              unsigned int flags, int priority)
{
    enum progress before = progress;
    cudaError_t result = create_by_runtime(library, true, pStream, flags);

    if (result != CUDA_SUCCESS)
        result = CUDA_REAL(library, cudaStreamCreateWithPriority)(pStream, flags, priority);
    progress = before;
    return result;
}

cudaError_t cudaExecutionCtxStreamCreate_body(struct cuda_library *library, cudaStream_t *phStream,
                                              cudaExecutionContext_t ctx, unsigned int flags,
                                              int priority)
{
    enum progress before = progress;
    cudaError_t result = CUDA_ERROR_NOT_FOUND;
    cudaStream_t stream = NULL;
    int level;

    if (phStream && runtime_decides(library, true, &ctx, &level)) {
        result = CUDA_REAL(library, cudaExecutionCtxStreamCreate)(&stream, ctx, flags, level);
        if (result == CUDA_SUCCESS)
            *phStream = stream;
        else
            CUDA_OWN(library, cudaGetLastError)();
    }
    if (result != CUDA_SUCCESS)
        result = CUDA_REAL(library, cudaExecutionCtxStreamCreate)(phStream, ctx, flags, priority);
    progress = before;
    return result;
}

#define CUDA_ENTRIES_streams(...) CUDA_ENTRIES(__VA_ARGS__)
#include "entries.h"
