/* SPDX-License-Identifier: MIT */
/* Looks up names that lie in memory of just their size, as a checker of memory accesses sees. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    static const char *const names[] = {
        "dlopen",     "dlsym",    "dlvsym",           "dladdr",           "dlerror",
        "dlclose",    "cuInit",   "cuMemAlloc_v2",    "cuStreamGetFlags", "cuStreamCreate",
        "cuCtxGetId", "cudaFree", "cuGetProcAddress", "cudaStreamCreate", "d",
        "dl",         "malloc",   "cuLaunchKernel",   "cuGraphLaunch",    "cudaGetDevice",
    };
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *name = strdup(names[i]);
        printf("%s %d %d\n", name, dlsym(RTLD_DEFAULT, name) != NULL,
               driver && dlsym(driver, name) != NULL);
        free(name);
    }
    return 0;
}
