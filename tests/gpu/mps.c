/* SPDX-License-Identifier: MIT */
/*
 * mps: when does the driver read CUDA_MPS_CLIENT_PRIORITY? This program has a getenv of its own,
 * which a library that it opens is bound to, and says in which step each variable of MPS was asked
 * for.
 */
#include "driver.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum step { BEFORE, OPENING, CU_INIT, FIRST_CONTEXT, FIRST_STREAM, STEPS };
static const char *const step_names[STEPS] = {"before the driver", "dlopen", "cuInit",
                                              "the first context", "the first stream"};
static const char *const variables[] = {"CUDA_MPS_CLIENT_PRIORITY", "CUDA_MPS_PIPE_DIRECTORY",
                                        "CUDA_VISIBLE_DEVICES"};
enum { VARIABLES = sizeof variables / sizeof *variables };

static enum step step;
static int reads[VARIABLES][STEPS];

static char *look(const char *name)
{
    size_t length = strlen(name);

    for (int i = 0; i < VARIABLES; i++)
        if (strcmp(variables[i], name) == 0)
            reads[i][step]++;
    for (char **variable = environ; variable && *variable; variable++)
        if (strncmp(*variable, name, length) == 0 && (*variable)[length] == '=')
            return *variable + length + 1;
    return NULL;
}

/* Called by other objects of the process only. */
char *getenv(const char *name)
{
    return look(name);
}

char *secure_getenv(const char *name)
{
    return look(name);
}

static bool read_at_all(int variable)
{
    int sum = 0;

    for (int i = 0; i < STEPS; i++)
        sum += reads[variable][i];
    return sum > 0;
}

static void tell(bool any)
{
    for (int i = 0; i < VARIABLES; i++) {
        if (!read_at_all(i))
            report_answer("When are the variables of MPS read?: %s: %s", variables[i],
                          any ? "not by getenv, in any step" : "not seen: nothing here was");
        for (int j = 0; j < STEPS; j++)
            if (reads[i][j])
                report_answer("When are the variables of MPS read?: %s: in %s, %d times",
                              variables[i], step_names[j], reads[i][j]);
    }
}

int main(void)
{
    CUcontext context = NULL;
    CUstream stream = NULL;

    step = OPENING;
    driver_find();
    step = CU_INIT;
    CUresult result = driver.cuInit(0);
    if (result != 0) {
        report_skip("no device: cuInit gives %d", result);
        return SKIPPED;
    }
    step = FIRST_CONTEXT;
    result = driver.cuDevicePrimaryCtxRetain(&context, 0);
    if (result == 0)
        result = driver.cuCtxSetCurrent(context);
    step = FIRST_STREAM;
    if (result == 0)
        result = driver.cuStreamCreate(&stream, 0);
    report(result == 0, "a context and a stream: %d", result);
    bool any = false;
    for (int i = 0; i < VARIABLES; i++)
        any |= read_at_all(i);
    tell(any);
    return report_end();
}
