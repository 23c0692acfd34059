/* SPDX-License-Identifier: MIT */
/* probe: does this process have CUDA? Asks as programs do that can go without it. */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    static const char *const names[] = {"cuStreamCreate",
                                        "cuStreamCreateWithPriority",
                                        "cuGreenCtxStreamCreate",
                                        "cuGetProcAddress",
                                        "cuGetProcAddress_v2",
                                        "cudaStreamCreate",
                                        "cudaStreamCreateWithFlags",
                                        "cudaStreamCreateWithPriority",
                                        "cudaExecutionCtxStreamCreate",
                                        "cudaGetDriverEntryPoint",
                                        "cudaGetDriverEntryPointByVersion",
                                        "dlsym",
                                        "dlvsym"};
    void *libc = dlopen("libc.so.6", RTLD_LAZY);

    errno = 77;
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        printf("%s:", names[i]);
        printf(" %s", dlsym(RTLD_DEFAULT, names[i]) ? "there" : "null");
        printf(" %s", dlsym(RTLD_NEXT, names[i]) ? "there" : "null");
        printf(" %s", dlsym(dlopen(NULL, RTLD_LAZY), names[i]) ? "there" : "null");
        printf(" %s", dlsym(libc, names[i]) ? "there" : "null");
        printf(" %s", dlvsym(RTLD_DEFAULT, names[i], "libcudart.so.12") ? "there" : "null");
        printf(" %s", dlvsym(RTLD_NEXT, names[i], "GLIBC_2.2.5") ? "there" : "null");
        printf(" errno %d\n", errno);
    }
    return 0;
}
