/* SPDX-License-Identifier: MIT */
/*
 * links.c - the linker: PTX goes in, and what comes out is the same text. On a device it would be a
 * cubin; a client only hands it on to cuModuleLoadData, or keeps it in a file.
 */
#include <stdlib.h>
#include <string.h>

#include "compute.h"

enum { MAX_LINKS = 64 };

static struct CUlinkState_st {
    char *text;
    size_t length;
} links[MAX_LINKS];
static atomic_bool taken[MAX_LINKS];

static int slot(CUlinkState state)
{
    return slot_of(state, links, sizeof links[0], taken, MAX_LINKS);
}

/* The options tune a compiler that isn't there; logs stay empty. */
static CUresult body_cuLinkCreate(unsigned int count, CUjit_option *options, void **values,
                                  CUlinkState *state)
{
    CUcontext ctx;
    CUresult result = current_context(&ctx);
    if (result != CUDA_SUCCESS)
        return result;
    if (!state || (count > 0 && (!options || !values)))
        return CUDA_ERROR_INVALID_VALUE;
    int made = slot_claim(taken, MAX_LINKS);
    if (made < 0)
        return CUDA_ERROR_OUT_OF_MEMORY;
    links[made] = (struct CUlinkState_st){0};
    *state = &links[made];
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION_AS(cuLinkCreate_v2, body_cuLinkCreate,
                   (unsigned int count, CUjit_option *options, void **values, CUlinkState *state),
                   (count, options, values, state), "%s count=%u", FAKE_OUT(state), count)

static CUresult body_cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size,
                                   const char *name, unsigned int count, CUjit_option *options,
                                   void **values)
{
    (void)name, (void)count, (void)options, (void)values;
    if (slot(state) < 0)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!data || type != CU_JIT_INPUT_PTX)
        return CUDA_ERROR_INVALID_VALUE;
    size_t length = strnlen(data, size);
    char *text = realloc(state->text, state->length + length + 1);
    if (!text)
        return CUDA_ERROR_OUT_OF_MEMORY;
    memcpy(text + state->length, data, length);
    text[state->length + length] = '\0';
    state->text = text;
    if (!module_is_ptx(text + state->length))
        return CUDA_ERROR_INVALID_PTX;
    state->length += length;
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION_AS(cuLinkAddData_v2, body_cuLinkAddData,
                   (CUlinkState state, CUjitInputType type, void *data, size_t size,
                    const char *name, unsigned int count, CUjit_option *options, void **values),
                   (state, type, data, size, name, count, options, values), " type=%d name=%s",
                   (int)type, name ? name : "NULL")

/* The image is the link's own, and ends with it. */
static CUresult body_cuLinkComplete(CUlinkState state, void **image, size_t *size)
{
    if (slot(state) < 0)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!image || !state->text)
        return CUDA_ERROR_INVALID_VALUE;
    *image = state->text;
    if (size)
        *size = state->length + 1;
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuLinkComplete, (CUlinkState state, void **image, size_t *size),
                (state, image, size), "%s", FAKE_OUT(image))

static CUresult body_cuLinkDestroy(CUlinkState state)
{
    int ended = slot(state);
    if (ended < 0)
        return CUDA_ERROR_INVALID_HANDLE;
    free(state->text);
    atomic_store(&taken[ended], false);
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuLinkDestroy, (CUlinkState state), (state), FAKE_NO_ARGUMENTS)
