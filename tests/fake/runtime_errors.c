/* SPDX-License-Identifier: MIT */
/* runtime_errors.c - the last error, which each thread has of its own. */
#include "runtime.h"

static __thread cudaError_t last_error;

void runtime_note(cudaError_t result)
{
    if (result != cudaSuccess)
        last_error = result;
}

/* These two report it: what they return is no failure of theirs, so it isn't noted again. */
cudaError_t cudaGetLastError(void)
{
    cudaError_t result = last_error;
    last_error = cudaSuccess;
    fake_record("cudaGetLastError", (int)result, FAKE_NO_ARGUMENTS);
    return result;
}

cudaError_t cudaPeekAtLastError(void)
{
    fake_record("cudaPeekAtLastError", (int)last_error, FAKE_NO_ARGUMENTS);
    return last_error;
}
