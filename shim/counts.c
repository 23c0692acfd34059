#include "counts.h"

#include "asked.h"

#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *const counts_way_names[COUNTS_WAYS] = {
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

/* The process that these figures are of, or one of these. */
enum { NOBODY = 0, CHANGING = -1 };
static atomic_int owner = NOBODY;

static int this_process(void)
{
    return (int)syscall(SYS_getpid);
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
    if (before != CHANGING && atomic_compare_exchange_strong(&owner, &before, CHANGING)) {
        clear(devices, COUNTS_DEVICES);
        clear(codes, COUNTS_CODES);
        atomic_store(&left_out, 0);
        atomic_store(&owner, self);
    }
    /* Another thread does so. Not for ever: a fork may have left it behind. */
    for (int tries = 0; tries < 1000 && atomic_load(&owner) != self; tries++)
        syscall(SYS_sched_yield);
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

static uint64_t key_of(const struct report_creation *creation)
{
    uint64_t known = KEY_TAKEN, key = 0;

    if (creation->device_known) {
        known |= KEY_DEVICE;
        key |= (uint64_t)(uint16_t)creation->device << DEVICE_AT;
    }
    if (creation->range_known) {
        known |= KEY_RANGE;
        key |= (uint64_t)(uint16_t)creation->least << LEAST_AT;
        key |= (uint64_t)(uint16_t)creation->greatest;
    }
    return known << KNOWN_AT | key;
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
static int clamped(const struct report_creation *creation, int priority)
{
    return priority > creation->least      ? creation->least
           : priority < creation->greatest ? creation->greatest
                                           : priority;
}

static void add_stream(struct row *row, const struct report_creation *creation)
{
    int level;

    add(row, COUNT_STREAMS);
    add(row, way_of(creation->ways));
    if (!creation->range_known || !creation->given_known ||
        !priority_native(asked()->priority, creation->least, creation->greatest, &level))
        return;
    bool other = creation->named && clamped(creation, creation->asked) != level;
    if (creation->named && asked()->explicit_policy == EXPLICIT_KEEP) {
        add(row, creation->given == level ? COUNT_TOOK : COUNT_KEPT);
        return;
    }
    add(row, creation->given == level ? COUNT_TOOK : COUNT_MISSED);
    if (other && creation->given == level)
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
    row = row_of(devices, COUNTS_DEVICES, key_of(creation));
    if (row)
        add_stream(row, creation);
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
    out->device_known = (key >> KNOWN_AT & KEY_DEVICE) != 0;
    out->range_known = (key >> KNOWN_AT & KEY_RANGE) != 0;
    out->device = (uint16_t)(key >> DEVICE_AT);
    out->least = (int16_t)(key >> LEAST_AT);
    out->greatest = (int16_t)key;
    out->level_known = out->range_known && priority_native(asked()->priority, out->least,
                                                           out->greatest, &out->level);
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
