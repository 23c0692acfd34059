/* SPDX-License-Identifier: MIT */
/* attributes.h - attributes of streams, nodes and launches: how large each is and how it is shown.
 */
#ifndef FAKE_ATTRIBUTES_H
#define FAKE_ATTRIBUTES_H

#include <stdbool.h>
#include <stddef.h>

#include "fake_cuda.h"

enum { ATTRIBUTE_IDS = 17, ATTRIBUTE_ROOM = 32 };

/* The values that a stream or a node has been given; its priority is kept beside them. */
struct attribute_values {
    unsigned char value[ATTRIBUTE_IDS][ATTRIBUTE_ROOM];
};

enum attribute_place { IN_STREAM = 1, IN_NODE = 2, IN_LAUNCH = 4 };

/* True if something of that kind can have the attribute. */
bool attribute_known(CUlaunchAttributeID id, enum attribute_place place);

/* These touch no more of `value` than the attribute has: its union had 32 bytes before 11.8. */
void attribute_keep(struct attribute_values *values, CUlaunchAttributeID id, const void *value);
void attribute_give(const struct attribute_values *values, CUlaunchAttributeID id, void *value);

/* Adds "id=value" to the text; gives the whole length. A NULL value shows as NULL. */
size_t attribute_add_text(char *text, size_t size, size_t used, CUlaunchAttributeID id,
                          const void *value);

/* "id=value" alone. */
enum { ATTRIBUTE_TEXT = 64 };
const char *attribute_text(CUlaunchAttributeID id, const void *value, char text[ATTRIBUTE_TEXT]);
#define ATTRIBUTE_SHOWN(id, value) attribute_text(id, value, (char[ATTRIBUTE_TEXT]){0})

#endif
