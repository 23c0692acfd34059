/* SPDX-License-Identifier: MIT */
#include "report.h"

static void add_texts(struct table *table, const char *who, const struct texts *texts)
{
    char line[3000];

    for (size_t i = 0; i < texts->count; i++) {
        snprintf(line, sizeof line, "%s: %s", who, texts->text[i]);
        TABLE_ADD(table, TINT_NONE, line);
    }
}

void report_texts(struct table *table, const struct findings *findings)
{
    add_texts(table, "prio-exec", &findings->problems);
    add_texts(table, "note", &findings->notes);
}

const char *report_version(int version, char text[16])
{
    snprintf(text, 16, "%d.%d", version / 1000, version % 1000 / 10);
    return version > 0 ? text : NULL;
}

void report_begin(struct json *json, const char *kind, bool ok)
{
    json_open(json, NULL, '{');
    json_number(json, "schema", REPORT_SCHEMA);
    json_text(json, "report", kind);
    json_truth(json, "ok", ok);
}

static void put_texts(struct json *json, const char *key, const struct texts *texts)
{
    json_open(json, key, '[');
    for (size_t i = 0; i < texts->count; i++)
        json_text(json, NULL, texts->text[i]);
    json_close(json, ']');
}

void report_end(struct json *json, const struct findings *findings)
{
    put_texts(json, "problems", &findings->problems);
    put_texts(json, "notes", &findings->notes);
    json_close(json, '}');
    fputc('\n', json->out);
}

void report_driver(struct json *json, const struct findings *findings)
{
    char version[16];

    if (!findings->has_driver) {
        json_null(json, "driver");
        return;
    }
    json_open(json, "driver", '{');
    json_text(json, "path", findings->driver.path);
    json_text(json, "cuda", report_version(findings->driver.version, version));
    json_close(json, '}');
}

void report_device(struct json *json, const struct device_facts *device)
{
    char capability[16];

    json_number(json, "device", device->device);
    json_text(json, "name", device->name);
    snprintf(capability, sizeof capability, "%d.%d", device->major, device->minor);
    json_text(json, "compute_capability", device->major ? capability : NULL);
    if (device->has_range) {
        json_number(json, "least", device->least);
        json_number(json, "greatest", device->greatest);
    } else {
        json_null(json, "least");
        json_null(json, "greatest");
    }
}
