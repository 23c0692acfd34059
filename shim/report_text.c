/* SPDX-License-Identifier: MIT */
#include "report_text.h"

#include "asked.h"
#include "counts.h"
#include "system.h"

#include <sys/auxv.h>

/* As it was given to execve; a script's own name, not its interpreter's (getauxval(3)). */
static const char *program(void)
{
    const char *name = (const char *)getauxval(AT_EXECFN);

    return name ? name : "";
}

static long this_process(void)
{
    return system_call(SYS_getpid, 0, 0, 0, 0);
}

static const char *level(void)
{
    return priority_words[asked()->priority];
}

static void add_member(struct line *line, const char *name, unsigned long number)
{
    line_add(line, ",\"");
    line_add(line, name);
    line_add(line, "\":");
    line_add_number(line, (long)number);
}

static void add_number_or_null(struct line *line, const char *name, bool known, int number)
{
    line_add(line, name);
    if (known)
        line_add_number(line, number);
    else
        line_add(line, "null");
}

static void add_range(struct line *line, const struct report_device *device, const char *least,
                      const char *greatest)
{
    add_number_or_null(line, least, device->range_known, device->least);
    add_number_or_null(line, greatest, device->range_known, device->greatest);
}

static void add_device(struct line *line, const struct counts_device *d)
{
    static const char names[COUNT_WAY_FIRST][16] = {
        [COUNT_STREAMS] = "streams",
        [COUNT_TOOK] = "took",
        [COUNT_OVERRIDDEN] = "overridden",
        [COUNT_KEPT] = "kept",
        [COUNT_MISSED] = "missed",
        [COUNT_LAUNCHES] = "launches",
        [COUNT_LAUNCHES_TOOK] = "launches_took",
    };

    add_number_or_null(line, "{\"device\":", d->device.known, d->device.number);
    add_range(line, &d->device, ",\"least\":", ",\"greatest\":");
    add_number_or_null(line, ",\"priority\":", d->level_known, d->level);
    for (int i = 0; i < COUNTS; i++)
        add_member(line, i < COUNT_WAY_FIRST ? names[i] : counts_way_names[i - COUNT_WAY_FIRST],
                   d->count[i]);
    line_add(line, "}");
}

void report_as_json(struct line *line)
{
    enum { LONGEST_NAME = 256, LONGEST_END = 512, LONGEST_DEVICE = 384 };
    struct counts_device device;
    struct counts_code code;
    unsigned long left_out = counts_left_out();

    line_add(line, "{\"schema\":1,\"report\":\"process\",\"pid\":");
    line_add_number(line, this_process());
    line_add(line, ",\"program\":");
    line_add_json(line, program(), LONGEST_NAME);
    line_add(line, ",\"level\":\"");
    line_add(line, level());
    line_add(line, "\",\"explicit\":\"");
    line_add(line, explicit_words[asked()->explicit_policy]);
    line_add(line, "\",\"devices\":[");
    for (size_t i = 0; counts_device(i, &device); i++) {
        if (line->room - line->length < LONGEST_DEVICE + LONGEST_END) {
            left_out += device.count[COUNT_STREAMS];
            continue;
        }
        line_add(line, i ? "," : "");
        add_device(line, &device);
    }
    line_add(line, "],\"failures\":[");
    for (size_t i = 0; counts_code(i, &code); i++) {
        line_add(line, i ? ",{\"code\":" : "{\"code\":");
        line_add_number(line, code.code);
        add_member(line, "calls", code.calls);
        line_add(line, "}");
    }
    line_add(line, "]");
    add_member(line, "left_out", left_out);
    line_add(line, "}");
    line_fill(line, line->room - 1);
    line_add(line, "\n");
}

/* "3 streams", or one "stream". */
static void add_things(struct line *line, unsigned long count, const char *thing)
{
    line_add_number(line, (long)count);
    line_add(line, thing);
    line_add(line, count == 1 ? "" : "s");
}

static void begin(struct line *line)
{
    line_add(line, "prioshim: ");
}

static void add_device_name(struct line *line, const struct counts_device *d)
{
    line_add(line, d->device.known ? "device " : "a device");
    if (d->device.known)
        line_add_number(line, d->device.number);
}

static void add_if_any(struct line *line, const char *before, unsigned long count,
                       const char *after)
{
    if (count == 0)
        return;
    line_add(line, before);
    line_add_number(line, (long)count);
    line_add(line, after);
}

