/* SPDX-License-Identifier: MIT */
#include "creations.h"

#include <stdio.h>

enum { DEFAULT = 0, NON_BLOCKING = 1 };

const struct creation_row creation_rows[CREATIONS] = {
    [CU_STREAM_CREATE] = {"cuStreamCreate", false, false, 2000},
    [CU_STREAM_CREATE_WITH_PRIORITY] = {"cuStreamCreateWithPriority", false, true, 5050},
    [CU_GREEN_CTX_STREAM_CREATE] = {"cuGreenCtxStreamCreate", false, true, 12050},
    [CUDA_STREAM_CREATE] = {"cudaStreamCreate", true, false, 0},
    [CUDA_STREAM_CREATE_WITH_FLAGS] = {"cudaStreamCreateWithFlags", true, false, 0},
    [CUDA_STREAM_CREATE_WITH_PRIORITY] = {"cudaStreamCreateWithPriority", true, true, 0},
    [CUDA_EXECUTION_CTX_STREAM_CREATE] = {"cudaExecutionCtxStreamCreate", true, true, 0},
};

/* Runtime functions return the driver's numbers for all errors that both have. */
typedef CUresult plain(CUstream *stream);
typedef CUresult with_flags(CUstream *stream, unsigned int flags);
typedef CUresult with_priority(CUstream *stream, unsigned int flags, int priority);
typedef CUresult in_green(CUstream *stream, CUgreenCtx green, unsigned int flags, int priority);
typedef CUresult in_execution(CUstream *stream, cudaExecutionContext_t context, unsigned int flags,
                              int priority);

static CUresult call(enum creation creation, void *function, int asked, void *context,
                     CUstream *stream)
{
    switch (creation) {
    case CU_STREAM_CREATE:
    case CUDA_STREAM_CREATE_WITH_FLAGS:
        return ((with_flags *)function)(stream, NON_BLOCKING);
    case CU_STREAM_CREATE_WITH_PRIORITY:
    case CUDA_STREAM_CREATE_WITH_PRIORITY:
        return ((with_priority *)function)(stream, NON_BLOCKING, asked);
    case CU_GREEN_CTX_STREAM_CREATE: /* takes no other flags */
        return ((in_green *)function)(stream, context, NON_BLOCKING, asked);
    case CUDA_EXECUTION_CTX_STREAM_CREATE:
        return ((in_execution *)function)(stream, context, DEFAULT, asked);
    default:
        return ((plain *)function)(stream);
    }
}

/* Makes the device current; for the runtime too, which keeps its own choice. */
static CUresult use(struct session *session, enum creation creation, int device)
{
    CUresult result = device_use(&session->driver, &session->devices[device]);

    if (result == CUDA_SUCCESS && creation_rows[creation].of_runtime)
        result = runtime_use(&session->runtime, device);
    return result;
}

void creation_try(struct session *session, enum creation creation, void *function, int device,
                  struct row *row)
{
    const struct driver *driver = &session->driver;
    char error[200];
    void *context = NULL;
    CUstream stream = NULL;
    CUresult result = use(session, creation, device);

    row->result = ROW_FAILED;
    if (result != CUDA_SUCCESS) {
        snprintf(row->why, sizeof row->why, "the device cannot be used: %s",
                 driver_error(driver, result, error, sizeof error));
        return;
    }
    if (creation == CU_GREEN_CTX_STREAM_CREATE)
        context = device_green(driver, &session->devices[device], row->why, sizeof row->why);
    else if (creation == CUDA_EXECUTION_CTX_STREAM_CREATE)
        context = runtime_context(&session->runtime, device, row->why, sizeof row->why);
    else
        context = session->devices[device].context;
    if (!context) {
        row->result = ROW_NOT_OFFERED;
        return;
    }
    result = call(creation, function, row->asked, context, &stream);
    if (result != CUDA_SUCCESS) {
        snprintf(row->why, sizeof row->why, "refused: %s",
                 driver_error(driver, result, error, sizeof error));
        return;
    }
    result = driver->cuStreamGetPriority(stream, &row->got);
    row->read = result == CUDA_SUCCESS;
    row->result = ROW_OK;
    if (!row->read) {
        row->result = ROW_FAILED;
        snprintf(row->why, sizeof row->why, "made, but cuStreamGetPriority gives %s",
                 driver_error(driver, result, error, sizeof error));
    }
    if (driver->cuStreamDestroy_v2)
        driver->cuStreamDestroy_v2(stream);
}
