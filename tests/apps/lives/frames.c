/* SPDX-License-Identifier: MIT */
/* frames: does the driver see its caller on the stack, and the stack as the ABI says? */
#include "fake_cuda.h"
#include "marked.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef CUresult (*creator)(CUstream *, unsigned int);

void the_caller(const char *way, creator create);

/* Not to be merged with its caller, nor left by a jump. */
__attribute__((noinline)) void the_caller(const char *way, creator create)
{
    CUstream stream = NULL;
    volatile CUresult result = create ? create(&stream, 1) : CUDA_ERROR_NOT_FOUND;
    int priority = -999, here = 0, in_main = 0;

    cuStreamGetPriority(stream, &priority);
    for (int i = 0; i < marked.frames; i++) {
        Dl_info info;
        if (!dladdr((char *)marked.frame[i] - 1, &info) || !info.dli_sname)
            continue;
        here += strcmp(info.dli_sname, "the_caller") == 0;
        in_main += strcmp(info.dli_sname, "main") == 0;
    }
    printf("%s: %d priority=%d, %s, %s, caller %d times, main %d times\n", way, (int)result,
           priority, marked.frames > 2 ? "frames" : "no frames",
           marked.misaligned ? "misaligned" : "aligned", here, in_main);
}

int main(void)
{
    CUcontext context = NULL;
    void *function = NULL, *driver = dlopen("liblives_marked_a.so", RTLD_NOW | RTLD_NOLOAD);

    if (!driver || cuInit(0) || cuDevicePrimaryCtxRetain(&context, 0) || cuCtxSetCurrent(context))
        return 3;
    the_caller("direct", cuStreamCreate);
    the_caller("handle", (creator)dlsym(driver, "cuStreamCreate"));
    the_caller("default", (creator)dlsym(RTLD_DEFAULT, "cuStreamCreate"));
    the_caller("next", (creator)dlsym(RTLD_NEXT, "cuStreamCreate"));
    cuGetProcAddress_v2("cuStreamCreate", &function, 12000, 0, NULL);
    the_caller("procaddr", (creator)function);
    return 0;
}
