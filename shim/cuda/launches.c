/* SPDX-License-Identifier: MIT */
/*
 * Launches. A created stream has its priority, and what is launched there needs no more. The
 * default streams are made by no call that could be changed, so a launch there takes the level
 * itself, by the attribute that CUDA has for that since 11.8.
 */
#include "../asked.h"
#include "cuda.h"

#include <stddef.h>

typedef CUresult launch_ex(const CUlaunchConfig *, CUfunction, void **, void **);

enum { MOST_ATTRIBUTES = 32 }; /* of a launch; one with more goes out as it came */

/* A launch that is to take the level, and what came of it. */
struct launch {
    struct cuda_library *library;
    bool named;      /* a priority, by the program */
    launch_ex *ex;   /* cuLaunchKernelEx in the form that the program's function has */
    bool per_thread; /* that form: stream 0 is the thread's */
    bool refused;    /* with the level, by the driver */
    CUresult result;
};

static bool is_default(CUstream stream)
{
    return (uintptr_t)stream <= (uintptr_t)CU_STREAM_PER_THREAD;
}

/*
 * A launch that is captured becomes a node of a graph, with the stream's priority (cuda.h, at
 * CU_LAUNCH_ATTRIBUTE_PRIORITY): that is the program's. The legacy stream can't be captured, and
 * must not be asked while others are (cuStreamIsCapturing in the driver API manual).
 */
static bool may_be_capturing(const struct launch *launch, CUstream stream)
{
    __typeof(launch->library->own.cuStreamIsCapturing) is_capturing;
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;

    if (!stream)
        stream = launch->per_thread ? CU_STREAM_PER_THREAD : CU_STREAM_LEGACY;
    if (stream == CU_STREAM_LEGACY)
        return false;
    is_capturing = launch->library->own.cuStreamIsCapturing;
    return !is_capturing || is_capturing(stream, &status) != CUDA_SUCCESS ||
           status != CU_STREAM_CAPTURE_STATUS_NONE;
}

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

/*
 * Launches with the level; false: the program's own launch is to be made, and was not yet. Other
 * errors than a refusal may tell of work that was begun, or of an earlier launch's.
 */
static bool launch_at_level(struct launch *launch, const CUlaunchConfig *config, CUfunction f,
                            void **params, void **extra)
{
    CUlaunchAttribute attributes[MOST_ATTRIBUTES + 1];
    CUlaunchConfig changed = *config;
    int level;

    if (!launch->ex || config->numAttrs > MOST_ATTRIBUTES ||
        (launch->library->refuses_launches && !launch->named) ||
        may_be_capturing(launch, config->hStream) || !cuda_level_here(launch->library, &level))
        return false;
    changed.numAttrs = with_level(attributes, config, level);
    changed.attrs = attributes;
    launch->result = launch->ex(&changed, f, params, extra);
    launch->refused =
        launch->result == CUDA_ERROR_INVALID_VALUE || launch->result == CUDA_ERROR_NOT_SUPPORTED;
    if (launch->result == CUDA_SUCCESS && is_default(config->hStream))
        cuda_watch_launch(launch->library, true);
    return !launch->refused;
}

/*
 * After the program's own launch: if only that is taken, the driver has refused the attribute,
 * which it gets no more from us.
 */
static CUresult launched(const struct launch *launch, CUstream stream, CUresult result)
{
    if (launch->refused && !launch->named && result == CUDA_SUCCESS)
        launch->library->refuses_launches = true;
    if (result == CUDA_SUCCESS && is_default(stream))
        cuda_watch_launch(launch->library, false);
    return result;
}

static bool names_priority(const CUlaunchConfig *config)
{
    for (unsigned int i = 0; config && config->attrs && i < config->numAttrs; i++) {
        if (config->attrs[i].id == CU_LAUNCH_ATTRIBUTE_PRIORITY)
            return true;
    }
    return false;
}

/* What is no good launch goes out as it came. */
static bool takes_level(const struct launch *launch, const CUlaunchConfig *config)
{
    if (!config || (config->numAttrs && !config->attrs))
        return false;
    return launch->named ? cuda_level_applies(true) : is_default(config->hStream);
}

#define CONFIG(...)                                                                                \
    {                                                                                              \
        gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream,    \
            __VA_ARGS__                                                                            \
    }

#define PARAMETERS                                                                                 \
    struct cuda_library *library, CUfunction f, unsigned int gridDimX, unsigned int gridDimY,      \
        unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY,                     \
        unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams
#define ARGUMENTS                                                                                  \
    f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream,     \
        kernelParams

/* Each function in its two forms, which differ in what stream 0 is. */
#define LAUNCHES(form, is_per_thread)                                                              \
    CUresult cuLaunchKernel##form##_body(PARAMETERS, void **extra)                                 \
    {                                                                                              \
        if (!is_default(hStream))                                                                  \
            return CUDA_REAL(library, cuLaunchKernel##form)(ARGUMENTS, extra);                     \
        struct launch launch = {.library = library,                                                \
                                .ex = library->own.cuLaunchKernelEx##form,                         \
                                .per_thread = is_per_thread};                                      \
        const CUlaunchConfig config = CONFIG(NULL, 0);                                             \
        if (launch_at_level(&launch, &config, f, kernelParams, extra))                             \
            return launch.result;                                                                  \
        return launched(&launch, hStream,                                                          \
                        CUDA_REAL(library, cuLaunchKernel##form)(ARGUMENTS, extra));               \
    }                                                                                              \
                                                                                                   \
    CUresult cuLaunchCooperativeKernel##form##_body(PARAMETERS)                                    \
    {                                                                                              \
        if (!is_default(hStream))                                                                  \
            return CUDA_REAL(library, cuLaunchCooperativeKernel##form)(ARGUMENTS);                 \
        struct launch launch = {.library = library,                                                \
                                .ex = library->own.cuLaunchKernelEx##form,                         \
                                .per_thread = is_per_thread};                                      \
        CUlaunchAttribute cooperative = {.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE,                    \
                                         .value.cooperative = 1};                                  \
        const CUlaunchConfig config = CONFIG(&cooperative, 1);                                     \
        if (launch_at_level(&launch, &config, f, kernelParams, NULL))                              \
            return launch.result;                                                                  \
        return launched(&launch, hStream,                                                          \
                        CUDA_REAL(library, cuLaunchCooperativeKernel##form)(ARGUMENTS));           \
    }                                                                                              \
                                                                                                   \
    CUresult cuLaunchKernelEx##form##_body(struct cuda_library *library,                           \
                                           const CUlaunchConfig *config, CUfunction f,             \
                                           void **kernelParams, void **extra)                      \
    {                                                                                              \
        struct launch launch = {.library = library,                                                \
                                .named = names_priority(config),                                   \
                                .ex = CUDA_REAL(library, cuLaunchKernelEx##form),                  \
                                .per_thread = is_per_thread};                                      \
        if (takes_level(&launch, config) &&                                                        \
            launch_at_level(&launch, config, f, kernelParams, extra))                              \
            return launch.result;                                                                  \
        CUresult result =                                                                          \
            CUDA_REAL(library, cuLaunchKernelEx##form)(config, f, kernelParams, extra);            \
        return config ? launched(&launch, config->hStream, result) : result;                       \
    }

LAUNCHES(, false)
LAUNCHES(_ptsz, true)
