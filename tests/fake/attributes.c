/* SPDX-License-Identifier: MIT */
/* attributes.c - one row an attribute: who can have it, its size and its looks in the record. */
#include "attributes.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum looks { NOTHING, NUMBER, SHAPE, PAIR, EVENT, SUM };

/* Which places: the comments at CUlaunchAttributeID in cuda.h 13.0. A size of 0: no such id. */
static const struct kind {
    unsigned char size;
    unsigned char looks;
    unsigned char places;
} kinds[ATTRIBUTE_IDS] = {
    [CU_LAUNCH_ATTRIBUTE_IGNORE] = {1, NOTHING, IN_NODE | IN_LAUNCH},
    [CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW] = {32, SUM, IN_STREAM | IN_NODE | IN_LAUNCH},
    [CU_LAUNCH_ATTRIBUTE_COOPERATIVE] = {4, NUMBER, IN_NODE | IN_LAUNCH},
    [CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY] = {4, NUMBER, IN_STREAM},
    [CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION] = {12, SHAPE, IN_NODE | IN_LAUNCH},
    [CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE] = {4, NUMBER, IN_NODE | IN_LAUNCH},
    [CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION] = {4, NUMBER, IN_LAUNCH},
    [CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT] = {16, EVENT, IN_LAUNCH},
    [CU_LAUNCH_ATTRIBUTE_PRIORITY] = {4, NUMBER, IN_STREAM | IN_NODE | IN_LAUNCH},
    [CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP] = {2, PAIR, IN_STREAM | IN_NODE | IN_LAUNCH},
    [CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN] = {4, NUMBER, IN_STREAM | IN_NODE | IN_LAUNCH},
    [CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION] = {12, SHAPE, IN_NODE | IN_LAUNCH},
    [CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT] = {12, EVENT, IN_LAUNCH},
    [CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE] = {4, NUMBER, IN_NODE | IN_LAUNCH},
    [CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT] = {4, NUMBER, IN_NODE | IN_LAUNCH},
    [CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING] = {4, NUMBER, IN_NODE | IN_LAUNCH},
};

static bool in_table(CUlaunchAttributeID id)
{
    return (unsigned int)id < ATTRIBUTE_IDS && kinds[id].size > 0;
}

bool attribute_known(CUlaunchAttributeID id, enum attribute_place place)
{
    return in_table(id) && (kinds[id].places & place);
}

void attribute_keep(struct attribute_values *values, CUlaunchAttributeID id, const void *value)
{
    memcpy(values->value[id], value, kinds[id].size);
}

void attribute_give(const struct attribute_values *values, CUlaunchAttributeID id, void *value)
{
    memcpy(value, values->value[id], kinds[id].size);
}

/* FNV-1a: enough to tell that bytes differ. */
static uint32_t checksum(const unsigned char *bytes, size_t count)
{
    uint32_t sum = 2166136261U;
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ bytes[i]) * 16777619U;
    return sum;
}

static int show(char *text, size_t size, CUlaunchAttributeID id, const unsigned char *value)
{
    int number;
    unsigned int shape[3];
    CUevent event;
    if (!value)
        return snprintf(text, size, "%d=NULL", (int)id);
    if (!in_table(id))
        return snprintf(text, size, "%d=#%08x", (int)id,
                        checksum(value, sizeof(CUlaunchAttributeValue)));
    switch (kinds[id].looks) {
    case NOTHING:
        return snprintf(text, size, "%d", (int)id);
    case SHAPE:
        memcpy(shape, value, sizeof shape);
        return snprintf(text, size, "%d=%ux%ux%u", (int)id, shape[0], shape[1], shape[2]);
    case PAIR:
        return snprintf(text, size, "%d=%u/%u", (int)id, value[0], value[1]);
    case EVENT:
        memcpy(&event, value, sizeof event);
        memcpy(&number, value + sizeof event, sizeof number);
        int start = 0;
        if (kinds[id].size == sizeof event + 2 * sizeof number)
            memcpy(&start, value + sizeof event + sizeof number, sizeof start);
        return snprintf(text, size, "%d=%s:%d:%d", (int)id, event ? "set" : "NULL", number, start);
    case SUM:
        return snprintf(text, size, "%d=#%08x", (int)id, checksum(value, kinds[id].size));
    default:
        memcpy(&number, value, sizeof number);
        return snprintf(text, size, "%d=%d", (int)id, number);
    }
}

size_t attribute_add_text(char *text, size_t size, size_t used, CUlaunchAttributeID id,
                          const void *value)
{
    int written = used < size ? show(text + used, size - used, id, value) : 0;
    return used + (size_t)(written > 0 ? written : 0);
}

const char *attribute_text(CUlaunchAttributeID id, const void *value, char text[ATTRIBUTE_TEXT])
{
    /* Of an unknown one the size isn't known either. */
    if (in_table(id) || !value)
        show(text, ATTRIBUTE_TEXT, id, value);
    else
        snprintf(text, ATTRIBUTE_TEXT, "%d=?", (int)id);
    return text;
}
