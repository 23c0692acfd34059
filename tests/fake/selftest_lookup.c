/* SPDX-License-Identifier: MIT */
/* selftest_lookup.c - the contract of cuGetProcAddress, in both ABIs and in unusual drivers. */
#include <dlfcn.h>
#include <limits.h>
#include <stddef.h>

#include "fake_cuda.h"
#include "selftest.h"

static const char main_driver[] = "driver/libcuda.so.1";

static void *const poison = (void *)0x77;

struct question {
    const char *symbol;
    int version;
    cuuint64_t flags;
    int result;
    int status;
    const char *answer; /* an exported name; NULL for none */
};

static const struct question questions[] = {
    {"cuStreamCreate", 2000, 0, 0, 0, "cuStreamCreate"},
    {"cuStreamCreate", 13000, 2, 0, 0, "cuStreamCreate"},
    {"cuStreamCreate", 1999, 0, 0, 2, NULL},
    {"cuStreamCreate", 0, 0, 0, 2, NULL},
    {"cuStreamCreate", -1, 0, 0, 2, NULL},
    {"cuStreamCreate", 13010, 0, 1, 0, NULL},
    {"cuStreamCreate", INT_MAX, 0, 1, 0, NULL},
    {"cuStreamCreate", 2000, 4, 1, 0, NULL},
    {"cuStreamCreateWithPriority", 5050, 1, 0, 0, "cuStreamCreateWithPriority"},
    {"cuStreamCreateWithPriority", 5000, 0, 0, 2, NULL},
    {"cuStreamDestroy", 2000, 0, 0, 0, "cuStreamDestroy"},
    {"cuStreamDestroy", 3999, 0, 0, 0, "cuStreamDestroy"},
    {"cuStreamDestroy", 4000, 0, 0, 0, "cuStreamDestroy_v2"},
    {"cuStreamDestroy_v2", 4000, 0, 0, 1, NULL},
    {"cuCtxPushCurrent", 4000, 0, 0, 0, "cuCtxPushCurrent_v2"},
    {"cuCtxCreate", 3020, 0, 0, 0, "cuCtxCreate_v2"},
    {"cuCtxCreate", 13000, 0, 0, 0, "cuCtxCreate_v4"},
    {"cuStreamGetPriority", 5050, 2, 0, 0, "cuStreamGetPriority"},
    {"cuStreamGetPriority", 7000, 0, 0, 0, "cuStreamGetPriority"},
    {"cuStreamGetPriority", 7000, 1, 0, 0, "cuStreamGetPriority"},
    {"cuStreamGetPriority", 7000, 2, 0, 0, "cuStreamGetPriority_ptsz"},
    {"cuStreamGetPriority_ptsz", 7000, 2, 0, 1, NULL},
    {"cuStreamGetCtx", 12040, 2, 0, 0, "cuStreamGetCtx_ptsz"},
    {"cuStreamGetCtx", 12050, 2, 0, 0, "cuStreamGetCtx_v2_ptsz"},
    {"cuStreamGetCtx", 12050, 0, 0, 0, "cuStreamGetCtx_v2"},
    {"cuGreenCtxStreamCreate", 12050, 0, 0, 0, "cuGreenCtxStreamCreate"},
    {"cuGreenCtxStreamCreate", 12040, 0, 0, 2, NULL},
    {"cuLaunchKernel", 4000, 2, 0, 0, "cuLaunchKernel"},
    {"cuLaunchKernel", 7000, 0, 0, 0, "cuLaunchKernel"},
    {"cuLaunchKernel", 7000, 2, 0, 0, "cuLaunchKernel_ptsz"},
    {"cuLaunchKernelEx", 11050, 0, 0, 2, NULL},
    {"cuLaunchKernelEx", 11060, 1, 0, 0, "cuLaunchKernelEx"},
    {"cuLaunchKernelEx", 11060, 2, 0, 0, "cuLaunchKernelEx_ptsz"},
    {"cuLaunchCooperativeKernel", 9000, 2, 0, 0, "cuLaunchCooperativeKernel_ptsz"},
    {"cuStreamSetAttribute", 10000, 0, 0, 2, NULL},
    {"cuStreamSetAttribute", 11000, 2, 0, 0, "cuStreamSetAttribute_ptsz"},
    {"cuStreamBeginCapture", 10010, 0, 0, 0, "cuStreamBeginCapture_v2"},
    {"cuStreamBeginCapture", 12000, 2, 0, 0, "cuStreamBeginCapture_v2_ptsz"},
    {"cuStreamGetCaptureInfo", 12020, 0, 0, 0, "cuStreamGetCaptureInfo_v2"},
    {"cuStreamGetCaptureInfo", 12030, 2, 0, 0, "cuStreamGetCaptureInfo_v3_ptsz"},
    {"cuGraphAddKernelNode", 11080, 0, 0, 0, "cuGraphAddKernelNode"},
    {"cuGraphAddKernelNode", 12000, 2, 0, 0, "cuGraphAddKernelNode_v2"},
    {"cuGetProcAddress", 11030, 0, 0, 0, "cuGetProcAddress"},
    {"cuGetProcAddress", 11990, 0, 0, 0, "cuGetProcAddress"},
    {"cuGetProcAddress", 12000, 0, 0, 0, "cuGetProcAddress_v2"},
    {"cuGetProcAddress_v2", 12000, 0, 0, 1, NULL},
    {"cuNoSuchFunction", 12000, 0, 0, 1, NULL},
    {"", 0, 0, 0, 1, NULL},
};

