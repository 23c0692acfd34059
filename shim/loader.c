/* SPDX-License-Identifier: MIT */
#include "loader.h"

#include "symtab.h"
#include "system.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/auxv.h>

/* Weak, to be compared with NULL: which it is until it is relocated. */
#pragma weak getauxval

static unsigned long by_kernel(unsigned long type)
{
    enum { MOST = 64 };
    ElfW(auxv_t) vector[MOST];
    long file = system_call(SYS_openat, AT_FDCWD, (long)"/proc/self/auxv", O_RDONLY | O_CLOEXEC, 0);
    long size = file < 0 ? 0 : system_call(SYS_read, file, (long)vector, sizeof(vector), 0);

    if (file >= 0)
        system_call(SYS_close, file, 0, 0, 0);
    for (long i = 0; i < size / (long)sizeof(*vector); i++) {
        if (vector[i].a_type == type)
            return vector[i].a_un.a_val;
    }
    return 0;
}

unsigned long loader_auxiliary(unsigned long type)
{
    __typeof(&getauxval) ask = getauxval;

    return ask ? ask(type) : by_kernel(type);
}

/* The dynamic section that a table of segments tells of, or NULL. */
static const ElfW(Dyn) * dynamic_of(const ElfW(Phdr) * headers, size_t count, uintptr_t bias)
{
    const ElfW(Phdr) *dynamic = NULL;

    for (size_t i = 0; headers && i < count; i++) {
        if (headers[i].p_type == PT_PHDR)
            bias = (uintptr_t)headers - headers[i].p_vaddr;
        else if (headers[i].p_type == PT_DYNAMIC)
            dynamic = &headers[i];
    }
    return dynamic ? (const ElfW(Dyn) *)(bias + dynamic->p_vaddr) : NULL;
}

static const struct r_debug *by_loader(void)
{
    const ElfW(Ehdr) *loader = (const ElfW(Ehdr) *)loader_auxiliary(AT_BASE);

    if (!loader)
        return NULL;
    const uintptr_t base = (uintptr_t)loader;
    struct link_map map = {
        .l_addr = base,
        .l_ld = (ElfW(Dyn) *)(uintptr_t)dynamic_of((const ElfW(Phdr) *)(base + loader->e_phoff),
                                                   loader->e_phnum, base)};
    return symtab_address(&map, "_r_debug");
}

const struct r_debug *loader_debug(void)
{
    const ElfW(Dyn) *d =
        dynamic_of((const ElfW(Phdr) *)loader_auxiliary(AT_PHDR), loader_auxiliary(AT_PHNUM), 0);

    for (; d && d->d_tag != DT_NULL; d++) {
        if (d->d_tag == DT_DEBUG && d->d_un.d_ptr)
            return (const struct r_debug *)d->d_un.d_ptr;
    }
    return by_loader();
}
