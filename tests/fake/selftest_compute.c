/* SPDX-License-Identifier: MIT */
/* selftest_compute.c - the driver's contract: memory, modules, links, events, what a launch is
 * refused for. */
#include <string.h>

#include "fake_cuda.h"
#include "selftest.h"

static const char main_driver[] = "driver/libcuda.so.1";

static char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
                    ".const .align 4 .b8 table[64];\n.global .align 4 .u32 words[8];\n"
                    ".visible .entry twice(\n)\n{ ret; }\n.visible .entry twice_more() { ret; }\n";

static void *start(CUstream *stream)
{
    void *cuda = library(main_driver);
    CUcontext ctx;
    GIVES(FN(cuda, cuInit)(0), 0);
    GIVES(FN(cuda, cuCtxCreate_v2)(&ctx, 0, 0), 0);
    GIVES(FN(cuda, cuStreamCreateWithPriority)(stream, 1, -2), 0);
    forget_record();
    return cuda;
}

static void memory(void)
{
    CUstream stream;
    void *cuda = start(&stream);
    size_t total = 0, all_free = 0, less_free = 0;
    CUdeviceptr one = 0, other = 0;
    int in[4] = {1, 2, 3, 4}, out[4] = {0};
    GIVES(FN(cuda, cuDeviceTotalMem_v2)(&total, 0), 0);
    GIVES(FN(cuda, cuMemGetInfo_v2)(&all_free, &total), 0);
    CHECK(all_free == total && total > 0);
    GIVES(FN(cuda, cuMemAlloc_v2)(&one, 0), 1);
    GIVES(FN(cuda, cuMemAlloc_v2)(&one, total + 1), 2);
    GIVES(FN(cuda, cuMemAlloc_v2)(&one, sizeof in), 0);
    GIVES(FN(cuda, cuMemAlloc_v2)(&other, sizeof in), 0);
    GIVES(FN(cuda, cuMemGetInfo_v2)(&less_free, &total), 0);
    GIVES(all_free - less_free, 2 * sizeof in);
    GIVES(FN(cuda, cuMemcpyHtoDAsync_v2)(one, in, sizeof in, stream), 0);
    GIVES(FN(cuda, cuMemcpyDtoDAsync_v2)(other + 4, one, 12, stream), 0);
    GIVES(FN(cuda, cuMemsetD32Async)(other, 9, 1, stream), 0);
    GIVES(FN(cuda, cuMemsetD8Async)(other + 12, 0, 4, stream), 0);
    GIVES(FN(cuda, cuMemcpyDtoHAsync_v2)(out, other, sizeof out, NULL), 0);
    CHECK(out[0] == 9 && out[1] == 1 && out[2] == 2 && out[3] == 0);
    GIVES(FN(cuda, cuMemcpyDtoH_v2)(out, one, sizeof out), 0);
    CHECK(out[0] == 1 && out[3] == 4);
    GIVES(FN(cuda, cuMemcpyDtoH_v2)(out, one + 4, sizeof out), 1);
    GIVES(FN(cuda, cuMemcpyHtoDAsync_v2)(one + 1, in, sizeof in, stream), 1);
    GIVES(FN(cuda, cuMemcpyHtoDAsync_v2)(one, in, 4, (CUstream)0x1234560), 400);
    GIVES(FN(cuda, cuMemsetD32Async)(other + 2, 0, 1, stream), 1);
    GIVES(FN(cuda, cuMemFree_v2)(one + 4), 1);
    GIVES(FN(cuda, cuMemFree_v2)(one), 0);
    GIVES(FN(cuda, cuMemFree_v2)(one), 1);
    GIVES(FN(cuda, cuMemcpyHtoDAsync_v2)(one, in, 4, stream), 1);
    GIVES(FN(cuda, cuMemFree_v2)(other), 0);
}

