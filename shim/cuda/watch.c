/* SPDX-License-Identifier: MIT */
/*
 * What became of a creation, for the report and the log: what the driver itself says of the stream
 * that it has made. Nothing here runs unless one of them is wanted.
 *
 * A creation is told once, as the program made it: a runtime's function and the driver's that it
 * calls are one. The innermost call of a driver looks at the stream, since its current context is
 * the stream's; the outermost tells.
 */
#include "../asked.h"
#include "../objects.h"
#include "../report.h"
#include "cuda.h"

#include <stdatomic.h>
#include <stddef.h>

/*
 * How each object came by each function: the object's start, the hook and the ways in a word. With
 * more than there is room for, what an object came by isn't known any more.
 */
enum { HANDED = 64, WAY_BITS = 4, HOOK_BITS = 8 };
_Static_assert(CUDA_HOOKS < 1 << HOOK_BITS, "a hook's number has its bits");
static _Atomic(uint64_t) handed[HANDED];

static uint64_t key_of(enum cuda_hook hook, const void *caller)
{
    enum { PAGE_BITS = 12 };

    return ((uint64_t)objects_at(caller).start >> PAGE_BITS << HOOK_BITS | hook) << WAY_BITS;
}

static void note_handed(enum cuda_hook hook, unsigned int way, const void *caller)
{
    const uint64_t key = key_of(hook, caller), ways = (1u << WAY_BITS) - 1;

    for (size_t i = 0; i < HANDED; i++) {
        uint64_t word = atomic_load(&handed[i]);
        while (word == 0 || (word & ~ways) == key) {
            if ((word & way) == way ||
                atomic_compare_exchange_weak(&handed[i], &word, key | way | word))
                return;
        }
    }
}

/* How the object that calls came by the function; if it got it from another, how any came by it. */
static unsigned int ways_of(enum cuda_hook hook, const void *caller)
{
    const uint64_t key = key_of(hook, caller), ways = (1u << WAY_BITS) - 1;
    unsigned int of_all = 0;

    for (size_t i = 0; i < HANDED; i++) {
        uint64_t word = atomic_load(&handed[i]);
        if (word && (word & ~ways) == key)
            return (unsigned int)(word & ways);
        if (word && (word >> WAY_BITS & ((1u << HOOK_BITS) - 1)) == hook)
            of_all |= (unsigned int)(word & ways);
    }
    return of_all ? of_all : WAY_DLSYM | WAY_ENTRY_POINT;
}

/* The watched calls of this thread, and what was seen inside them. */
static __thread struct {
    const void *outermost; /* its frame, for comparison only: it may have been left by a jump */
    const void *caller;    /* who makes the innermost call */
    const void *asker;     /* who makes the outermost, where that is a question for a function */
    struct seen {
        struct report_device device;
        bool given_known;
        int given;
    } seen;
} here;

