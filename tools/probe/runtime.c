/* SPDX-License-Identifier: MIT */
#include "runtime.h"

#include <dlfcn.h>
#include <stdio.h>

#define FROM(handle, name, parameters) ((int(*) parameters)dlsym(handle, #name))

int runtime_use(const struct runtime *runtime, int device)
{
    int (*set_device)(int) = FROM(runtime->handle, cudaSetDevice, (int));
    int (*wake)(void *) = FROM(runtime->handle, cudaFree, (void *));

    if (!set_device || !wake)
        return CUDA_ERROR_NOT_FOUND;
    int result = set_device(device);
    return result == CUDA_SUCCESS ? wake(NULL) : result;
}

bool runtime_start(struct runtime *runtime, int scope, char *why, size_t size)
{
    static const char *const names[] = {"libcudart.so.13", "libcudart.so.12", "libcudart.so.11.0"};

    snprintf(why, size,
             "no libcudart.so.13, .12 or .11.0 is to be found, so the CUDA runtime's own functions "
             "were not tried");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        *runtime = (struct runtime){dlopen(names[i], RTLD_LAZY | RTLD_LOCAL), names[i]};
        if (!runtime->handle)
            continue;
        int result = runtime_use(runtime, 0);
        /* Into the wider scope only once it is chosen: one that doesn't run would be found first.
         */
        if (result == CUDA_SUCCESS)
            return dlopen(names[i], RTLD_LAZY | scope);
        dlclose(runtime->handle);
        snprintf(why, size,
                 "%s does not start on this driver (error %d), so the CUDA runtime's own functions "
                 "were not tried",
                 names[i], result);
    }
    return false;
}

cudaExecutionContext_t runtime_context(const struct runtime *runtime, int device, char *why,
                                       size_t size)
{
    int (*primary)(cudaExecutionContext_t *, int) =
        FROM(runtime->handle, cudaDeviceGetExecutionCtx, (cudaExecutionContext_t *, int));
    cudaExecutionContext_t context = NULL;
    int result = primary ? primary(&context, device) : CUDA_ERROR_NOT_FOUND;

    if (result == CUDA_SUCCESS && context)
        return context;
    snprintf(why, size, "no execution context: cudaDeviceGetExecutionCtx gives %d", result);
    return NULL;
}
