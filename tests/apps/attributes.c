/* SPDX-License-Identifier: MIT */
/*
 * attributes WAY: sets attributes on streams and on the node of a graph, and reads back what they
 * have. WAY is how it came by the functions that set them: link, handle, v2.
 * attributes whose: sets none, and says of the functions that handle and v2 give whether each is
 * the driver's own.
 *
 * Of two devices the second is current; the first one's stream has attributes set all the same.
 */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
                          ".visible .entry nothing() { ret; }\n";

static void *driver;
static __typeof(&cuStreamSetAttribute) set[2]; /* plain and _ptsz */
static __typeof(&cuGraphKernelNodeSetAttribute) set_node;

static void *asked_for(const char *name, cuuint64_t flags)
{
    void *found = NULL;

    if (cuGetProcAddress_v2(name, &found, 12000, flags, NULL) != CUDA_SUCCESS)
        return NULL;
    return found;
}

static int come_by(const char *way)
{
    if (strcmp(way, "link") == 0) {
        set[0] = cuStreamSetAttribute;
        set[1] = cuStreamSetAttribute_ptsz;
        set_node = cuGraphKernelNodeSetAttribute;
    } else if (strcmp(way, "handle") == 0) {
        set[0] = (__typeof(set[0]))dlsym(driver, "cuStreamSetAttribute");
        set[1] = (__typeof(set[1]))dlsym(driver, "cuStreamSetAttribute_ptsz");
        set_node = (__typeof(set_node))dlsym(driver, "cuGraphKernelNodeSetAttribute");
    } else {
        set[0] = (__typeof(set[0]))asked_for("cuStreamSetAttribute", 0);
        set[1] = (__typeof(set[1]))asked_for("cuStreamSetAttribute", 2);
        set_node = (__typeof(set_node))asked_for("cuGraphKernelNodeSetAttribute", 0);
    }
    return set[0] && set[1] && set_node;
}

static void show_whose(const char *way)
{
    void *const functions[] = {(void *)set[0], (void *)set[1], (void *)set_node};

    for (int i = 0; i < 3; i++) {
        Dl_info at;
        bool found = dladdr(functions[i], &at);
        printf("%s: %s\n", way, found && strstr(at.dli_fname, "libcuda") ? "the driver's" : "not");
    }
}

/* As it was before 11.8: 32 bytes, here at the end of what may be read. */
static CUstreamAttrValue *short_value(int priority)
{
    enum { PAGE = 4096, SHORT = 32 };
    static char *pages;

    if (!pages) {
        pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED || mprotect(pages + PAGE, PAGE, PROT_NONE) != 0)
            abort();
    }
    int *value = (int *)(void *)(pages + PAGE - SHORT);
    *value = priority;
    return (void *)value;
}

static void on_stream(const char *what, int form, CUstream stream)
{
    CUstreamAttrValue *value = short_value(-2);
    int priority = -999;

    errno = 77;
    int result = set[form](stream, CU_LAUNCH_ATTRIBUTE_PRIORITY, value);
    printf("%s%s: %d, ", what, form ? " (_ptsz)" : "", result);
    cuStreamGetPriority(stream, &priority);
    printf("priority %d, the value is %d, errno %d\n", priority, *(int *)(void *)value, errno);
}

static void on_streams(CUstream first_devices)
{
    CUstream own = NULL;

    cuStreamCreate(&own, CU_STREAM_NON_BLOCKING);
    for (int form = 0; form < 2; form++) {
        on_stream("a created stream", form, own);
        on_stream("the legacy stream", form, CU_STREAM_LEGACY);
        on_stream("the thread's stream", form, CU_STREAM_PER_THREAD);
        on_stream("the first device's", form, first_devices);
        on_stream("stream 0", form, NULL);
        printf("no value: %d\n", set[form](own, CU_LAUNCH_ATTRIBUTE_PRIORITY, NULL));
        CUstreamAttrValue domain = {.memSyncDomain = 1}, now = {.memSyncDomain = 0};
        int result = set[form](own, CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN, &domain);
        cuStreamGetAttribute(own, CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN, &now);
        printf("another attribute: %d, which is %d\n", result, (int)now.memSyncDomain);
    }
}

static void on_node(void)
{
    CUDA_KERNEL_NODE_PARAMS_v2 params = {.gridDimX = 1,
                                         .gridDimY = 1,
                                         .gridDimZ = 1,
                                         .blockDimX = 1,
                                         .blockDimY = 1,
                                         .blockDimZ = 1};
    CUkernelNodeAttrValue value;
    CUgraphNode node = NULL;
    CUmodule module = NULL;
    CUgraph graph = NULL;

    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&params.func, module, "nothing");
    cuGraphCreate(&graph, 0);
    printf("a node: %d\n", cuGraphAddKernelNode_v2(&node, graph, NULL, 0, &params));
    int result = set_node(node, CU_LAUNCH_ATTRIBUTE_PRIORITY, short_value(-2));
    memset(&value, 0, sizeof value);
    cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_PRIORITY, &value);
    printf("its attribute: %d, priority %d\n", result, value.priority);
    memset(&value, 0, sizeof value);
    value.cooperative = 1;
    printf("another: %d\n", set_node(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    printf("no value: %d\n", set_node(node, CU_LAUNCH_ATTRIBUTE_PRIORITY, NULL));
}

int main(int argc, char **argv)
{
    CUcontext contexts[2] = {NULL};
    CUstream first_devices = NULL;

    driver = dlopen("libcuda.so.1", RTLD_NOW);
    cuInit(0);
    if (argc == 2 && strcmp(argv[1], "whose") == 0 && come_by("handle")) {
        show_whose("handle");
        if (come_by("v2"))
            show_whose("v2");
        return 0;
    }
    if (argc != 2 || !driver || !come_by(argv[1]))
        return 2;
    for (int device = 0; device < 2; device++) {
        cuDevicePrimaryCtxRetain(&contexts[device], device);
        cuCtxSetCurrent(contexts[device]);
        if (device == 0)
            cuStreamCreate(&first_devices, CU_STREAM_NON_BLOCKING);
    }
    on_streams(first_devices);
    on_node();
    CUcontext now = NULL;
    cuCtxGetCurrent(&now);
    printf("the current context is %s\n", now == contexts[1] ? "the second" : "another");
    return 0;
}
