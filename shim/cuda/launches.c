/* SPDX-License-Identifier: MIT */
/*
 * Launches. A created stream has its priority, and what is launched there needs no more. The
 * default streams are made by no call that could be changed, so a launch there takes the level
 * itself, by the attribute that CUDA has for that since 11.8.
 */
#include "cuda.h"

#include <stddef.h>

typedef CUresult launch_ex(const CUlaunchConfig *, CUfunction, void **, void **);

enum { MOST_ATTRIBUTES = 32 }; /* of a launch; one with more goes out as it came */

static inline bool refuses_launches(const struct cuda_library *library)
{
    return atomic_load_explicit(&library->refuses_launches, memory_order_relaxed);
}

static inline bool is_default(CUstream stream)
{
    return (uintptr_t)stream <= (uintptr_t)CU_STREAM_PER_THREAD;
}

/*
 * A launch that is captured becomes a node of a graph, with the stream's priority (cuda.h, at
 * CU_LAUNCH_ATTRIBUTE_PRIORITY): that is the program's. The legacy stream can't be captured, and
 * must not be asked while others are (cuStreamIsCapturing in the driver API manual).
 */
static inline bool may_be_capturing(const struct cuda_library *library, CUstream stream,
                                    bool per_thread)
{
    CUresult (*is_capturing)(CUstream, CUstreamCaptureStatus *) =
        CUDA_OWN(library, cuStreamIsCapturing);
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;

    if (!stream)
        stream = per_thread ? CU_STREAM_PER_THREAD : CU_STREAM_LEGACY;
    if (stream == CU_STREAM_LEGACY)
        return false;
    return !is_capturing || is_capturing(stream, &status) != CUDA_SUCCESS ||
           status != CU_STREAM_CAPTURE_STATUS_NONE;
}

/* Whether the launch is to take the level, and which that is; `ex` is what it would be made by. */
static inline bool level_for(const struct cuda_library *library, launch_ex *ex, CUstream stream,
                             bool per_thread, int *level)
{
    return ex && !may_be_capturing(library, stream, per_thread) && cuda_level_here(library, level);
}

/* Other errors than a refusal may tell of work that was begun, or of an earlier launch's. */
static inline bool is_refusal(CUresult result)
{
    return result == CUDA_ERROR_INVALID_VALUE || result == CUDA_ERROR_NOT_SUPPORTED;
}

/* After a launch, at the level or as it came. */
static inline CUresult launched(const struct cuda_library *library, CUstream stream, bool at_level,
                                CUresult result)
{
    if (ASKED_ATTENTION() && result == CUDA_SUCCESS && is_default(stream))
        cuda_watch_launch(library, at_level);
    return result;
}

/*
 * After the program's own launch: if only that is taken, the driver has refused the attribute,
 * which it gets no more from us.
 */
static CUresult as_it_came(struct cuda_library *library, bool refused, CUstream stream,
                           CUresult result)
{
    if (refused && result == CUDA_SUCCESS)
        atomic_store_explicit(&library->refuses_launches, true, memory_order_relaxed);
    return launched(library, stream, false, result);
}

/*
 * A launch without attributes, but for what its function's name says: its configuration, with the
 * level's attribute at the end, which is to be filled in; and how it is made as it came.
 */
struct plain {
    CUlaunchConfig config;
    CUfunction f;
    void **params, **extra;
    CUresult (*own)(const struct cuda_library *library, const struct plain *plain);
    const CUlaunchConfig *its_own; /* of cuLaunchKernelEx */
    CUlaunchAttribute attributes[2];
};

/* The program's attributes, with the level in the place of each priority, or behind them. */
static unsigned int with_level(CUlaunchAttribute *out, const CUlaunchConfig *config, int level)
{
    unsigned int count = config->numAttrs;
    bool replaced = false;

    for (unsigned int i = 0; i < count; i++) {
        out[i] = config->attrs[i];
        if (out[i].id == CU_LAUNCH_ATTRIBUTE_PRIORITY) {
            out[i].value.priority = level;
            replaced = true;
        }
    }
    if (replaced)
        return count;
    out[count] = (CUlaunchAttribute){.id = CU_LAUNCH_ATTRIBUTE_PRIORITY, .value.priority = level};
    return count + 1;
}

