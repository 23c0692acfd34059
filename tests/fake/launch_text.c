/* SPDX-License-Identifier: MIT */
/* launch_text.c - a launch's configuration as the record has it (the form is in fake_launch.h). */
#include <stdio.h>
#include <string.h>

#include "compute.h"
#include "controls.h"
#include "streams.h"

/* A first parameter, `bytes` long, at a place that the launch names. */
static void show_value(char *text, size_t size, const void *value, size_t bytes)
{
    uint64_t number = 0; /* both architectures are little-endian */
    if (bytes == 0 || !value) {
        snprintf(text, size, "set");
        return;
    }
    memcpy(&number, value, bytes);
    if (bytes == sizeof number && memory_holds(number))
        snprintf(text, size, "memory");
    else
        snprintf(text, size, "%llu", (unsigned long long)number);
}

/* `extra` is a list of names, each with its value after it. */
static const void *buffer_in(void **extra)
{
    for (int i = 0; i < 4 && extra[i] != CU_LAUNCH_PARAM_END; i += 2) {
        if (extra[i] == CU_LAUNCH_PARAM_BUFFER_POINTER)
            return extra[i + 1];
    }
    return NULL;
}

enum { VALUE_TEXT = 32 };

static const char *parameters_text(const struct launch *launch, char text[VALUE_TEXT])
{
    size_t bytes =
        function_valid(launch->function) ? function_first_parameter(launch->function) : 0;
    if (!launch->parameters)
        return "NULL";
    show_value(text, VALUE_TEXT, bytes ? launch->parameters[0] : NULL, bytes);
    return text;
}

static const char *extra_text(const struct launch *launch, char text[VALUE_TEXT])
{
    size_t bytes =
        function_valid(launch->function) ? function_first_parameter(launch->function) : 0;
    if (!launch->extra)
        return "NULL";
    show_value(text, VALUE_TEXT, bytes ? buffer_in(launch->extra) : NULL, bytes);
    return text;
}

static size_t add_attributes(char *text, size_t size, size_t used, const struct launch *launch)
{
    for (unsigned int i = 0; i < launch->attribute_count && used < size; i++) {
        const CUlaunchAttribute *attribute = launch->attributes ? &launch->attributes[i] : NULL;
        if (i > 0)
            text[used++] = ' ';
        used = attribute_add_text(text, size, used, attribute ? attribute->id : 0,
                                  attribute ? &attribute->value : NULL);
        if (!attribute)
            break;
    }
    return used;
}

const char *launch_text(struct launch launch, char text[LAUNCH_TEXT])
{
    enum {
        TAIL = 2 * VALUE_TEXT + 32,
        ROOM = LAUNCH_TEXT - TAIL
    }; /* a long list is cut, never the end */
    const unsigned int *grid = launch.grid, *block = launch.block;
    char values[2][VALUE_TEXT];
    if (!fake_log_path())
        return text; /* nobody reads it, and a launch then costs the same at every priority */
    int head = snprintf(text, ROOM,
                        " kernel=%s grid=%u,%u,%u block=%u,%u,%u shared=%u stream_priority=%d"
                        " stream=%s cooperative=%d attributes=[",
                        function_name(launch.function), grid[0], grid[1], grid[2], block[0],
                        block[1], block[2], launch.shared, stream_priority(launch.stream),
                        STREAM_SHOWN(launch.stream), launch.cooperative);
    size_t used = add_attributes(text, ROOM, head > 0 ? (size_t)head : 0, &launch);
    if (used >= ROOM) {
        used = ROOM - 1;
        memcpy(text + used - 3, "...", 3);
    }
    snprintf(text + used, LAUNCH_TEXT - used, "] params=%s extra=%s",
             parameters_text(&launch, values[0]), extra_text(&launch, values[1]));
    return text;
}