static void ask_v2(void *cuda, const struct question *question)
{
    void *function = poison, *again = poison;
    CUdriverProcAddressQueryResult status = (CUdriverProcAddressQueryResult)9;
    __typeof__(cuGetProcAddress_v2) *ask = FN(cuda, cuGetProcAddress_v2);
    GIVES(ask(question->symbol, &function, question->version, question->flags, &status),
          question->result);
    GIVES(ask(question->symbol, &again, question->version, question->flags, NULL),
          question->result);
    CHECK(function == again);
    if (question->result != 0) {
        CHECK(function == poison && (int)status == 9);
        return;
    }
    GIVES(status, question->status);
    CHECK(function == (question->answer ? symbol(cuda, question->answer) : NULL));
}

/* The first ABI answers alike, but a name without an answer is an error. */
static void ask_v1(void *cuda, const struct question *question)
{
    void *function = poison;
    int wanted = question->result;
    if (wanted == 0 && question->status != 0 && *question->symbol)
        wanted = CUDA_ERROR_NOT_FOUND;
    GIVES(
        FN(cuda, cuGetProcAddress)(question->symbol, &function, question->version, question->flags),
        wanted);
    if (question->result != 0)
        CHECK(function == poison);
    else
        CHECK(function == (question->answer ? symbol(cuda, question->answer) : NULL));
}

static void answers(void)
{
    void *cuda = library(main_driver), *function;
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        ask_v2(cuda, &questions[i]);
        ask_v1(cuda, &questions[i]);
    }
    GIVES(FN(cuda, cuGetProcAddress_v2)(NULL, &function, 2000, 0, NULL), 1);
    GIVES(FN(cuda, cuGetProcAddress_v2)("cuInit", NULL, 2000, 0, NULL), 1);
    GIVES(FN(cuda, cuGetProcAddress)(NULL, &function, 2000, 0), 1);
    GIVES(FN(cuda, cuGetProcAddress)("cuInit", NULL, 2000, 0), 1);
}

/* One question by _v2; the answer, and the status in *status. */
static void *ask(void *cuda, const char *name, int version, int *status)
{
    void *function = poison;
    CUdriverProcAddressQueryResult found = (CUdriverProcAddressQueryResult)9;
    GIVES(FN(cuda, cuGetProcAddress_v2)(name, &function, version, 0, &found), 0);
    *status = (int)found;
    return function;
}

static void lacks_and_nulls(void)
{
    void *cuda = library(main_driver);
    int status;
    CHECK(ask(cuda, "cuStreamCreateWithPriority", 5050, &status) == NULL);
    GIVES(status, 1);
    CHECK(ask(cuda, "cuStreamCreate", 2000, &status) == NULL);
    GIVES(status, 0);
    CHECK(ask(cuda, "cuInit", 2000, &status) == symbol(cuda, "cuInit"));
    CHECK(symbol(cuda, "cuStreamCreateWithPriority") != NULL);
}

