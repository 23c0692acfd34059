/* SPDX-License-Identifier: MIT */
/*
 * runtime: streams by NVIDIA's shared CUDA runtime, where one is found, on the real driver: does
 * each function of it end in the library, and once?
 */
#include "driver.h"
#include "level.h"
#include "report.h"

#include <dlfcn.h>

typedef int cudaError_t;

static int least, greatest;

#define FROM(handle, name, parameters) ((cudaError_t(*) parameters)dlsym(handle, #name))

static cudaError_t (*get_priority)(CUstream, int *);

static void look(const char *function, cudaError_t result, CUstream stream, int expected)
{
    int priority = -999;

    report_fact("%s = %d", function, result);
    if (result != 0)
        return;
    result = get_priority(stream, &priority);
    report(result == 0 && priority == expected, "%s: priority %d, expected %d", function, priority,
           expected);
}

static void create_all(void *runtime)
{
    cudaError_t (*create)(CUstream *) = FROM(runtime, cudaStreamCreate, (CUstream *));
    cudaError_t (*with_flags)(CUstream *, unsigned int) =
        FROM(runtime, cudaStreamCreateWithFlags, (CUstream *, unsigned int));
    cudaError_t (*with_priority)(CUstream *, unsigned int, int) =
        FROM(runtime, cudaStreamCreateWithPriority, (CUstream *, unsigned int, int));
    CUstream stream = NULL;

    cudaError_t result = create(&stream);
    look("cudaStreamCreate", result, stream, level_unnamed(least, greatest));
    result = with_flags(&stream, 1);
    look("cudaStreamCreateWithFlags", result, stream, level_unnamed(least, greatest));
    int asked[] = {least, greatest};
    for (int i = 0; i < 2; i++) {
        result = with_priority(&stream, 1, asked[i]);
        look("cudaStreamCreateWithPriority", result, stream,
             level_named(asked[i], least, greatest));
    }
    report_fact("cudaStreamCreate(NULL) = %d", create(NULL));
    report_fact("cudaGetLastError = %d", FROM(runtime, cudaGetLastError, (void))());
}

/* The driver's function by the runtime's door. */
static void create_by_entry_point(void *runtime)
{
    cudaError_t (*by_version)(const char *, void **, unsigned int, unsigned long long, int *) =
        FROM(runtime, cudaGetDriverEntryPointByVersion,
             (const char *, void **, unsigned int, unsigned long long, int *));
    void *function = NULL;
    CUstream stream = NULL;
    int status = -1;

    if (!by_version) {
        report_skip("runtime: one before 12.5 has no cudaGetDriverEntryPointByVersion");
        return;
    }
    cudaError_t result = by_version("cuStreamCreate", &function, 2000, 0, &status);
    report_fact("cudaGetDriverEntryPointByVersion = %d, status %d", result, status);
    if (result != 0 || !function)
        return;
    result = ((CUresult(*)(CUstream *, unsigned int))function)(&stream, 0);
    look("cuStreamCreate by cudaGetDriverEntryPointByVersion", result, stream,
         level_unnamed(least, greatest));
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"libcudart.so.13", "libcudart.so.12", "libcudart.so.11.0"};
    int found = 0;

    level_read(argc, argv);
    driver_start();
    for (int i = 0; i < 3; i++) {
        void *runtime = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (!runtime)
            continue;
        found++;
        report_note("%s", names[i]);
        cudaError_t result = FROM(runtime, cudaSetDevice, (int))(0);
        if (result == 0)
            result = FROM(runtime, cudaFree, (void *))(NULL); /* wakes it */
        if (result == 0)
            result =
                FROM(runtime, cudaDeviceGetStreamPriorityRange, (int *, int *))(&least, &greatest);
        report_fact("%s starts = %d", names[i], result);
        if (result != 0) {
            report_skip("runtime: %s does not start on this driver: %d", names[i], result);
            FROM(runtime, cudaGetLastError, (void))();
            continue;
        }
        get_priority = FROM(runtime, cudaStreamGetPriority, (CUstream, int *));
        create_all(runtime);
        create_by_entry_point(runtime);
    }
    if (found == 0)
        report_skip("runtime: no libcudart.so.13, .12 or .11.0; GPU_CUDART_DIR may name a folder");
    return report_end();
}
