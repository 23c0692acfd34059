/* SPDX-License-Identifier: MIT */
/*
 * launches.c - launches by each function, plain or with attributes. They are checked and recorded,
 * become nodes where their stream is captured, and otherwise nothing runs.
 */
#include "compute.h"
#include "streams.h"

/* True for the sizes that a device takes: none is 0, and 1024 threads a block at most. */
static bool good_shape(const unsigned int grid[3], const unsigned int block[3])
{
    for (int i = 0; i < 3; i++) {
        if (grid[i] == 0 || block[i] == 0 || block[i] > MAX_BLOCK_THREADS)
            return false;
    }
    return (uint64_t)block[0] * block[1] * block[2] <= MAX_BLOCK_THREADS;
}

static bool good_attributes(const struct launch *launch)
{
    if (launch->attribute_count > 0 && !launch->attributes)
        return false;
    for (unsigned int i = 0; i < launch->attribute_count; i++) {
        if (!attribute_known(launch->attributes[i].id, IN_LAUNCH))
            return false;
    }
    return true;
}

CUresult launch_check(const struct launch *launch)
{
    if (!function_valid(launch->function))
        return CUDA_ERROR_INVALID_HANDLE;
    if (!good_shape(launch->grid, launch->block) ||
        launch->shared > function_shared(launch->function) ||
        (launch->parameters && launch->extra) || !good_attributes(launch))
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

bool launch_priority(const struct launch *launch, int *priority)
{
    bool named = false;
    for (unsigned int i = 0; i < launch->attribute_count; i++) {
        if (launch->attributes[i].id != CU_LAUNCH_ATTRIBUTE_PRIORITY)
            continue;
        *priority = launch->attributes[i].value.priority;
        named = true;
    }
    return named;
}

/* The failures that FAKE_CUDA_FAIL keeps for launches with a priority. */
static CUresult refuse_priority(CUstream handle)
{
    int code;
    if (DRIVER_FORCED("priority-launch", &code))
        return (CUresult)code;
    if (stream_is_default(handle) && DRIVER_FORCED("priority-launch-default", &code))
        return (CUresult)code;
    return CUDA_SUCCESS;
}

void launch_run(CUfunction function, CUcontext ctx)
{
    if (fake_sticky(function_name(function)))
        context_fail(ctx, CUDA_ERROR_LAUNCH_FAILED);
}

static CUresult launch(struct launch launch)
{
    CUstream found;
    CUgraph graph;
    int priority;
    CUresult result = stream_find(launch.stream, &found);
    if (result == CUDA_SUCCESS)
        result = launch_check(&launch);
    bool named = result == CUDA_SUCCESS && launch_priority(&launch, &priority);
    if (named)
        result = refuse_priority(launch.stream);
    if (result == CUDA_SUCCESS)
        result = capture_admit(found, &graph);
    if (result != CUDA_SUCCESS)
        return result;
    if (graph && named)
        return graph_add(graph, &launch, priority_on_device(priority, context_device(found->ctx)),
                         NULL);
    if (graph)
        return graph_add(graph, &launch, found->priority, NULL);
    launch_run(launch.function, found->ctx);
    return CUDA_SUCCESS;
}

/* The forms whose parameters are the configuration. */
#define PLAIN_LAUNCH(is_cooperative, the_extra)                                                    \
    (struct launch)                                                                                \
    {                                                                                              \
        .function = function, .grid = {grid_x, grid_y, grid_z},                                    \
        .block = {block_x, block_y, block_z}, .shared = shared, .stream = stream,                  \
        .cooperative = is_cooperative, .parameters = parameters, .extra = the_extra                \
    }

static CUresult body_cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                    unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                    unsigned int block_z, unsigned int shared, CUstream stream,
                                    void **parameters, void **extra)
{
    return launch(PLAIN_LAUNCH(false, extra));
}
BOTH_FORMS_AS(cuLaunchKernel, body_cuLaunchKernel,
              (CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
               unsigned int block_x, unsigned int block_y, unsigned int block_z,
               unsigned int shared, CUstream stream, void **parameters, void **extra),
              (function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream,
               parameters, extra),
              (function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared,
               stream_ptsz(stream), parameters, extra),
              "%s", LAUNCH_SHOWN(PLAIN_LAUNCH(false, extra)))

static CUresult body_cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x,
                                               unsigned int grid_y, unsigned int grid_z,
                                               unsigned int block_x, unsigned int block_y,
                                               unsigned int block_z, unsigned int shared,
                                               CUstream stream, void **parameters)
{
    return launch(PLAIN_LAUNCH(true, NULL));
}
BOTH_FORMS_AS(cuLaunchCooperativeKernel, body_cuLaunchCooperativeKernel,
              (CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
               unsigned int block_x, unsigned int block_y, unsigned int block_z,
               unsigned int shared, CUstream stream, void **parameters),
              (function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream,
               parameters),
              (function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared,
               stream_ptsz(stream), parameters),
              "%s", LAUNCH_SHOWN(PLAIN_LAUNCH(true, NULL)))

/* A launch that an attribute makes cooperative is so in the record too. */
static bool asks_cooperation(const CUlaunchConfig *config)
{
    for (unsigned int i = 0; config->attrs && i < config->numAttrs; i++) {
        if (config->attrs[i].id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE &&
            config->attrs[i].value.cooperative)
            return true;
    }
    return false;
}

static struct launch configured(const CUlaunchConfig *config, bool per_thread, CUfunction function,
                                void **parameters, void **extra)
{
    return (struct launch){
        .function = function,
        .grid = {config->gridDimX, config->gridDimY, config->gridDimZ},
        .block = {config->blockDimX, config->blockDimY, config->blockDimZ},
        .shared = config->sharedMemBytes,
        .stream = per_thread ? stream_ptsz(config->hStream) : config->hStream,
        .cooperative = asks_cooperation(config),
        .attributes = config->attrs,
        .attribute_count = config->numAttrs,
        .parameters = parameters,
        .extra = extra,
    };
}

static const char *configured_text(const CUlaunchConfig *config, bool per_thread,
                                   CUfunction function, void **parameters, void **extra,
                                   char text[LAUNCH_TEXT])
{
    if (!config)
        return " config=NULL";
    return launch_text(configured(config, per_thread, function, parameters, extra), text);
}

/* The stream stands inside the configuration, so each form has its own body. */
#define LAUNCH_EX(name, per_thread)                                                                \
    static CUresult body_##name(const CUlaunchConfig *config, CUfunction function,                 \
                                void **parameters, void **extra)                                   \
    {                                                                                              \
        if (!config)                                                                               \
            return driver_initialised() ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_NOT_INITIALIZED;   \
        return launch(configured(config, per_thread, function, parameters, extra));                \
    }                                                                                              \
    DRIVER_FUNCTION(                                                                               \
        name,                                                                                      \
        (const CUlaunchConfig *config, CUfunction function, void **parameters, void **extra),      \
        (config, function, parameters, extra), "%s",                                               \
        configured_text(config, per_thread, function, parameters, extra, (char[LAUNCH_TEXT]){0}))

LAUNCH_EX(cuLaunchKernelEx, false)
LAUNCH_EX(cuLaunchKernelEx_ptsz, true)
