/* SPDX-License-Identifier: MIT */
/*
 * modules.c - modules: PTX text, in which kernels and arrays are found by name. An image of another
 * kind is refused, as a device refuses one that is not for it.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compute.h"

enum { MAX_MODULES = 256, MAX_FUNCTIONS = 4096, MAX_ARRAYS = 16, NAME_SIZE = 128 };

static struct CUmod_st {
    char *text;
    CUdevice device;
    int array_count;
    struct array {
        char name[NAME_SIZE];
        CUdeviceptr pointer;
        size_t bytes;
    } arrays[MAX_ARRAYS]; /* those asked for so far; not for two threads at once */
} modules[MAX_MODULES];
static atomic_bool modules_taken[MAX_MODULES];

static struct CUfunc_st {
    CUmodule module;
    int dynamic_shared;
    size_t first_parameter; /* function_first_parameter */
    char name[NAME_SIZE];
} functions[MAX_FUNCTIONS];
static atomic_bool functions_taken[MAX_FUNCTIONS];

bool module_is_ptx(const char *text)
{
    return strstr(text, ".version") && strstr(text, ".target");
}

static int module_slot(CUmodule module)
{
    return slot_of(module, modules, sizeof modules[0], modules_taken, MAX_MODULES);
}

bool function_valid(CUfunction function)
{
    return slot_of(function, functions, sizeof functions[0], functions_taken, MAX_FUNCTIONS) >= 0;
}

const char *function_name(CUfunction function)
{
    return function_valid(function) ? function->name : "?";
}

unsigned int function_shared(CUfunction function)
{
    return function->dynamic_shared > STATIC_SHARED_MEMORY ? (unsigned int)function->dynamic_shared
                                                           : STATIC_SHARED_MEMORY;
}

CUdevice function_device(CUfunction function)
{
    return function->module->device;
}

size_t function_first_parameter(CUfunction function)
{
    return function->first_parameter;
}

static CUresult body_cuModuleLoadData(CUmodule *module, const void *image)
{
    CUcontext ctx;
    CUresult result = current_context(&ctx);
    if (result != CUDA_SUCCESS)
        return result;
    if (!module || !image)
        return CUDA_ERROR_INVALID_VALUE;
    if (!module_is_ptx(image))
        return CUDA_ERROR_INVALID_IMAGE;
    char *text = strdup(image);
    int slot = text ? slot_claim(modules_taken, MAX_MODULES) : -1;
    if (slot < 0) {
        free(text);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    modules[slot].text = text;
    modules[slot].device = context_device(ctx);
    modules[slot].array_count = 0;
    *module = &modules[slot];
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuModuleLoadData, (CUmodule * module, const void *image), (module, image), "%s",
                FAKE_OUT(module))

static CUresult body_cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int count,
                                        CUjit_option *options, void **values)
{
    if (count > 0 && (!options || !values))
        return CUDA_ERROR_INVALID_VALUE;
    return body_cuModuleLoadData(module, image);
}
DRIVER_FUNCTION(cuModuleLoadDataEx,
                (CUmodule * module, const void *image, unsigned int count, CUjit_option *options,
                 void **values),
                (module, image, count, options, values), "%s count=%u", FAKE_OUT(module), count)

static CUresult body_cuModuleUnload(CUmodule module)
{
    int slot = module_slot(module);
    if (slot < 0)
        return driver_initialised() ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_NOT_INITIALIZED;
    for (int i = 0; i < MAX_FUNCTIONS; i++) {
        if (atomic_load(&functions_taken[i]) && functions[i].module == module)
            atomic_store(&functions_taken[i], false);
    }
    for (int i = 0; i < module->array_count; i++)
        memory_drop(module->arrays[i].pointer);
    free(module->text);
    atomic_store(&modules_taken[slot], false);
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuModuleUnload, (CUmodule module), (module), FAKE_NO_ARGUMENTS)

/* Where `name` stands in the text as a whole word; NULL at the end. */
static const char *find_word(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        char after = at[length];
        if (at > text && isspace((unsigned char)at[-1]) && !isalnum((unsigned char)after) &&
            after != '_' && after != '$')
            return at;
    }
    return NULL;
}

/* ".entry NAME(" declares a kernel. Where its parameters begin; NULL: there is none of that name.
 */
static const char *find_kernel(const char *text, const char *name)
{
    static const char entry[] = ".entry ";
    size_t length = sizeof entry - 1;
    for (const char *at = find_word(text, name); at; at = find_word(at + 1, name)) {
        if ((size_t)(at - text) >= length && memcmp(at - length, entry, length) == 0)
            return at + strlen(name);
    }
    return NULL;
}

