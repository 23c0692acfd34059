/* SPDX-License-Identifier: MIT */
/*
 * A driver in two layers: what makes streams here says which priority it was given, and hands on to
 * the driver beneath, by a lookup. Its cuGetProcAddress gives trampolines, which lie in no object,
 * as a translator's or tracer's may.
 */
#include "fake_cuda.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define BENEATH(name) ((__typeof(&name))dlsym(dlopen("libcuda.so.1", RTLD_LAZY), #name))

CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
    printf("proxy: given none\n");
    return BENEATH(cuStreamCreate)(stream, flags);
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority)
{
    printf("proxy: given %d\n", priority);
    return BENEATH(cuStreamCreateWithPriority)(stream, flags, priority);
}

CUresult cuGreenCtxStreamCreate(CUstream *stream, CUgreenCtx green, unsigned int flags,
                                int priority)
{
    printf("proxy: given %d\n", priority);
    return BENEATH(cuGreenCtxStreamCreate)(stream, green, flags, priority);
}

/* A jump to the function, in memory of its own. */
static void *trampoline(void *function)
{
#ifdef __x86_64__
    static const unsigned char jump[] = {
        0x49, 0xbb, 0, 0, 0, 0, 0, 0, 0, 0, 0x41, 0xff, 0xe3}; /* mov $.., %r11; jmp *%r11 */
    enum { OPERAND = 2 };
#else
    static const unsigned char jump[] = {0x50, 0, 0, 0x58, 0, 0x02, 0x1f, 0xd6, 0,
                                         0,    0, 0, 0,    0, 0,    0}; /* ldr x16, 8; br x16 */
    enum { OPERAND = 8 };
#endif
    unsigned char *code =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    memcpy(code, jump, sizeof(jump));
    memcpy(code + OPERAND, &function, sizeof(function));
    mprotect(code, 4096, PROT_READ | PROT_EXEC);
    __builtin___clear_cache((char *)code, (char *)code + sizeof(jump));
    return code;
}

/* For a runtime that has a door of its own: the exports, and twins that are none. */
void *proxy_function(const char *symbol);
void *proxy_twin(const char *symbol);
void *proxy_function(const char *symbol)
{
    return strcmp(symbol, "cuStreamCreate") == 0               ? (void *)cuStreamCreate
           : strcmp(symbol, "cuStreamCreateWithPriority") == 0 ? (void *)cuStreamCreateWithPriority
           : strcmp(symbol, "cuGreenCtxStreamCreate") == 0     ? (void *)cuGreenCtxStreamCreate
                                                               : NULL;
}

static CUresult twin_create(CUstream *stream, unsigned int flags)
{
    return cuStreamCreate(stream, flags);
}

static CUresult twin_create_with_priority(CUstream *stream, unsigned int flags, int priority)
{
    return cuStreamCreateWithPriority(stream, flags, priority);
}

void *proxy_twin(const char *symbol)
{
    return strcmp(symbol, "cuStreamCreate") == 0               ? (void *)twin_create
           : strcmp(symbol, "cuStreamCreateWithPriority") == 0 ? (void *)twin_create_with_priority
                                                               : NULL;
}

static CUresult find(const char *symbol, void **function)
{
    void *found = proxy_function(symbol);

    *function = found ? trampoline(found) : NULL;
    return found ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuGetProcAddress(const char *symbol, void **function, int version, cuuint64_t flags)
{
    (void)version, (void)flags;
    return find(symbol, function);
}

CUresult cuGetProcAddress_v2(const char *symbol, void **function, int version, cuuint64_t flags,
                             CUdriverProcAddressQueryResult *status)
{
    (void)version, (void)flags, (void)status;
    return find(symbol, function);
}
