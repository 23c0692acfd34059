/* SPDX-License-Identifier: MIT */
/* A preloaded library whose constructor looks symbols up, before or after the shim's own. */
#include <dlfcn.h>
#include <stdio.h>

__attribute__((constructor)) static void first(void)
{
    printf("early: %s %s %s %s\n", dlsym(RTLD_NEXT, "getpid") ? "there" : "null",
           dlsym(RTLD_DEFAULT, "puts") ? "there" : "null",
           dlsym(RTLD_DEFAULT, "cuStreamCreate") ? "there" : "null",
           dlvsym(RTLD_NEXT, "cudaStreamCreate", "libcudart.so.12") ? "there" : "null");
}
