/* SPDX-License-Identifier: MIT */
/* libnss_late.so.2: a name service that uses the dl functions, as those of some directories do. */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <errno.h>
#include <nss.h>
#include <pwd.h>
#include <stdio.h>

enum nss_status _nss_late_getpwnam_r(const char *name, struct passwd *user, char *buffer,
                                     size_t size, int *error);

static void ask(const char *where, void *handle, const char *name)
{
    printf("%s %s: %s\n", where, name, dlsym(handle, name) ? "there" : "null");
}

static void create(void *driver)
{
    __typeof(&cuStreamCreate) create_stream =
        (__typeof(&cuStreamCreate))dlsym(driver, "cuStreamCreate");
    CUcontext context;
    CUstream stream = NULL;
    int priority = -999;

    ((__typeof(&cuInit))dlsym(driver, "cuInit"))(0);
    ((__typeof(&cuCtxCreate_v2))dlsym(driver, "cuCtxCreate_v2"))(&context, 0, 0);
    int result = create_stream(&stream, 0);
    ((__typeof(&cuStreamGetPriority))dlsym(driver, "cuStreamGetPriority"))(stream, &priority);
    printf("cuStreamCreate = %d priority=%d\n", result, priority);
}

enum nss_status _nss_late_getpwnam_r(const char *name, struct passwd *user, char *buffer,
                                     size_t size, int *error)
{
    (void)name, (void)user, (void)buffer, (void)size;
    ask("default", RTLD_DEFAULT, "getpwnam");
    ask("default", RTLD_DEFAULT, "no_such_function");
    ask("default", RTLD_DEFAULT, "cuStreamCreate");
    ask("next", RTLD_NEXT, "getpwnam");
    ask("next", RTLD_NEXT, "_nss_late_getpwnam_r");

    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    ask("driver", driver, "cuInit");
    ask("driver", driver, "cuStreamCreate");
    if (driver && dlsym(driver, "cuInit") && dlsym(driver, "cuStreamCreate"))
        create(driver);
    *error = ENOENT;
    return NSS_STATUS_NOTFOUND;
}