static void modules(void)
{
    CUstream stream;
    void *cuda = start(&stream);
    CUlinkState link;
    CUmodule module = NULL;
    CUfunction function = NULL;
    CUdeviceptr table = 0, again = 0, words = 0;
    void *image = NULL;
    size_t size = 0;
    int value = 0;
    char rubbish[] = "\177ELF";
    GIVES(FN(cuda, cuModuleLoadData)(&module, rubbish), 200);
    GIVES(FN(cuda, cuLinkCreate_v2)(0, NULL, NULL, &link), 0);
    GIVES(FN(cuda, cuLinkAddData_v2)(link, CU_JIT_INPUT_PTX, rubbish, 4, "", 0, NULL, NULL), 218);
    GIVES(FN(cuda, cuLinkAddData_v2)(link, CU_JIT_INPUT_PTX, ptx, sizeof ptx, "", 0, NULL, NULL),
          0);
    GIVES(FN(cuda, cuLinkComplete)(link, &image, &size), 0);
    GIVES(size, sizeof ptx);
    GIVES(FN(cuda, cuModuleLoadDataEx)(&module, image, 0, NULL, NULL), 0);
    GIVES(FN(cuda, cuLinkDestroy)(link), 0);
    GIVES(FN(cuda, cuLinkDestroy)(link), 400);
    GIVES(FN(cuda, cuModuleGetFunction)(&function, module, "twic"), 500);
    GIVES(FN(cuda, cuModuleGetFunction)(&function, module, "table"), 500);
    GIVES(FN(cuda, cuModuleGetFunction)(&function, module, "twice_more"), 0);
    GIVES(FN(cuda, cuModuleGetFunction)(&function, module, "twice"), 0);
    GIVES(FN(cuda, cuModuleGetGlobal_v2)(&table, &size, module, "table"), 0);
    GIVES(size, 64);
    GIVES(FN(cuda, cuModuleGetGlobal_v2)(&again, NULL, module, "table"), 0);
    CHECK(table == again);
    GIVES(FN(cuda, cuModuleGetGlobal_v2)(&words, &size, module, "words"), 0);
    GIVES(size, 32);
    GIVES(FN(cuda, cuModuleGetGlobal_v2)(&words, &size, module, "twice"), 500);
    GIVES(FN(cuda, cuFuncSetAttribute)(function, CU_FUNC_ATTRIBUTE_NUM_REGS, 8), 1);
    GIVES(FN(cuda, cuFuncSetAttribute)(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                       65536),
          0);
    GIVES(FN(cuda, cuFuncGetAttribute)(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                       function),
          0);
    GIVES(value, 65536);
    GIVES(FN(cuda, cuModuleUnload)(module), 0);
    GIVES(FN(cuda, cuModuleUnload)(module), 400);
    GIVES(FN(cuda, cuFuncGetAttribute)(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, function), 400);
    GIVES(FN(cuda, cuMemFree_v2)(table), 1);
}

static void launches(void)
{
    CUstream stream;
    void *cuda = start(&stream);
    CUmodule module;
    CUfunction twice = NULL;
    GIVES(FN(cuda, cuModuleLoadData)(&module, ptx), 0);
    GIVES(FN(cuda, cuModuleGetFunction)(&twice, module, "twice"), 0);
    GIVES(FN(cuda, cuLaunchKernel)(twice, 2, 1, 1, 32, 1, 1, 0, stream, NULL, NULL), 0);
    GIVES(FN(cuda, cuLaunchKernel)(twice, 1, 1, 1, 1, 1, 1, 65536, NULL, NULL, NULL), 1);
    GIVES(FN(cuda, cuLaunchKernel)(twice, 1, 0, 1, 1, 1, 1, 0, NULL, NULL, NULL), 1);
    GIVES(FN(cuda, cuLaunchKernel)(twice, 1, 1, 1, 64, 32, 1, 0, NULL, NULL, NULL), 1);
    GIVES(FN(cuda, cuLaunchKernel)(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL), 400);
    GIVES(FN(cuda, cuStreamSynchronize)(stream), 0);
    GIVES(FN(cuda, cuStreamDestroy_v2)(stream), 0);
    GIVES(FN(cuda, cuStreamSynchronize)(stream), 400);
    GIVES(FN(cuda, cuLaunchKernel)(twice, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL), 400);
    GIVES(FN(cuda, cuCtxSynchronize)(), 0);
}

static void events(void)
{
    CUstream stream;
    void *cuda = start(&stream);
    CUevent first, second, timeless;
    float milliseconds = -1;
    GIVES(FN(cuda, cuEventCreate)(&first, 8), 1);
    GIVES(FN(cuda, cuEventCreate)(&first, CU_EVENT_DEFAULT), 0);
    GIVES(FN(cuda, cuEventCreate)(&second, CU_EVENT_BLOCKING_SYNC), 0);
    GIVES(FN(cuda, cuEventCreate)(&timeless, CU_EVENT_DISABLE_TIMING), 0);
    GIVES(FN(cuda, cuEventRecord)(first, stream), 0);
    GIVES(FN(cuda, cuEventElapsedTime)(&milliseconds, first, second), 400);
    GIVES(FN(cuda, cuEventRecord)(second, stream), 0);
    GIVES(FN(cuda, cuEventRecord)(timeless, stream), 0);
    GIVES(FN(cuda, cuEventElapsedTime)(&milliseconds, first, timeless), 400);
    CHECK(milliseconds == -1);
    GIVES(FN(cuda, cuEventElapsedTime)(&milliseconds, first, second), 0);
    CHECK(milliseconds > 0);
    GIVES(FN(cuda, cuEventQuery)(second), 0);
    GIVES(FN(cuda, cuEventSynchronize)(second), 0);
    GIVES(FN(cuda, cuStreamWaitEvent)(stream, second, 0), 0);
    GIVES(FN(cuda, cuEventDestroy_v2)(second), 0);
    GIVES(FN(cuda, cuEventDestroy_v2)(second), 400);
    GIVES(FN(cuda, cuStreamWaitEvent)(stream, second, 0), 400);
}

const struct test_case compute_cases[] = {
    {"memory", "", memory},     {"modules and links", "", modules},
    {"launches", "", launches}, {"events", "", events},
    {NULL, NULL, NULL},
};
