/* SPDX-License-Identifier: MIT */
/*
 * wrapped: does a dlsym wrapper that was preloaded beside the shim still see its own name? And
 * whose dlsym is found by a lookup?
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    int (*marker)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "dlsym_wrapper_marker");
    void *found = dlsym(RTLD_DEFAULT, "dlsym");
    Dl_info info;

    printf("marker: %d\n", marker ? marker() : -1);
    printf("getpid: %s\n", dlsym(RTLD_DEFAULT, "getpid") ? "there" : "null");
    printf("nothing: %s\n", dlsym(RTLD_DEFAULT, "no_such_function") ? "there" : "null");
    if (found && dladdr(found, &info))
        printf("dlsym: %s\n", strrchr(info.dli_fname, '/') + 1);
    return 0;
}
