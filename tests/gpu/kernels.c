#include "kernels.h"

#include "report.h"

#include <string.h>

/* An old PTX version and target: every driver that still has priorities takes it. */
static const char ptx[] = ".version 6.0\n"
                          ".target sm_50\n"
                          ".address_size 64\n"
                          ".visible .entry fill(.param .u64 to, .param .u32 value)\n"
                          "{\n"
                          "    .reg .b32 %r<6>;\n"
                          "    .reg .b64 %rd<3>;\n"
                          "    ld.param.u64 %rd1, [to];\n"
                          "    ld.param.u32 %r1, [value];\n"
                          "    cvta.to.global.u64 %rd1, %rd1;\n"
                          "    mov.u32 %r2, %ctaid.x;\n"
                          "    mov.u32 %r3, %ntid.x;\n"
                          "    mov.u32 %r4, %tid.x;\n"
                          "    mad.lo.u32 %r4, %r2, %r3, %r4;\n"
                          "    mul.wide.u32 %rd2, %r4, 4;\n"
                          "    add.u64 %rd2, %rd1, %rd2;\n"
                          "    add.u32 %r5, %r1, %r4;\n"
                          "    st.global.u32 [%rd2], %r5;\n"
                          "    ret;\n"
                          "}\n"
                          ".visible .entry spin(.param .u64 nanoseconds)\n"
                          "{\n"
                          "    .reg .b64 %rd<5>;\n"
                          "    .reg .pred %p;\n"
                          "    ld.param.u64 %rd1, [nanoseconds];\n"
                          "    mov.u64 %rd2, %globaltimer;\n"
                          "again:\n"
                          "    mov.u64 %rd3, %globaltimer;\n"
                          "    sub.u64 %rd4, %rd3, %rd2;\n"
                          "    setp.lt.u64 %p, %rd4, %rd1;\n"
                          "    @%p bra again;\n"
                          "    ret;\n"
                          "}\n";

static CUfunction fill, spin;

bool kernels_load(void)
{
    CUmodule module = NULL;
    CUresult result;

    if (!driver.cuModuleLoadData || !driver.cuModuleGetFunction || !driver.cuLaunchKernel ||
        !driver.cuMemAlloc_v2 || !driver.cuMemFree_v2 || !driver.cuMemcpyDtoH_v2 ||
        !driver.cuStreamSynchronize) {
        report_skip("kernels: this driver has no cuModuleLoadData or its like: a stand-in?");
        return false;
    }
    result = driver.cuModuleLoadData(&module, ptx);
    if (result == 0)
        result = driver.cuModuleGetFunction(&fill, module, "fill");
    if (result == 0)
        result = driver.cuModuleGetFunction(&spin, module, "spin");
    report(result == 0, "the kernels load: %d", result);
    return result == 0;
}

CUresult kernels_memory(CUdeviceptr *memory)
{
    return driver.cuMemAlloc_v2(memory, FILLED * sizeof(uint32_t));
}

CUresult kernels_fill(CUstream stream, CUdeviceptr to, uint32_t value)
{
    void *parameters[] = {&to, &value};
    enum { THREADS = 128 };

    return driver.cuLaunchKernel(fill, FILLED / THREADS, 1, 1, THREADS, 1, 1, 0, stream, parameters,
                                 NULL);
}

bool kernels_filled(CUdeviceptr memory, uint32_t value)
{
    static uint32_t numbers[FILLED];

    memset(numbers, 0xff, sizeof(numbers));
    if (driver.cuMemcpyDtoH_v2(numbers, memory, sizeof(numbers)) != 0)
        return false;
    for (uint32_t i = 0; i < FILLED; i++) {
        if (numbers[i] != value + i)
            return false;
    }
    return true;
}

CUresult kernels_try(CUstream stream, uint32_t value)
{
    CUdeviceptr memory = 0;
    CUresult result = kernels_memory(&memory);

    if (result != 0)
        return result;
    /* Another value first, so that no other stream's work can pass for this one's. */
    result = kernels_fill(stream, memory, value + FILLED);
    if (result == 0)
        result = kernels_fill(stream, memory, value);
    if (result == 0)
        result = driver.cuStreamSynchronize(stream);
    if (result == 0 && !kernels_filled(memory, value))
        result = -1;
    driver.cuMemFree_v2(memory);
    return result;
}

CUresult kernels_spin(CUstream stream, unsigned int blocks, uint64_t nanoseconds)
{
    void *parameters[] = {&nanoseconds};

    return driver.cuLaunchKernel(spin, blocks, 1, 1, 256, 1, 1, 0, stream, parameters, NULL);
}
