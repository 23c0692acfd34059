/* SPDX-License-Identifier: MIT */
/* driver.h - what the files of the stand-in driver share. */
#ifndef FAKE_DRIVER_H
#define FAKE_DRIVER_H

#include <stdbool.h>

#include "controls.h"
#include "fake_cuda.h"
#include "record.h"

/*
 * Defines the exported function `name` and its inner twin (FAKE_CUDA_INNER) around one static body:
 * a forced failure skips the body, and every call is recorded once. No function of the driver calls
 * an exported one: the record shows the host's calls only.
 */
#define DRIVER_FUNCTION_AS(name, body, params, args, ...)                                          \
    static CUresult recorded_##name params                                                         \
    {                                                                                              \
        int code;                                                                                  \
        CUresult result = DRIVER_FORCED(#name, &code) ? (CUresult)code : body args;                \
        DRIVER_RECORD(#name, (int)result, __VA_ARGS__);                                            \
        return result;                                                                             \
    }                                                                                              \
    CUresult name params                                                                           \
    {                                                                                              \
        return recorded_##name args;                                                               \
    }                                                                                              \
    CUresult inner_##name params                                                                   \
    {                                                                                              \
        return recorded_##name args;                                                               \
    }

#define DRIVER_FUNCTION(name, params, args, ...)                                                   \
    DRIVER_FUNCTION_AS(name, body_##name, params, args, __VA_ARGS__)

/* Inside fake_cudart_alone this code is the runtime's own workings, no driver: neither shows. */
#ifdef FAKE_NO_DRIVER
#define DRIVER_FORCED(name, code) (*(code) = 0, false)
#define DRIVER_RECORD(name, result, ...) driver_no_record(__VA_ARGS__)
static inline void __attribute__((format(printf, 1, 2))) driver_no_record(const char *format, ...)
{
    (void)format;
}
#else
#define DRIVER_FORCED(name, code) fake_forced(name, code)
#define DRIVER_RECORD(name, result, ...) fake_record(name, result, __VA_ARGS__)
#endif

#define ENTRY(base, exported, since, per_thread) __typeof__(exported) inner_##exported;
#define FUTURE(base, exported) __typeof__(exported) inner_##exported;
#include "entries.def"
#undef ENTRY
#undef FUTURE

/* devices.c */
bool driver_initialised(void);
bool driver_has_device(CUdevice device);

/* contexts.c. The state of a context's memory: `generation` tells a slot's earlier lives apart. */
enum { MAX_CONTEXTS = 512 };
int context_slot(CUcontext ctx); /* below MAX_CONTEXTS */
void context_fail(CUcontext ctx, CUresult failure);
CUresult context_failure(CUcontext ctx); /* success: it hasn't failed */
bool context_valid(CUcontext ctx);
int context_device(CUcontext ctx);
unsigned int context_generation(CUcontext ctx);
CUcontext context_primary(CUdevice device);
CUresult context_retain_primary(CUdevice device, CUcontext *ctx);
CUresult context_release_primary(CUdevice device);
CUcontext context_new_green(CUdevice device); /* NULL: no room */
void context_drop_green(CUcontext ctx);
CUgreenCtx context_to_green(CUcontext ctx);     /* NULL: not one of a green context */
CUcontext context_from_green(CUgreenCtx green); /* NULL: no such green context */

/* current.c */
CUresult current_context(CUcontext *ctx); /* 3, 201, 709 or 719 where there is none to use */
CUresult current_push(CUcontext ctx);
void current_forget(CUcontext ctx); /* if it is the calling thread's current one */

/* streams.c */
CUresult stream_make(CUstream *stream, CUcontext ctx, unsigned int flags, int priority);
CUresult stream_make_current(CUstream *stream, unsigned int flags, int priority);
CUresult stream_check(CUstream handle);           /* success: work can be put on it */
int stream_priority(CUstream handle);             /* 0 where it is none, for the record */
int priority_on_device(int priority, int device); /* the nearest that it has */

/* procaddr.c */
CUresult entry_find(const char *symbol, void **function, int version, cuuint64_t flags,
                    CUdriverProcAddressQueryResult *status);

#endif
