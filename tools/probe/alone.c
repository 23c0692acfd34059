/* SPDX-License-Identifier: MIT */
#include "alone.h"

#include "launches.h"
#include "linked.h"
#include "memory.h"
#include "preloaded.h"
#include "trial.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#define ALONE "driver alone, "
#define LAUNCH "cuLaunchKernelEx"
#define ATTRIBUTE "cuStreamSetAttribute"

/* The handles are cuda.h's: CU_STREAM_LEGACY and CU_STREAM_PER_THREAD. */
static const struct stream_row {
    const char *way;
    uintptr_t handle;
    bool created;
} stream_rows[] = {
    {ALONE "stream 0", 0, false},
    {ALONE "CU_STREAM_LEGACY", 1, false},
    {ALONE "CU_STREAM_PER_THREAD", 2, false},
    {ALONE "created stream", 0, true},
};
enum { STREAMS = sizeof stream_rows / sizeof *stream_rows, ZERO = 0, CREATED = STREAMS - 1 };

struct found {
    const struct stream_row *stream;
    void *function;
};

static void refused(const struct driver *driver, const char *step, CUresult result, struct row *row)
{
    char error[200];

    row->result = ROW_REFUSED;
    snprintf(row->why, sizeof row->why, "%s%s", step,
             driver_error(driver, result, error, sizeof error));
}

static void launch(struct session *session, void *function, CUstream stream, int device,
                   struct row *row)
{
    const struct driver *driver = &session->driver;
    CUfunction kernel = device_kernel(driver, &session->devices[device], row->why, sizeof row->why);

    if (!kernel) {
        row->result = ROW_NOT_OFFERED;
        return;
    }
    CUresult result = launch_call(CU_LAUNCH_KERNEL_EX, function, kernel, stream, &row->asked);
    row->result = ROW_ACCEPTED;
    if (result != CUDA_SUCCESS)
        refused(driver, "", result, row);
    else if ((result = driver->cuCtxSynchronize()) != CUDA_SUCCESS)
        refused(driver, "launched, but cuCtxSynchronize gives ", result, row);
    row->read = driver->cuStreamGetPriority(stream, &row->got) == CUDA_SUCCESS;
}

/* The stream has its own priority again afterwards, for the handle that is next may mean it too. */
static void set(struct session *session, void *function, CUstream stream, struct row *row)
{
    const struct driver *driver = &session->driver;
    int before = 0;
    bool known = driver->cuStreamGetPriority(stream, &before) == CUDA_SUCCESS;
    CUresult result = launch_set_priority(function, stream, row->asked);

    row->read = driver->cuStreamGetPriority(stream, &row->got) == CUDA_SUCCESS;
    row->result = ROW_ACCEPTED;
    if (result != CUDA_SUCCESS)
        refused(driver, "", result, row);
    else if (row->read && row->got != row->asked)
        snprintf(row->why, sizeof row->why, "the stream's priority is as before");
    if (result == CUDA_SUCCESS && known)
        launch_set_priority(function, stream, before);
}

static void try(struct session *session, const void *given, int device, struct row *row)
{
    const struct driver *driver = &session->driver;
    const struct found *found = given;
    CUstream stream = (CUstream)found->stream->handle;
    CUresult (*create)(CUstream *, unsigned int) =
        (CUresult(*)(CUstream *, unsigned int))dlsym(driver->handle, "cuStreamCreate");
    CUresult result = device_use(driver, &session->devices[device]);

    if (result == CUDA_SUCCESS && found->stream->created)
        result = create ? create(&stream, 0) : CUDA_ERROR_NOT_FOUND;
    if (result != CUDA_SUCCESS) {
        refused(driver, "there is no such stream: ", result, row);
        return;
    }
    if (strcmp(row->function, ATTRIBUTE) == 0)
        set(session, found->function, stream, row);
    else
        launch(session, found->function, stream, device, row);
    if (found->stream->created && driver->cuStreamDestroy_v2)
        driver->cuStreamDestroy_v2(stream);
}

/* Asks for the greatest priority, whatever the level: low is what a stream has anyhow. */
static void try_all(struct session *session, const char *function, int to)
{
    for (size_t i = 0; i < STREAMS; i++) {
        struct found found = {&stream_rows[i], NULL};
        struct row row;
        trial_begin(&row, ROW_DRIVER, stream_rows[i].way, function, to);
        found.function = dlsym(session->driver.handle, function);
        row.named = true;
        if (found.function) {
            trial_on_devices(session, PRIORITY_LOW, try, &found, &row, to);
            continue;
        }
        row.result = ROW_NOT_OFFERED;
        snprintf(row.why, sizeof row.why, "this driver has no %s", function);
        trial_end(&row, to);
    }
}

void alone_tell(int to)
{
    struct session session = {0};
    char why[TOLD_TEXT];

    if (linked_prioshim()) {
        child_tell_text(to, TOLD_NOTE,
                        "what the driver itself does is not told: libprioshim.so is loaded even "
                        "where LD_PRELOAD does not name it");
    } else if (!session_start(&session, RTLD_LOCAL, false, to, why, sizeof why)) {
        child_tell_text(to, TOLD_NOTE, why);
    } else {
        try_all(&session, LAUNCH, to);
        try_all(&session, ATTRIBUTE, to);
    }
}

/* The work of a child, which becomes this program anew and goes on in alone_tell. */
static void start_again(int to, const void *order)
{
    const char *program = (const char *)getauxval(AT_EXECFN);
    char pipe[16], why[TOLD_TEXT];

    (void)order;
    preloaded_drop(linked_prioshim());
    snprintf(pipe, sizeof pipe, "%d", to);
    execl(program, program, "alone", pipe, (char *)NULL);
    snprintf(why, sizeof why, "what the driver itself does is not told: cannot run %s: %s", program,
             strerror(errno));
    child_tell_text(to, TOLD_NOTE, why);
}

void alone_gather(struct findings *findings)
{
    findings_gather(findings, "the driver without the library", start_again, NULL);
}

static const struct row *find(const struct findings *findings, const char *function,
                              const char *way, int device)
{
    for (size_t i = 0; i < findings->row_count; i++) {
        const struct row *row = &findings->rows[i];
        if (row->kind == ROW_DRIVER && row->device == device &&
            strcmp(row->function, function) == 0 && strcmp(row->way, way) == 0)
            return row;
    }
    return NULL;
}

bool alone_refused_launch(const struct findings *findings, int device)
{
    const struct row *row = find(findings, LAUNCH, stream_rows[ZERO].way, device);

    return row && row->result == ROW_REFUSED;
}

bool alone_left_attribute(const struct findings *findings, int device)
{
    const struct row *row = find(findings, ATTRIBUTE, stream_rows[CREATED].way, device);

    return row && (row->result == ROW_REFUSED || (row->read && row->got != row->asked));
}
