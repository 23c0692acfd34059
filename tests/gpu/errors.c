/* SPDX-License-Identifier: MIT */
/* errors: calls that can't succeed give what they give without the library, and change nothing. */
#include "driver.h"
#include "level.h"
#include "report.h"

static CUstream untouched;

/* Each call, with a good out-pointer and with none. */
static void call_all(const char *when, unsigned int flags)
{
    CUstream stream = untouched;
    CUresult result = driver.cuStreamCreate(&stream, flags);

    report_fact("%s: cuStreamCreate(&s, %u) = %d, handle written: %d", when, flags, result,
                stream != untouched);
    stream = untouched;
    result = driver.cuStreamCreateWithPriority(&stream, flags, -1);
    report_fact("%s: cuStreamCreateWithPriority(&s, %u) = %d, handle written: %d", when, flags,
                result, stream != untouched);
    result = driver.cuStreamCreate(NULL, flags);
    report_fact("%s: cuStreamCreate(NULL, %u) = %d", when, flags, result);
    result = driver.cuStreamCreateWithPriority(NULL, flags, -1);
    report_fact("%s: cuStreamCreateWithPriority(NULL, %u) = %d", when, flags, result);
}

int main(int argc, char **argv)
{
    level_read(argc, argv);
    driver_find();
    untouched = (CUstream)&untouched;
    call_all("before cuInit", 0);
    driver_start();
    call_all("without a context", 0);
    call_all("without a context", 0xff);
    CUresult result = driver_use(0);
    report(result == 0, "device 0 can be used: %d", result);
    if (result == 0)
        call_all("flags that don't exist", 0xff);
    return report_end();
}
