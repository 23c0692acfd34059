/* SPDX-License-Identifier: MIT */
/*
 * jumps: leaves a creation by a jump, from the handler of a fault inside the driver, and then
 * creates three streams by another function.
 */
#include "fake_cuda.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf back;

static void jump(int signal)
{
    siglongjmp(back, signal);
}

/* Further down the stack than what comes after it. */
static __attribute__((noinline)) void fail(void)
{
    volatile char room[4096];

    room[0] = 8; /* no address */
    cuStreamCreate((CUstream *)(size_t)room[0], CU_STREAM_DEFAULT);
    printf("it did not fail\n");
}

int main(void)
{
    CUcontext context;

    cuInit(0);
    cuCtxCreate_v2(&context, 0, 0);
    signal(SIGSEGV, jump);
    if (sigsetjmp(back, 1) == 0)
        fail();
    for (int i = 0; i < 3; i++) {
        CUstream stream;
        printf("%d\n", cuStreamCreateWithPriority(&stream, CU_STREAM_DEFAULT, -1));
    }
    return 0;
}
