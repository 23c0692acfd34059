/* SPDX-License-Identifier: MIT */
/* wrapped: does a dlsym wrapper that was preloaded beside the shim still see its own name? */
#include <dlfcn.h>
#include <stdio.h>

int main(void)
{
    int (*marker)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "dlsym_wrapper_marker");

    printf("marker: %d\n", marker ? marker() : -1);
    printf("getpid: %s\n", dlsym(RTLD_DEFAULT, "getpid") ? "there" : "null");
    printf("nothing: %s\n", dlsym(RTLD_DEFAULT, "no_such_function") ? "there" : "null");
    return 0;
}
