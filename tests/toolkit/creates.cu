/* SPDX-License-Identifier: MIT */
/*
 * creates: an ordinary program of the CUDA runtime. It creates a stream by each function, uses it
 * and says what came of it; without a device that is an error each time, and still the runtime has
 * by then asked its driver for every function. nvcc builds it with a kernel, a C compiler without.
 */
#include <cuda_runtime_api.h>

#include <stdio.h>

#ifdef __CUDACC__
__global__ void fill(int *to, int value)
{
    if (to)
        to[threadIdx.x] = value;
}

static void launch(cudaStream_t stream)
{
    fill<<<1, 32, 0, stream>>>(NULL, 0);
}
#else
static void launch(cudaStream_t stream)
{
    (void)stream;
}
#endif

static void show(const char *function, cudaError_t result)
{
    printf("%s = %s\n", function, cudaGetErrorName(result));
}

static void show_stream(const char *function, cudaError_t result, cudaStream_t stream)
{
    int priority = -999;

    if (result != cudaSuccess) {
        show(function, result);
        return;
    }
    cudaStreamGetPriority(stream, &priority);
    launch(stream);
    printf("%s = %s priority=%d, work done = %s\n", function, cudaGetErrorName(result), priority,
           cudaGetErrorName(cudaStreamSynchronize(stream)));
}

int main(void)
{
    cudaStream_t stream = NULL;
    int count = -1, least = -1, greatest = -1;

    show("cudaGetDeviceCount", cudaGetDeviceCount(&count));
    cudaError_t result = cudaStreamCreate(&stream);
    show_stream("cudaStreamCreate", result, stream);
    result = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    show_stream("cudaStreamCreateWithFlags", result, stream);
    result = cudaStreamCreateWithPriority(&stream, 0, -1);
    show_stream("cudaStreamCreateWithPriority", result, stream);
    show("range", cudaDeviceGetStreamPriorityRange(&least, &greatest));
    show("last error", cudaGetLastError());
    printf("devices %d, range %d to %d\n", count, least, greatest);
    return count > 0 ? 0 : 3;
}