static bool names_priority(const CUlaunchConfig *config)
{
    for (unsigned int i = 0; i < config->numAttrs; i++) {
        if (config->attrs[i].id == CU_LAUNCH_ATTRIBUTE_PRIORITY)
            return true;
    }
    return false;
}

#define PARAMETERS                                                                                 \
    struct cuda_library *library, CUfunction f, unsigned int gridDimX, unsigned int gridDimY,      \
        unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY,                     \
        unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams
#define PLAIN(its_extra, count, its_own)                                                           \
    plain.config.gridDimX = gridDimX, plain.config.gridDimY = gridDimY,                            \
    plain.config.gridDimZ = gridDimZ, plain.config.blockDimX = blockDimX,                          \
    plain.config.blockDimY = blockDimY, plain.config.blockDimZ = blockDimZ,                        \
    plain.config.sharedMemBytes = sharedMemBytes, plain.config.hStream = hStream,                  \
    plain.config.numAttrs = count, plain.config.attrs = &plain.attributes[2 - count], plain.f = f, \
    plain.params = kernelParams, plain.extra = its_extra, plain.own = its_own
#define AS_IT_CAME(c)                                                                              \
    (c)->f, (c)->config.gridDimX, (c)->config.gridDimY, (c)->config.gridDimZ,                      \
        (c)->config.blockDimX, (c)->config.blockDimY, (c)->config.blockDimZ,                       \
        (c)->config.sharedMemBytes, (c)->config.hStream, (c)->params

