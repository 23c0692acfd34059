/* SPDX-License-Identifier: MIT */
/*
 * A library for LD_PRELOAD that looks, as its process ends, at which functions of the driver and
 * of prioshim the loaded objects hold pointers to: in their writable data, where a CUDA runtime
 * keeps what it was handed. It appends lines to the file named by HELD_REPORT:
 *
 *   OBJECT driver NAME     a function of the driver itself
 *   OBJECT wrapper NAME    what the process is answered in that function's place
 *   OBJECT prioshim NAME   another address in prioshim's library ("?" where it has no name)
 *
 * It only reads. A lookup by the driver's handle tells what a wrapper's address is, as any program
 * may make it; under no prioshim it gives the driver's own.
 */
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const hooked[] = {
    "cuStreamCreate",
    "cuStreamCreateWithPriority",
    "cuGreenCtxStreamCreate",
    "cuGetProcAddress",
    "cuGetProcAddress_v2",
    "cuStreamSetAttribute",
    "cuStreamSetAttribute_ptsz",
    "cuGraphKernelNodeSetAttribute",
    "cuLaunchKernel",
    "cuLaunchKernel_ptsz",
    "cuLaunchKernelEx",
    "cuLaunchKernelEx_ptsz",
    "cuLaunchCooperativeKernel",
    "cuLaunchCooperativeKernel_ptsz",
};
enum { HOOKED = sizeof(hooked) / sizeof(*hooked) };

static const void *answered[HOOKED];
static void *driver;
static FILE *report;

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static int is(const char *path, const char *name)
{
    return strncmp(last_part(path), name, strlen(name)) == 0;
}

static void tell(const char *holder, const void *pointer)
{
    Dl_info info;

    if (!dladdr(pointer, &info) || !info.dli_fname)
        return;
    if (is(info.dli_fname, "libcuda.so")) {
        if (info.dli_saddr == pointer)
            fprintf(report, "%s driver %s\n", holder, info.dli_sname);
        return;
    }
    if (!is(info.dli_fname, "libprioshim.so"))
        return;
    for (int i = 0; i < HOOKED; i++) {
        if (answered[i] == pointer) {
            fprintf(report, "%s wrapper %s\n", holder, hooked[i]);
            return;
        }
    }
    fprintf(report, "%s prioshim %s\n", holder, info.dli_saddr == pointer ? info.dli_sname : "?");
}

/* The page that holds the relocated, then protected words: readable all the same. */
static void look_at(const char *holder, uintptr_t start, uintptr_t size)
{
    const void *const *word = (const void *const *)((start + 7) & ~(uintptr_t)7);

    for (; (uintptr_t)(word + 1) <= start + size; word++) {
        if ((uintptr_t)*word > 4096)
            tell(holder, *word);
    }
}

static int look_into(struct dl_phdr_info *object, size_t size, void *unused)
{
    const char *name = *object->dlpi_name ? object->dlpi_name : "program";

    (void)size, (void)unused;
    if (is(name, "libcuda.so") || is(name, "libprioshim.so") || is(name, "libheld.so") ||
        is(name, "libc.so") || is(name, "ld-linux") || is(name, "linux-vdso"))
        return 0;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type == PT_LOAD && (part->p_flags & PF_W))
            look_at(last_part(name), object->dlpi_addr + part->p_vaddr, part->p_memsz);
    }
    return 0;
}

/* The runtime closes a driver that it can't use; what it holds could then not be told any more. */
__attribute__((constructor)) static void keep_driver(void)
{
    driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
}

__attribute__((destructor)) static void look(void)
{
    const char *path = getenv("HELD_REPORT");

    report = path ? fopen(path, "a") : NULL;
    if (!report)
        return;
    fprintf(report, "end of a process %s driver\n", driver ? "with" : "without");
    for (int i = 0; driver && i < HOOKED; i++)
        answered[i] = dlsym(driver, hooked[i]);
    dl_iterate_phdr(look_into, NULL);
    fclose(report);
}
