/* SPDX-License-Identifier: MIT */
/*
 * launch_refused WAY: launches that a driver refuses whatever their priority is, after one that
 * names a priority, and before a good one. WAY is one of launches.c. Prints each result.
 */
#include "launches.h"

#include <dlfcn.h>
#include <stdio.h>

void *driver, *runtime;

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
                          ".visible .entry counts(.param .u32 number) { ret; }\n";

static struct launch_functions launch;
static CUfunction kernel;
static CUstream created;

static void plain(const char *which, int form, unsigned int blocks)
{
    unsigned int number = 0;
    void *parameters[] = {&number};

    printf("cuLaunchKernel, %s = %d\n", which,
           launch.cuLaunchKernel[form](kernel, blocks, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL));
}

static void configured(const char *which, int form, const CUlaunchConfig *config)
{
    unsigned int number = 0;
    void *parameters[] = {&number};

    printf("cuLaunchKernelEx, %s = %d\n", which,
           launch.cuLaunchKernelEx[form](config, kernel, parameters, NULL));
}

int main(int argc, char **argv)
{
    CUlaunchAttribute priority = {.id = CU_LAUNCH_ATTRIBUTE_PRIORITY, .value.priority = -2};
    CUcontext context = NULL;
    CUmodule module = NULL;

    driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_GLOBAL);
    if (argc != 2 || !driver || !launch_functions_by(argv[1], &launch) ||
        FROM(driver, cuInit)(0) != 0 || FROM(driver, cuCtxCreate_v2)(&context, 0, 0) != 0)
        return 2;
    FROM(driver, cuStreamCreate)(&created, CU_STREAM_NON_BLOCKING);
    FROM(driver, cuModuleLoadData)(&module, ptx);
    FROM(driver, cuModuleGetFunction)(&kernel, module, "counts");
    for (int form = 0; form < 2; form++) {
        configured("at a priority", form,
                   &(CUlaunchConfig){1, 1, 1, 1, 1, 1, 0, created, &priority, 1});
        configured("none", form, NULL);
        configured("without its attributes", form,
                   &(CUlaunchConfig){1, 1, 1, 1, 1, 1, 0, NULL, NULL, 1});
        configured("of no block", form, &(CUlaunchConfig){0, 1, 1, 1, 1, 1, 0, NULL, NULL, 0});
        plain("of no block", form, 0);
        plain("good", form, 1);
    }
    return 0;
}
