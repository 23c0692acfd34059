/* SPDX-License-Identifier: MIT */
/* preload_fault, on a library that holds the fuzzer's bytes. */
#include "preload.h"

#include "file.h"
#include "fuzz.h"

#include <elf.h>
#include <link.h>
#include <string.h>

/* What ld.so maps must lie in the file: a program under the library would else end by SIGBUS. */
static void check_whole(const uint8_t *data, size_t size)
{
    ElfW(Ehdr) header;
    ElfW(Phdr) segment;
    bool dynamic = false;

    PROMISE(size >= sizeof header);
    memcpy(&header, data, sizeof header);
    PROMISE(memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_type == ET_DYN);
    for (size_t i = 0; i < header.e_phnum; i++) {
        size_t at = header.e_phoff + i * sizeof segment;
        PROMISE(at >= header.e_phoff && at <= size && size - at >= sizeof segment);
        memcpy(&segment, data + at, sizeof segment);
        dynamic |= segment.p_type == PT_DYNAMIC;
        if (segment.p_type == PT_LOAD)
            PROMISE(segment.p_filesz <= size && segment.p_offset <= size - segment.p_filesz);
    }
    PROMISE(dynamic);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = file_of(data, size);
    int next = file_next_descriptor();

    const char *fault = preload_fault(path);
    if (!fault)
        check_whole(data, size);
    else
        PROMISE(*fault);
    PROMISE(file_next_descriptor() == next);
    return 0;
}
