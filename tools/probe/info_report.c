/* SPDX-License-Identifier: MIT */
#include "info_report.h"

#include "advice.h"
#include "next.h"
#include "report.h"
#include "table.h"

/* In the order that people expect. */
static const enum stream_priority levels[] = {PRIORITY_LOW, PRIORITY_DEFAULT, PRIORITY_HIGH};
enum { LEVELS = 3 };

static const char *const daemon_words[] = {
    [MPS_ANSWERS] = "answers", [MPS_ABSENT] = "absent", [MPS_UNKNOWN] = "not known"};

static bool wanted(const struct situation *situation, enum stream_priority level)
{
    return situation->request->all_levels || situation->request->level == level;
}

static void add_machine(struct table *table, const struct situation *situation)
{
    const struct machine *machine = &situation->machine;

    TABLE_ADD(table, TINT_NONE, "machine", "WSL2", machine->wsl ? "yes" : "no");
    TABLE_ADD(table, TINT_NONE, "machine", "Jetson or DRIVE", machine->tegra ? "yes" : "no");
    TABLE_ADD(table, TINT_NONE, "machine", "container",
              machine->container ? machine->container : "no sign of one");
    TABLE_ADD(table, TINT_NONE, "machine", "MIG instance", situation->mig ? "yes" : "no");
    if (situation->visible_devices)
        TABLE_ADD(table, TINT_NONE, "machine", "CUDA_VISIBLE_DEVICES", situation->visible_devices);
}

static void add_mps(struct table *table, const struct situation *situation)
{
    char daemon[600];

    snprintf(daemon, sizeof daemon, "%s: %s", daemon_words[situation->mps.daemon],
             situation->mps.how);
    TABLE_ADD(table, TINT_NONE, "MPS", "control daemon", daemon);
    if (situation->mps_client_priority)
        TABLE_ADD(table, TINT_NONE, "MPS", "CUDA_MPS_CLIENT_PRIORITY",
                  situation->mps_client_priority);
}

static void add_driver(struct table *table, const struct situation *situation)
{
    const struct findings *findings = &situation->findings;
    char text[16];
    const char *version = report_version(findings->driver.version, text);
    const char *next = next_step(findings->trouble, &situation->machine);

    if (findings->has_driver) {
        TABLE_ADD(table, TINT_NONE, "driver", "library", findings->driver.path);
        TABLE_ADD(table, TINT_NONE, "driver", "CUDA", version ? version : "not told");
    }
    for (size_t i = 0; i < findings->problems.count; i++)
        TABLE_ADD(table, TINT_BAD, "driver", "missing", findings->problems.text[i]);
    if (next)
        TABLE_ADD(table, TINT_NONE, "driver", "next", next);
}

static void add_device(struct table *table, const struct device_facts *device)
{
    char about[32], text[48], native[16];

    snprintf(about, sizeof about, "device %d", device->device);
    TABLE_ADD(table, TINT_NONE, about, "name", device->name);
    snprintf(text, sizeof text, "%d.%d", device->major, device->minor);
    TABLE_ADD(table, TINT_NONE, about, "compute capability", device->major ? text : "not told");
    snprintf(text, sizeof text, "%d..%d", device->least, device->greatest);
    TABLE_ADD(table, TINT_NONE, about, "priorities", device->has_range ? text : device->why);
    for (size_t i = 0; i < LEVELS; i++)
        TABLE_ADD(table, TINT_NONE, about, priority_words[levels[i]],
                  situation_native(device, levels[i], native));
}

static void print_text(const struct situation *situation)
{
    struct advice advice[ADVICE_MOST];
    struct table table = {.grouped = 2};

    TABLE_ADD(&table, TINT_NONE, "about", "what", "is");
    add_machine(&table, situation);
    add_driver(&table, situation);
    for (size_t i = 0; i < situation->findings.device_count; i++)
        add_device(&table, &situation->findings.devices[i]);
    add_mps(&table, situation);
    for (size_t i = 0; i < LEVELS; i++) {
        size_t count = wanted(situation, levels[i]) ? advice_of(levels[i], situation, advice) : 0;
        for (size_t j = 0; j < count; j++)
            TABLE_ADD(&table, TINT_NONE, priority_words[levels[i]], advice[j].where,
                      advice[j].sentence);
    }
    table_print(&table, stdout);
}

static void put_devices(struct json *json, const struct findings *findings)
{
    json_open(json, "devices", '[');
    for (size_t i = 0; i < findings->device_count; i++) {
        const struct device_facts *device = &findings->devices[i];
        json_open(json, NULL, '{');
        report_device(json, device);
        if (device->has_range) {
            json_number(json, "low", device->least);
            json_number(json, "high", device->greatest);
        } else {
            json_null(json, "low");
            json_null(json, "high");
        }
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_levels(struct json *json, const struct situation *situation)
{
    struct advice advice[ADVICE_MOST];

    json_open(json, "levels", '{');
    for (size_t i = 0; i < LEVELS; i++) {
        if (!wanted(situation, levels[i]))
            continue;
        size_t count = advice_of(levels[i], situation, advice);
        json_open(json, priority_words[levels[i]], '[');
        for (size_t j = 0; j < count; j++) {
            json_open(json, NULL, '{');
            json_text(json, "where", advice[j].where);
            json_text(json, "text", advice[j].sentence);
            json_close(json, '}');
        }
        json_close(json, ']');
    }
    json_close(json, '}');
}

static void print_json(const struct situation *situation, bool ok)
{
    struct json json = {stdout, false};

    report_begin(&json, "info", ok);
    report_driver(&json, &situation->findings);
    put_devices(&json, &situation->findings);
    json_open(&json, "machine", '{');
    json_truth(&json, "wsl2", situation->machine.wsl);
    json_truth(&json, "tegra", situation->machine.tegra);
    json_truth(&json, "mig", situation->mig);
    json_text(&json, "container", situation->machine.container);
    json_text(&json, "cuda_visible_devices", situation->visible_devices);
    json_close(&json, '}');
    json_open(&json, "mps", '{');
    json_text(&json, "daemon", daemon_words[situation->mps.daemon]);
    json_text(&json, "how", situation->mps.how);
    json_text(&json, "client_priority", situation->mps_client_priority);
    json_close(&json, '}');
    put_levels(&json, situation);
    report_end(&json, &situation->findings);
}

void info_report(const struct situation *situation, bool ok)
{
    if (situation->request->json)
        print_json(situation, ok);
    else
        print_text(situation);
}
