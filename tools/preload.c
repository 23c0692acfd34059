/* SPDX-License-Identifier: MIT */
#include "preload.h"

#include "places.h"
#include "target.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define LIBRARY "libprioshim.so"

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Reads `size` bytes at `offset` or nothing. */
static bool read_at(int fd, void *into, size_t size, off_t offset)
{
    return pread(fd, into, size, offset) == (ssize_t)size;
}

/* What is wrong with the ELF file that fd stands for, or NULL. */
static const char *elf_fault(int fd, off_t file_size)
{
    ElfW(Ehdr) header;
    bool dynamic = false;

    if (!read_at(fd, &header, sizeof header, 0) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
        return "it is not an ELF file";
    if (!target_same_kind(&header))
        return "it is built for another kind of machine (ELF class or machine)";
    if (header.e_type != ET_DYN || header.e_phentsize != sizeof(ElfW(Phdr)))
        return "it is not an ELF shared object";

    for (size_t i = 0; i < header.e_phnum; i++) {
        ElfW(Phdr) segment;
        uint64_t size = (uint64_t)file_size;
        uint64_t at = header.e_phoff + i * sizeof segment;
        if (header.e_phoff > size || at > size - sizeof segment ||
            !read_at(fd, &segment, sizeof segment, (off_t)at))
            return "it is cut short";
        if (segment.p_type == PT_LOAD &&
            (segment.p_filesz > size || segment.p_offset > size - segment.p_filesz))
            return "it is cut short";
        dynamic |= segment.p_type == PT_DYNAMIC;
    }
    return dynamic ? NULL : "it is not an ELF shared object";
}

const char *preload_fault(const char *path)
{
    struct stat status;
    struct statvfs filesystem;
    const char *fault;

    switch (path[strcspn(path, " :$")]) {
    case ' ':
        return "its path holds a space, which LD_PRELOAD cannot carry";
    case ':':
        return "its path holds a colon, which LD_PRELOAD cannot carry";
    case '$':
        return "its path holds a '$', which LD_PRELOAD cannot carry";
    }
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return strerror(errno);
    if (fstat(fd, &status) != 0)
        fault = strerror(errno);
    else if (!S_ISREG(status.st_mode))
        fault = "it is not a regular file";
    else if (fstatvfs(fd, &filesystem) == 0 && filesystem.f_flag & ST_NOEXEC)
        fault = "it lies on a file system that is mounted noexec";
    else
        fault = elf_fault(fd, status.st_size);
    close(fd);
    return fault;
}

const char *preload_find(char path[PATH_MAX])
{
    const char *fault = places_find(LIBRARY, path);
    return fault ? fault : preload_fault(path);
}

static bool is_sanitizer(const char *entry)
{
    static const char *const patterns[] = {"libasan.so*",          "libtsan.so*", "libubsan.so*",
                                           "liblsan.so*",          "libmsan.so*", "libhwasan.so*",
                                           "libclang_rt.*san*.so*"};

    for (size_t i = 0; strstr(entry, "san") && i < sizeof patterns / sizeof *patterns; i++)
        if (fnmatch(patterns[i], base_name(entry), 0) == 0)
            return true;
    return false;
}

/* Whether an entry is the library under whatever name, or another copy of it. */
static bool is_library(const char *entry, const char *library)
{
    struct stat one, other;

    if (strcmp(base_name(entry), LIBRARY) == 0 || strcmp(entry, library) == 0)
        return true;
    return strchr(entry, '/') && stat(entry, &one) == 0 && stat(library, &other) == 0 &&
           one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

static void append(char *value, const char *entry)
{
    if (*value)
        strcat(value, ":");
    strcat(value, entry);
}

char *preload_compose(const char *library, const char *inherited)
{
    if (!inherited)
        inherited = "";

    size_t length = strlen(inherited);
    char *entries = strdup(inherited);
    char *value = calloc(strlen(library) + length + sizeof ":", 1);
    if (!entries || !value) {
        free(entries);
        free(value);
        return NULL;
    }
    /* From here on each entry is a string, and an empty one stands between two separators. */
    for (char *at = entries; (at = strpbrk(at, " :"));)
        *at++ = '\0';
    const char *end = entries + length;

    for (const char *entry = entries; entry < end; entry += strlen(entry) + 1)
        if (is_sanitizer(entry))
            append(value, entry);
    append(value, library);
    for (const char *entry = entries; entry < end; entry += strlen(entry) + 1)
        if (*entry && !is_sanitizer(entry) && !is_library(entry, library))
            append(value, entry);
    free(entries);
    return value;
}

char *preload_asan_options(const char *inherited)
{
    static const char option[] = "verify_asan_link_order";
    char *value;

    if (!inherited)
        inherited = "";
    if (strstr(inherited, option))
        return strdup(inherited);
    return asprintf(&value, "%s%s%s=0", inherited, *inherited ? ":" : "", option) < 0 ? NULL
                                                                                      : value;
}