/* ".param .u32 NAME" declares a number of so many bits. */
static size_t first_parameter(const char *parameters)
{
    unsigned int bits;
    return sscanf(parameters, " ( .param .%*1[bsuf]%u", &bits) == 1 && bits <= 64 ? bits / 8 : 0;
}

/* ".b8 NAME[COUNT]" declares an array of so many bytes; 0: there is none of that name. */
static size_t array_bytes(const char *text, const char *name)
{
    for (const char *at = find_word(text, name); at; at = find_word(at + 1, name)) {
        const char *type = at - 1;
        while (type > text && type[-1] != ' ' && type[-1] != '\n')
            type--;
        unsigned int bits;
        size_t count;
        if (sscanf(type, ".%*1[bsuf]%u", &bits) == 1 &&
            sscanf(at + strlen(name), "[%zu]", &count) == 1)
            return bits / 8 * count;
    }
    return 0;
}

static CUresult body_cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    if (module_slot(module) < 0)
        return driver_initialised() ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_NOT_INITIALIZED;
    if (!function || !name || !*name || strlen(name) >= NAME_SIZE)
        return CUDA_ERROR_INVALID_VALUE;
    const char *parameters = find_kernel(module->text, name);
    if (!parameters)
        return CUDA_ERROR_NOT_FOUND;
    int slot = slot_claim(functions_taken, MAX_FUNCTIONS);
    if (slot < 0)
        return CUDA_ERROR_OUT_OF_MEMORY;
    functions[slot].module = module;
    functions[slot].dynamic_shared = 0;
    functions[slot].first_parameter = first_parameter(parameters);
    strcpy(functions[slot].name, name);
    *function = &functions[slot];
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuModuleGetFunction, (CUfunction * function, CUmodule module, const char *name),
                (function, module, name), "%s name=%s", FAKE_OUT(function), name ? name : "NULL")

static struct array *find_array(CUmodule module, const char *name)
{
    for (int i = 0; i < module->array_count; i++) {
        if (strcmp(module->arrays[i].name, name) == 0)
            return &module->arrays[i];
    }
    return NULL;
}

/* Either out-pointer may be NULL (cuda.h 13.0). */
static CUresult body_cuModuleGetGlobal(CUdeviceptr *pointer, size_t *bytes, CUmodule module,
                                       const char *name)
{
    if (module_slot(module) < 0)
        return driver_initialised() ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_NOT_INITIALIZED;
    if (!name || !*name || strlen(name) >= NAME_SIZE)
        return CUDA_ERROR_INVALID_VALUE;
    struct array *array = find_array(module, name);
    if (!array) {
        size_t size = array_bytes(module->text, name);
        if (size == 0)
            return CUDA_ERROR_NOT_FOUND;
        if (module->array_count == MAX_ARRAYS)
            return CUDA_ERROR_OUT_OF_MEMORY;
        array = &module->arrays[module->array_count];
        CUresult result = memory_new(module->device, size, &array->pointer);
        if (result != CUDA_SUCCESS)
            return result;
        array->bytes = size;
        strcpy(array->name, name);
        module->array_count++;
    }
    if (pointer)
        *pointer = array->pointer;
    if (bytes)
        *bytes = array->bytes;
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION_AS(cuModuleGetGlobal_v2, body_cuModuleGetGlobal,
                   (CUdeviceptr * pointer, size_t *bytes, CUmodule module, const char *name),
                   (pointer, bytes, module, name), "%s name=%s", FAKE_OUT(pointer),
                   name ? name : "NULL")

static CUresult body_cuFuncGetAttribute(int *value, CUfunction_attribute attribute,
                                        CUfunction function)
{
    if (!function_valid(function))
        return driver_initialised() ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_NOT_INITIALIZED;
    if (!value || attribute >= CU_FUNC_ATTRIBUTE_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = MAX_BLOCK_THREADS;
        break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
        *value = 32;
        break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = function->dynamic_shared;
        break;
    default:
        *value = 0;
    }
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuFuncGetAttribute,
                (int *value, CUfunction_attribute attribute, CUfunction function),
                (value, attribute, function), "%s attribute=%d", FAKE_OUT(value), (int)attribute)

/* Most attributes follow from the code and can't be set. */
static CUresult body_cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute,
                                        int value)
{
    if (!function_valid(function))
        return driver_initialised() ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_NOT_INITIALIZED;
    if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || value < 0 ||
        value > MAX_SHARED_MEMORY)
        return CUDA_ERROR_INVALID_VALUE;
    function->dynamic_shared = value;
    return CUDA_SUCCESS;
}
DRIVER_FUNCTION(cuFuncSetAttribute,
                (CUfunction function, CUfunction_attribute attribute, int value),
                (function, attribute, value), " attribute=%d value=%d", (int)attribute, value)
