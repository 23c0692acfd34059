/* SPDX-License-Identifier: MIT */
#include "launch_check.h"

#include "alone.h"
#include "judge.h"
#include "launches.h"
#include "trial.h"
#include "ways.h"

#include <dlfcn.h>
#include <stdio.h>

/* The runtime's door, in both its forms, and the plain way beside it. */
static const struct way ways[] = {
    {"dlsym", BY_HANDLE, NO_DOOR, false},
    {"cuGetProcAddress", BY_HANDLE, PROC_ADDRESS, false},
    {"cuGetProcAddress_v2", BY_HANDLE, PROC_ADDRESS_V2, false},
    {0},
};

static const char *const attribute_functions[] = {"cuStreamSetAttribute",
                                                  "cuStreamSetAttribute_ptsz"};
enum { ATTRIBUTE_FUNCTIONS = 2, ATTRIBUTES_SINCE = 11000, COOPERATIVE_LAUNCH = 95 };

struct order {
    const struct request *request;
    const struct findings *findings;
};

struct found {
    const struct order *order;
    enum launch launch;
    void *function;
};

static void failed(const struct driver *driver, const char *step, CUresult result, struct row *row)
{
    char error[200];

    row->result = ROW_FAILED;
    snprintf(row->why, sizeof row->why, "%s%s", step,
             driver_error(driver, result, error, sizeof error));
}

static bool can_cooperate(const struct driver *driver, int device)
{
    int can = 1;

    if (driver->cuDeviceGetAttribute)
        driver->cuDeviceGetAttribute(&can, COOPERATIVE_LAUNCH, device);
    return can;
}

/* On stream 0, which means the thread's own in the forms that end in _ptsz. */
static void launch(struct session *session, const void *given, int device, struct row *row)
{
    const struct driver *driver = &session->driver;
    const struct found *found = given;
    CUresult result = device_use(driver, &session->devices[device]);

    if (result != CUDA_SUCCESS) {
        failed(driver, "the device cannot be used: ", result, row);
        return;
    }
    CUfunction kernel = device_kernel(driver, &session->devices[device], row->why, sizeof row->why);
    row->result = ROW_NOT_OFFERED;
    if (!kernel)
        return;
    if (found->launch >= CU_LAUNCH_COOPERATIVE_KERNEL && !can_cooperate(driver, device)) {
        snprintf(row->why, sizeof row->why, "this device has no cooperative launches");
        return;
    }
    row->result = ROW_OK;
    result = launch_call(found->launch, found->function, kernel, NULL, NULL);
    if (result != CUDA_SUCCESS)
        failed(driver, "refused: ", result, row);
    else if ((result = driver->cuCtxSynchronize()) != CUDA_SUCCESS)
        failed(driver, "launched, but cuCtxSynchronize gives ", result, row);
}

static void set_attribute(struct session *session, void *function, struct row *row)
{
    const struct driver *driver = &session->driver;
    CUresult (*create)(CUstream *, unsigned int) =
        (CUresult(*)(CUstream *, unsigned int))dlsym(driver->handle, "cuStreamCreate");
    CUstream stream = NULL;
    CUresult result = device_use(driver, &session->devices[row->device]);

    if (result == CUDA_SUCCESS)
        result = create ? create(&stream, 0) : CUDA_ERROR_NOT_FOUND;
    if (result != CUDA_SUCCESS) {
        failed(driver, "there is no stream: ", result, row);
        return;
    }
    row->result = ROW_OK;
    result = launch_set_priority(function, stream, row->asked);
    if (result != CUDA_SUCCESS)
        failed(driver, "refused: ", result, row);
    else if ((result = driver->cuStreamGetPriority(stream, &row->got)) != CUDA_SUCCESS)
        failed(driver, "set, but cuStreamGetPriority gives ", result, row);
    row->read = result == CUDA_SUCCESS;
    if (driver->cuStreamDestroy_v2)
        driver->cuStreamDestroy_v2(stream);
}

/* What the driver does not do by itself is no fault of ours. */
static void attribute(struct session *session, const void *given, int device, struct row *row)
{
    const struct found *found = given;

    set_attribute(session, found->function, row);
    judge(found->order->request, row);
    if ((row->result == ROW_FAILED || row->result == ROW_NOT_OBEYED) &&
        alone_left_attribute(found->order->findings, device)) {
        row->result = ROW_NOT_OFFERED;
        snprintf(row->why, sizeof row->why, "this driver takes no priority by this attribute");
    }
}

static void try(struct session *session, const struct way *way, const char *name, int version,
                trial_on_device *on_device, struct found *found, int to)
{
    bool launches = on_device == launch;
    struct row row;

    trial_begin(&row, launches ? ROW_LAUNCH : ROW_STREAM, way->name, name, to);
    found->function = way_find(session, way, name, version, &row.result, row.why, sizeof row.why);
    row.named = !launches;
    if (found->function)
        trial_on_devices(session, found->order->request->level, on_device, found, &row, to);
    else
        trial_end(&row, to);
}

static void check_launches(int to, const void *given)
{
    struct found found = {.order = given};
    struct session session = {0};
    char why[TOLD_TEXT];

    if (!session_start(&session, RTLD_LOCAL, false, to, why, sizeof why))
        return; /* it was told before */
    for (const struct way *way = ways; way->name; way++) {
        for (found.launch = 0; found.launch < LAUNCHES; found.launch++)
            try(&session, way, launch_rows[found.launch].name, launch_rows[found.launch].version,
                launch, &found, to);
        for (int i = 0; i < ATTRIBUTE_FUNCTIONS; i++)
            try(&session, way, attribute_functions[i], ATTRIBUTES_SINCE, attribute, &found, to);
    }
}

void launch_check_gather(const struct request *request, struct findings *findings)
{
    const struct order order = {request, findings};

    findings_gather(findings, "launches", check_launches, &order);
}
