/* SPDX-License-Identifier: MIT */
/* target_find, on a command and a PATH of the fuzzer's bytes: up to the first NUL, and after it. */
#include "target.h"

#include "file.h"
#include "fuzz.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct target target;
    char *bytes = malloc(size + 1);
    int next = file_next_descriptor();

    memcpy(bytes, data, size);
    bytes[size] = '\0';
    size_t length = strlen(bytes);
    const char *search = length < size ? bytes + length + 1 : NULL;

    int error = target_find(bytes, search, &target);
    PROMISE(error >= 0);
    PROMISE(strnlen(target.program, sizeof target.program) < sizeof target.program);
    PROMISE(error || (*target.program && *target.image));
    /* A command with a slash is no one else's; any other is found in a folder, under its name. */
    if (*target.program && strchr(bytes, '/'))
        PROMISE(strcmp(target.program, bytes) == 0);
    else if (*target.program)
        PROMISE(strcmp(target.program + strlen(target.program) - length, bytes) == 0);
    PROMISE(file_next_descriptor() == next);
    free(bytes);
    return 0;
}