#define FUNCTION(library, result, name, parameters)                                                \
    result(*name) parameters = (__typeof(name))cuda_function(library, #name)

static void look_at_device(const struct cuda_library *driver, struct report_device *device)
{
    FUNCTION(driver, CUresult, cuCtxGetDevice, (int *device));
    FUNCTION(driver, CUresult, cuCtxGetStreamPriorityRange, (int *least, int *greatest));

    device->known = cuCtxGetDevice && cuCtxGetDevice(&device->number) == CUDA_SUCCESS;
    device->range_known =
        cuCtxGetStreamPriorityRange &&
        cuCtxGetStreamPriorityRange(&device->least, &device->greatest) == CUDA_SUCCESS;
}

static void look_in_context(const struct cuda_library *driver, CUstream stream, struct seen *seen)
{
    FUNCTION(driver, CUresult, cuStreamGetPriority, (CUstream stream, int *priority));

    look_at_device(driver, &seen->device);
    seen->given_known =
        cuStreamGetPriority && cuStreamGetPriority(stream, &seen->given) == CUDA_SUCCESS;
}

static void look_in_green_context(const struct cuda_library *driver, CUgreenCtx green,
                                  CUstream stream, struct seen *seen)
{
    FUNCTION(driver, CUresult, cuCtxFromGreenCtx, (CUcontext * context, CUgreenCtx green));
    FUNCTION(driver, CUresult, cuCtxPushCurrent_v2, (CUcontext context));
    FUNCTION(driver, CUresult, cuCtxPopCurrent_v2, (CUcontext * context));
    CUcontext context = NULL;

    if (!cuCtxFromGreenCtx || !cuCtxPushCurrent_v2 || !cuCtxPopCurrent_v2 ||
        cuCtxFromGreenCtx(&context, green) != CUDA_SUCCESS ||
        cuCtxPushCurrent_v2(context) != CUDA_SUCCESS)
        return;
    look_in_context(driver, stream, seen);
    cuCtxPopCurrent_v2(&context);
}

/* A runtime whose driver's call was not seen. Its last error stays what it was. */
static void look_by_runtime(const struct cuda_library *runtime, cudaStream_t stream,
                            struct seen *seen)
{
    FUNCTION(runtime, cudaError_t, cudaPeekAtLastError, (void));
    FUNCTION(runtime, cudaError_t, cudaGetLastError, (void));
    FUNCTION(runtime, cudaError_t, cudaGetDevice, (int *device));
    FUNCTION(runtime, cudaError_t, cudaDeviceGetStreamPriorityRange, (int *least, int *greatest));
    FUNCTION(runtime, cudaError_t, cudaStreamGetPriority, (cudaStream_t stream, int *priority));

    if (!cudaPeekAtLastError || !cudaGetLastError || cudaPeekAtLastError() != CUDA_SUCCESS)
        return;
    seen->device.known = cudaGetDevice && cudaGetDevice(&seen->device.number) == CUDA_SUCCESS;
    seen->device.range_known = cudaDeviceGetStreamPriorityRange &&
                               cudaDeviceGetStreamPriorityRange(
                                   &seen->device.least, &seen->device.greatest) == CUDA_SUCCESS;
    seen->given_known =
        cudaStreamGetPriority && cudaStreamGetPriority(stream, &seen->given) == CUDA_SUCCESS;
    if (!seen->device.known || !seen->device.range_known || !seen->given_known)
        cudaGetLastError();
}

void cuda_watch_handed(enum cuda_hook hook, unsigned int way, const void *caller)
{
    if (!asked_watched())
        return;
    report_used();
    note_handed(hook, way, caller ? caller : here.caller);
    /* A runtime hands on what its driver has handed to it. */
    if (!caller && here.asker && here.asker != here.caller)
        note_handed(hook, way, here.asker);
}

void cuda_watch_begin(struct cuda_watch *watch, const struct cuda_asked *asks)
{
    watch->caller_before = here.caller;
    here.caller = watch->caller;
    /* The stack grows down: what is not below the outermost call's frame is not inside it. */
    watch->outermost = !here.outermost || (const void *)watch >= here.outermost;
    if (watch->outermost) {
        here.outermost = watch;
        here.asker = asks->makes ? NULL : watch->caller;
        here.seen = (struct seen){.given_known = false};
    }
}

static void tell(const struct cuda_watch *watch, const struct cuda_asked *asks, int result)
{
    const struct seen *seen = &here.seen;

    report_creation(&(struct report_creation){
        .function = cuda_names[watch->hook].text,
        .ways = watch->ways ? watch->ways : ways_of(watch->hook, watch->caller),
        .flags = asks->flags,
        .named = asks->named,
        .asked = asks->priority,
        .result = result,
        .device = seen->device,
        .given_known = seen->given_known,
        .given = seen->given,
    });
}

void cuda_watch_end(const struct cuda_watch *watch, const struct cuda_library *library,
                    const struct cuda_asked *asks, int result)
{
    bool of_driver = *cuda_rows[watch->hook].base;

    if (asks->stream && result == CUDA_SUCCESS) {
        if (asks->green)
            look_in_green_context(library, asks->green, *asks->stream, &here.seen);
        else if (of_driver)
            look_in_context(library, *asks->stream, &here.seen);
        else if (!here.seen.given_known)
            look_by_runtime(library, *asks->stream, &here.seen);
    }
    here.caller = watch->caller_before;
    if (!watch->outermost)
        return;
    here.outermost = NULL;
    if (asks->makes)
        tell(watch, asks, result);
    else
        report_used();
}

void cuda_watch_launch(const struct cuda_library *driver, bool at_level)
{
    struct report_device device = {.known = false};

    if (!ASKED_ATTENTION() || !asked_watched())
        return;
    look_at_device(driver, &device);
    report_launch(&device, at_level);
}
