/* SPDX-License-Identifier: MIT */
/* target_find, on a program that holds the fuzzer's bytes: an ELF image, a script, or neither. */
#include "target.h"

#include "file.h"
#include "fuzz.h"

#include <errno.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct target target; /* two paths are much for a stack that is looked at */
    const char *path = file_of(data, size);
    int next = file_next_descriptor();

    int error = target_find(path, NULL, &target);
    /* Whatever it holds, it is there and may be run: what else may go wrong is an interpreter's. */
    PROMISE(error >= 0 && error != ENOEXEC);
    PROMISE(strcmp(target.program, path) == 0);
    PROMISE(target.verdict <= TARGET_CAPABLE);
    PROMISE(strnlen(target.image, sizeof target.image) < sizeof target.image);
    PROMISE(*target.image || error == ENOENT); /* an interpreter may have no name */
    PROMISE(strnlen(target.sanitizer, sizeof target.sanitizer) < sizeof target.sanitizer);
    PROMISE(!*target.sanitizer || strstr(target.sanitizer, "asan"));
    PROMISE(file_next_descriptor() == next);
    return 0;
}