static void add_fate(struct line *line, const struct counts_device *d)
{
    if (asked()->priority == PRIORITY_DEFAULT) {
        line_add(line, ", each with its own priority");
        return;
    }
    if (!d->level_known) {
        line_add(line, d->device.range_known ? ", which has no priorities to choose from"
                                             : ", whose range of priorities could not be had");
        return;
    }
    line_add(line, ", range ");
    line_add_number(line, d->device.least);
    line_add(line, " to ");
    line_add_number(line, d->device.greatest);
    line_add(line, ": ");
    line_add_number(line, (long)d->count[COUNT_TOOK]);
    line_add(line, " at the level, ");
    line_add_number(line, d->level);
    add_if_any(line, ", of which ", d->count[COUNT_OVERRIDDEN], " had asked for another");
    /* 0 is what a stream has for which none is named (cuStreamCreate in the driver API manual). */
    if (d->level == 0 && d->count[COUNT_TOOK] && !d->count[COUNT_OVERRIDDEN])
        line_add(line, ", as without prioshim");
    add_if_any(line, "; ", d->count[COUNT_KEPT], " kept the priority that they had asked for");
    add_if_any(line, "; ", d->count[COUNT_MISSED], " HAVE ANOTHER PRIORITY");
    unsigned long told = d->count[COUNT_TOOK] + d->count[COUNT_KEPT] + d->count[COUNT_MISSED];
    if (told < d->count[COUNT_STREAMS])
        add_if_any(line, "; of ", d->count[COUNT_STREAMS] - told, " it cannot be told");
}

static void add_ways(struct line *line, const struct counts_device *d)
{
    static const char names[COUNTS_WAYS][24] = {"linked", "dlsym", "entry point",
                                                "dlsym or entry point"};
    const char *between = " (";

    for (int i = 0; i < COUNTS_WAYS; i++) {
        if (!d->count[COUNT_WAY_FIRST + i])
            continue;
        line_add(line, between);
        line_add(line, names[i]);
        line_add(line, " ");
        line_add_number(line, (long)d->count[COUNT_WAY_FIRST + i]);
        between = ", ";
    }
    line_add(line, ")");
}

static void add_streams(struct line *line, const struct counts_device *d)
{
    if (d->count[COUNT_STREAMS] == 0)
        return;
    begin(line);
    line_add(line, "  ");
    add_things(line, d->count[COUNT_STREAMS], " stream");
    add_ways(line, d);
    line_add(line, " on ");
    add_device_name(line, d);
    add_fate(line, d);
    line_add(line, "\n");
}

static void add_launches(struct line *line, const struct counts_device *d)
{
    if (d->count[COUNT_LAUNCHES] == 0)
        return;
    begin(line);
    line_add(line, "  ");
    line_add_number(line, (long)d->count[COUNT_LAUNCHES]);
    line_add(line, d->count[COUNT_LAUNCHES] == 1 ? " launch" : " launches");
    line_add(line, " on the default streams of ");
    add_device_name(line, d);
    line_add(line, ": ");
    line_add_number(line, (long)d->count[COUNT_LAUNCHES_TOOK]);
    line_add(line, " at the level\n");
}

void report_as_text(struct line *line)
{
    struct counts_device device;
    struct counts_code code;
    size_t devices = 0;

    begin(line);
    line_add_quoted(line, program());
    line_add(line, ", process ");
    line_add_number(line, this_process());
    line_add(line, ", priority ");
    line_add(line, level());
    line_add(line, "\n");
    for (; counts_device(devices, &device); devices++) {
        add_streams(line, &device);
        add_launches(line, &device);
    }
    if (devices == 0) {
        begin(line);
        line_add(line, settings_launches(asked())
                           ? "  no stream was created, and nothing launched on a default stream\n"
                           : "  no stream was created: what runs on the default stream keeps its "
                             "priority\n");
    }
    for (size_t i = 0; counts_code(i, &code); i++) {
        begin(line);
        line_add(line, "  ");
        add_things(line, code.calls, " call");
        line_add(line, " failed with error ");
        line_add_number(line, code.code);
        line_add(line, "\n");
    }
    if (counts_left_out()) {
        begin(line);
        line_add(line, "  more devices or errors than there is room for; left out: ");
        line_add_number(line, (long)counts_left_out());
        line_add(line, "\n");
    }
}

void report_creation_as_text(struct line *line, const struct report_creation *creation)
{
    int level_number = 0;
    const struct report_device *device = &creation->device;
    bool known = device->range_known &&
                 priority_native(asked()->priority, device->least, device->greatest, &level_number);
    const char *between = " way=";

    begin(line);
    line_add(line, "pid=");
    line_add_number(line, this_process());
    line_add(line, " function=");
    line_add(line, creation->function);
    for (int i = 0; i < COUNTS_WAYS - 1; i++) {
        if (creation->ways & 1u << i) {
            line_add(line, between);
            line_add(line, counts_way_names[i]);
            between = "|";
        }
    }
    line_add(line, " flags=");
    line_add_number(line, creation->flags);
    line_add(line, " asked=");
    if (creation->named)
        line_add_number(line, creation->asked);
    else
        line_add(line, "none");
    add_number_or_null(line, " device=", device->known, device->number);
    add_range(line, device, " least=", " greatest=");
    add_number_or_null(line, " level=", known, known ? level_number : 0);
    add_number_or_null(line, " given=", creation->given_known, creation->given);
    line_add(line, " result=");
    line_add_number(line, creation->result);
    line_add(line, "\n");
}
