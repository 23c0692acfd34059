/* SPDX-License-Identifier: MIT */
#include "counts.h"

#include "asked.h"
#include "system.h"

#include <stdatomic.h>
#include <stdint.h>

const char counts_way_names[COUNTS_WAYS][24] = {
    "linked",
    "dlsym",
    "entry_point",
    "dlsym_or_entry_point",
};

/*
 * A row is taken by one word that holds what it stands for, and never given back; zero is a free
 * row. So no thread ever waits here.
 */
struct row {
    _Atomic(uint64_t) key;
    atomic_ulong count[COUNTS];
};
static struct row devices[COUNTS_DEVICES], codes[COUNTS_CODES];
static atomic_ulong left_out;

/* The process that these figures are of; negative: that makes them its own. 0: none does. */
static atomic_int owner;

static int this_process(void)
{
    return (int)system_call(SYS_getpid, 0, 0, 0, 0);
}

static void clear(struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        atomic_store(&rows[i].key, 0);
        for (int j = 0; j < COUNTS; j++)
            atomic_store(&rows[i].count[j], 0);
    }
}

void counts_begin(void)
{
    int self = this_process(), before = atomic_load(&owner);

    if (before == self)
        return;
    if (before != -self && atomic_compare_exchange_strong(&owner, &before, -self)) {
        clear(devices, COUNTS_DEVICES);
        clear(codes, COUNTS_CODES);
        atomic_store(&left_out, 0);
        atomic_store(&owner, self);
    }
    /* Another thread does so; or this one does, and a signal's handler is here. */
    for (int tries = 0; tries < 1000 && atomic_load(&owner) != self; tries++)
        system_call(SYS_sched_yield, 0, 0, 0, 0);
}

bool counts_begun(void)
{
    return atomic_load(&owner) == this_process();
}

static struct row *row_of(struct row *rows, size_t count, uint64_t key)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t found = 0;
        if (atomic_load(&rows[i].key) == key ||
            atomic_compare_exchange_strong(&rows[i].key, &found, key) || found == key)
            return &rows[i];
    }
    atomic_fetch_add(&left_out, 1);
    return NULL;
}

/* A device's key: what is known of it in the upper bits, then three numbers of 16 bits each. */
enum { KEY_TAKEN = 1, KEY_DEVICE = 2, KEY_RANGE = 4 };
enum { KNOWN_AT = 48, DEVICE_AT = 32, LEAST_AT = 16 };

static uint64_t key_of(const struct report_device *device)
{
    uint64_t known = KEY_TAKEN, key = 0;

    if (device->known) {
        known |= KEY_DEVICE;
        key |= (uint64_t)(uint16_t)device->number << DEVICE_AT;
    }
    if (device->range_known) {
        known |= KEY_RANGE;
        key |= (uint64_t)(uint16_t)device->least << LEAST_AT;
        key |= (uint64_t)(uint16_t)device->greatest;
    }
    return known << KNOWN_AT | key;
}

static struct row *row_of_device(const struct report_device *device)
{
    return row_of(devices, COUNTS_DEVICES, key_of(device));
}

static void add(struct row *row, enum count count)
{
    atomic_fetch_add_explicit(&row->count[count], 1, memory_order_relaxed);
}

static enum count way_of(unsigned int ways)
{
    int number = ways == WAY_LINKED ? 0 : ways == WAY_DLSYM ? 1 : ways == WAY_ENTRY_POINT ? 2 : 3;

    return (enum count)(COUNT_WAY_FIRST + number);
}

/* What a device would make of a priority: the nearest that it has. */
static int clamped(const struct report_device *device, int priority)
{
    return priority > device->least      ? device->least
           : priority < device->greatest ? device->greatest
                                         : priority;
}

static void add_stream(struct row *row, const struct report_creation *creation)
{
    const struct report_device *device = &creation->device;
    int level;

    add(row, COUNT_STREAMS);
    add(row, way_of(creation->ways));
    if (!device->range_known || !creation->given_known ||
        !priority_native(asked()->priority, device->least, device->greatest, &level))
        return;
    bool took = creation->given == level;
    bool may_keep = creation->named && asked()->explicit_policy == EXPLICIT_KEEP;
    add(row, took ? COUNT_TOOK : may_keep ? COUNT_KEPT : COUNT_MISSED);
    if (took && !may_keep && creation->named && clamped(device, creation->asked) != level)
        add(row, COUNT_OVERRIDDEN);
}

void counts_add(const struct report_creation *creation)
{
    struct row *row;

    counts_begin();
    if (creation->result != 0) {
        uint64_t key = (uint64_t)KEY_TAKEN << KNOWN_AT | (uint32_t)creation->result;
        row = row_of(codes, COUNTS_CODES, key);
        if (row)
            add(row, COUNT_STREAMS);
        return;
    }
    row = row_of_device(&creation->device);
    if (row)
        add_stream(row, creation);
}

unsigned long counts_add_launch(const struct report_device *device, bool at_level)
{
    counts_begin();
    struct row *row = row_of_device(device);
    if (!row)
        return 0;
    if (at_level)
        add(row, COUNT_LAUNCHES_TOOK);
    add(row, COUNT_LAUNCHES);
    return atomic_load_explicit(&row->count[COUNT_LAUNCHES], memory_order_relaxed);
}

/* The row whose key is the i-th in order: devices by number, whichever came first. */
static struct row *nth(struct row *rows, size_t count, size_t i)
{
    for (size_t r = 0; r < count; r++) {
        uint64_t key = atomic_load(&rows[r].key);
        size_t smaller = 0;
        for (size_t other = 0; other < count; other++) {
            uint64_t its = atomic_load(&rows[other].key);
            smaller += its && its < key;
        }
        if (key && smaller == i)
            return &rows[r];
    }
    return NULL;
}

bool counts_device(size_t i, struct counts_device *out)
{
    struct row *row = nth(devices, COUNTS_DEVICES, i);

    if (!row)
        return false;
    uint64_t key = atomic_load(&row->key);
    out->device = (struct report_device){
        .known = (key >> KNOWN_AT & KEY_DEVICE) != 0,
        .range_known = (key >> KNOWN_AT & KEY_RANGE) != 0,
        .number = (uint16_t)(key >> DEVICE_AT),
        .least = (int16_t)(key >> LEAST_AT),
        .greatest = (int16_t)key,
    };
    out->level_known =
        out->device.range_known &&
        priority_native(asked()->priority, out->device.least, out->device.greatest, &out->level);
    for (int j = 0; j < COUNTS; j++)
        out->count[j] = atomic_load(&row->count[j]);
    return true;
}

bool counts_code(size_t i, struct counts_code *out)
{
    struct row *row = nth(codes, COUNTS_CODES, i);

    if (!row)
        return false;
    out->code = (int)(uint32_t)atomic_load(&row->key);
    out->calls = atomic_load(&row->count[COUNT_STREAMS]);
    return true;
}

unsigned long counts_left_out(void)
{
    return atomic_load(&left_out);
}