static void inner_twins(void)
{
    void *cuda = library(main_driver);
    int status;
    void *init = ask(cuda, "cuInit", 2000, &status);
    CHECK(init && init != symbol(cuda, "cuInit"));
    RECORD("cuda cuGetProcAddress_v2 symbol=cuInit version=2000 flags=0 = 0\n");
    GIVES(((__typeof__(cuInit) *)(uintptr_t)init)(0), 0);
    RECORD("cuda cuInit flags=0 = 0\n");
    void *ask_again = ask(cuda, "cuGetProcAddress", 12000, &status), *create;
    CHECK(ask_again != symbol(cuda, "cuGetProcAddress_v2"));
    GIVES(((__typeof__(cuGetProcAddress_v2) *)(uintptr_t)ask_again)("cuStreamCreate", &create, 2000,
                                                                    0, NULL),
          0);
    CHECK(create && create != symbol(cuda, "cuStreamCreate"));
}

static void future_abi(void)
{
    void *cuda = library(main_driver);
    int status;
    CUcontext ctx;
    CUstream stream;
    CHECK(ask(cuda, "cuStreamCreate", 13990, &status) == symbol(cuda, "cuStreamCreate"));
    CHECK(ask(cuda, "cuStreamCreate", 14000, &status) == symbol(cuda, "cuStreamCreate_v2"));
    CHECK(ask(cuda, "cuStreamCreateWithPriority", 14000, &status) ==
          symbol(cuda, "cuStreamCreateWithPriority_v2"));
    CHECK(ask(cuda, "cuGetProcAddress", 14000, &status) == symbol(cuda, "cuGetProcAddress_v3"));
    CHECK(ask(cuda, "cuStreamDestroy", 14000, &status) == symbol(cuda, "cuStreamDestroy_v2"));
    FN(cuda, cuInit)(0);
    FN(cuda, cuCtxCreate_v2)(&ctx, 0, 0);
    GIVES(FN(cuda, cuStreamCreateWithPriority_v2)(42, &stream, 1, -2), 0);
}

static void older_version(void)
{
    void *cuda = library(main_driver), *function = poison;
    GIVES(FN(cuda, cuGetProcAddress_v2)("cuGetProcAddress", &function, 12000, 0, NULL), 1);
    CHECK(function == poison);
    GIVES(FN(cuda, cuGetProcAddress_v2)("cuStreamCreate", &function, 11030, 0, NULL), 0);
}

static void driver_11(void)
{
    void *cuda = library("driver_11/libcuda.so.1"), *function;
    CHECK(symbol(cuda, "cuGetProcAddress_v2") == NULL);
    CHECK(symbol(cuda, "cuGreenCtxCreate") == NULL && symbol(cuda, "cuStreamCreate_v2") == NULL);
    __typeof__(cuGetProcAddress) *find = FN(cuda, cuGetProcAddress);
    GIVES(find("cuStreamCreate", &function, 11030, 0), 0);
    CHECK(function == symbol(cuda, "cuStreamCreate"));
    GIVES(find("cuGetProcAddress", &function, 11030, 0), 0);
    CHECK(function == symbol(cuda, "cuGetProcAddress"));
    GIVES(find("cuGetProcAddress", &function, 12000, 0), 1);
    GIVES(find("cuGreenCtxStreamCreate", &function, 11030, 0), 500);
    CHECK(function == NULL);
    GIVES(find("", &function, 0, 0), 0);
}

/* A copy in the global scope defines every name first; each still answers with its own. */
static void second_copy(void)
{
    void *other = dlopen(FAKE_LIBRARIES "/driver_b/libcuda_b.so.1", RTLD_NOW | RTLD_GLOBAL);
    void *cuda = library(main_driver);
    int status;
    CHECK(ask(other, "cuStreamCreate", 2000, &status) == symbol(other, "cuStreamCreate"));
    CHECK(ask(cuda, "cuStreamCreate", 2000, &status) == symbol(cuda, "cuStreamCreate"));
}

const struct test_case lookup_cases[] = {
    {"cuGetProcAddress, both ABIs", "", answers},
    {"names it lacks, and success with NULL",
     "FAKE_CUDA_LACK=cuInitX,cuStreamCreateWithPriority FAKE_CUDA_NULL=cuStreamCreate",
     lacks_and_nulls},
    {"inner twins", "FAKE_CUDA_INNER=1", inner_twins},
    {"a future ABI", "FAKE_CUDA_FUTURE=14000 FAKE_CUDA_VERSION=14000", future_abi},
    {"an older version", "FAKE_CUDA_VERSION=11080", older_version},
    {"a driver of 11.3", "", driver_11},
    {"a second copy answers with its own", "", second_copy},
    {NULL, NULL, NULL},
};
