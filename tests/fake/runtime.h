/* SPDX-License-Identifier: MIT */
/* runtime.h - what the files of the stand-in runtime share. */
#ifndef FAKE_RUNTIME_H
#define FAKE_RUNTIME_H

#include <stdbool.h>

#include "controls.h"
#include "fake_cuda.h"
#include "record.h"

/* The version that its unversioned questions to the driver carry. */
#ifdef FAKE_CUDART_11
enum { RUNTIME_VERSION = 11030 };
#else
enum { RUNTIME_VERSION = 12000 };
#endif

/* The driver functions in use; NULL where the driver hasn't got one. */
struct runtime_driver {
#define NEED(name, base, version, flags, params, args) CUresult(*name) params;
#include "needs.def"
#undef NEED
};

/*
 * Calls a driver function. An error keeps its number: the runtime's codes are the driver's for all
 * that can come.
 */
#define DRIVER_CALL(driver, name, ...)                                                             \
    ((driver)->name ? (cudaError_t)(driver)->name(__VA_ARGS__) : cudaErrorCallRequiresNewerDriver)

/* Defines the exported function `name` around a static body: forced failure, record, last error. */
#define RUNTIME_FUNCTION_AS(name, body, params, args, ...)                                         \
    cudaError_t name params                                                                        \
    {                                                                                              \
        int code;                                                                                  \
        cudaError_t result = fake_forced(#name, &code) ? (cudaError_t)code : body args;            \
        runtime_note(result);                                                                      \
        fake_record(#name, (int)result, __VA_ARGS__);                                              \
        return result;                                                                             \
    }

#define RUNTIME_FUNCTION(name, params, args, ...)                                                  \
    RUNTIME_FUNCTION_AS(name, body_##name, params, args, __VA_ARGS__)

/* runtime_errors.c: a failure becomes the thread's last error; a success doesn't clear it. */
void runtime_note(cudaError_t result);

/* runtime_device.c */
/* The driver, found and initialised. */
cudaError_t runtime_ready(const struct runtime_driver **driver);
/* The same, with a context current: the program's own, or the primary one of the chosen device. */
cudaError_t runtime_context(const struct runtime_driver **driver);
cudaError_t runtime_primary(const struct runtime_driver *driver, int device, CUcontext *ctx);

/*
 * table_*.c: one file for each way of having a driver. NULL: there is none.
 */
const struct runtime_driver *runtime_table(void);

/* door_*.c: how an address is asked of the driver. 0 and *function NULL: it isn't known there. */
CUresult door_ask(const char *symbol, void **function, int version, cuuint64_t flags,
                  CUdriverProcAddressQueryResult *status);
/* Readies the door of a driver opened by dlopen; false: it has none. */
bool door_open(void *library);

#endif