/* Each function in its two forms, which differ in what stream 0 is. */
#define LAUNCHES(form, is_per_thread)                                                              \
    static __attribute__((noinline))                                                               \
    CUresult launch_plain##form(struct cuda_library *library, struct plain *plain)                 \
    {                                                                                              \
        CUlaunchAttribute *attribute = &plain->attributes[1];                                      \
        CUstream stream = plain->config.hStream;                                                   \
        bool refused = false;                                                                      \
                                                                                                   \
        if (!refuses_launches(library) &&                                                          \
            level_for(library, CUDA_OWN(library, cuLaunchKernelEx##form), stream, is_per_thread,   \
                      &attribute->value.priority)) {                                               \
            attribute->id = CU_LAUNCH_ATTRIBUTE_PRIORITY;                                          \
            CUresult result = CUDA_OWN(library, cuLaunchKernelEx##form)(                           \
                &plain->config, plain->f, plain->params, plain->extra);                            \
            refused = is_refusal(result);                                                          \
            if (!refused)                                                                          \
                return launched(library, plain->config.hStream, true, result);                     \
        }                                                                                          \
        return as_it_came(library, refused, plain->config.hStream, plain->own(library, plain));    \
    }                                                                                              \
                                                                                                   \
    static CUresult own_kernel##form(const struct cuda_library *library, const struct plain *c)    \
    {                                                                                              \
        return CUDA_REAL(library, cuLaunchKernel##form)(AS_IT_CAME(c), c->extra);                  \
    }                                                                                              \
                                                                                                   \
    CUDA_BODY CUresult cuLaunchKernel##form##_body(PARAMETERS, void **extra)                       \
    {                                                                                              \
        struct plain plain;                                                                        \
                                                                                                   \
        PLAIN(extra, 1, own_kernel##form);                                                         \
        return is_default(hStream) ? launch_plain##form(library, &plain)                           \
                                   : own_kernel##form(library, &plain);                            \
    }                                                                                              \
                                                                                                   \
    static CUresult own_cooperative##form(const struct cuda_library *library,                      \
                                          const struct plain *c)                                   \
    {                                                                                              \
        return CUDA_REAL(library, cuLaunchCooperativeKernel##form)(AS_IT_CAME(c));                 \
    }                                                                                              \
                                                                                                   \
    CUDA_BODY CUresult cuLaunchCooperativeKernel##form##_body(PARAMETERS)                          \
    {                                                                                              \
        struct plain plain;                                                                        \
                                                                                                   \
        PLAIN(NULL, 2, own_cooperative##form);                                                     \
        plain.attributes[0].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;                                  \
        plain.attributes[0].value.cooperative = 1;                                                 \
        return is_default(hStream) ? launch_plain##form(library, &plain)                           \
                                   : own_cooperative##form(library, &plain);                       \
    }                                                                                              \
                                                                                                   \
    static CUresult own_ex##form(const struct cuda_library *library, const struct plain *c)        \
    {                                                                                              \
        return CUDA_REAL(library, cuLaunchKernelEx##form)(c->its_own, c->f, c->params, c->extra);  \
    }                                                                                              \
                                                                                                   \
    static __attribute__((noinline))                                                               \
    CUresult launch_plain_by_ex##form(struct cuda_library *library, const CUlaunchConfig *config,  \
                                      CUfunction f, void **params, void **extra)                   \
    {                                                                                              \
        struct plain plain;                                                                        \
                                                                                                   \
        __builtin_memcpy(&plain.config, config, offsetof(CUlaunchConfig, attrs));                  \
        plain.config.numAttrs = 1;                                                                 \
        plain.config.attrs = &plain.attributes[1];                                                 \
        plain.f = f, plain.params = params, plain.extra = extra, plain.own = own_ex##form;         \
        plain.its_own = config;                                                                    \
        return launch_plain##form(library, &plain);                                                \
    }                                                                                              \
                                                                                                   \
    /* What is no good launch goes out as it came. */                                              \
    static __attribute__((noinline)) CUresult launch_with_attributes##form(                        \
        struct cuda_library *library, const CUlaunchConfig *config, CUfunction f, void **params,   \
        void **extra)                                                                              \
    {                                                                                              \
        launch_ex *ex = CUDA_REAL(library, cuLaunchKernelEx##form);                                \
        bool refused = false;                                                                      \
        int level;                                                                                 \
                                                                                                   \
        if (!config->attrs)                                                                        \
            return ex(config, f, params, extra);                                                   \
        bool named = names_priority(config);                                                       \
        if ((named ? cuda_level_applies(true)                                                      \
                   : is_default(config->hStream) && !refuses_launches(library)) &&                 \
            config->numAttrs <= MOST_ATTRIBUTES &&                                                 \
            level_for(library, ex, config->hStream, is_per_thread, &level)) {                      \
            CUlaunchAttribute attributes[MOST_ATTRIBUTES + 1];                                     \
            CUlaunchConfig changed = *config;                                                      \
            changed.numAttrs = with_level(attributes, config, level);                              \
            changed.attrs = attributes;                                                            \
            CUresult result = ex(&changed, f, params, extra);                                      \
            refused = is_refusal(result);                                                          \
            if (!refused)                                                                          \
                return launched(library, config->hStream, true, result);                           \
        }                                                                                          \
        return as_it_came(library, refused && !named, config->hStream,                             \
                          ex(config, f, params, extra));                                           \
    }                                                                                              \
                                                                                                   \
    CUDA_BODY CUresult cuLaunchKernelEx##form##_body(struct cuda_library *library,                 \
                                                     const CUlaunchConfig *config, CUfunction f,   \
                                                     void **kernelParams, void **extra)            \
    {                                                                                              \
        if (config && config->numAttrs)                                                            \
            return launch_with_attributes##form(library, config, f, kernelParams, extra);          \
        if (config && is_default(config->hStream))                                                 \
            return launch_plain_by_ex##form(library, config, f, kernelParams, extra);              \
        return CUDA_REAL(library, cuLaunchKernelEx##form)(config, f, kernelParams, extra);         \
    }

LAUNCHES(, false)
LAUNCHES(_ptsz, true)

#define CUDA_ENTRIES_launches(...) CUDA_ENTRIES(__VA_ARGS__)
#include "entries.h"
