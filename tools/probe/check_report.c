/* SPDX-License-Identifier: MIT */
#include "check_report.h"

#include "json.h"
#include "next.h"
#include "report.h"

#include <string.h>

static const char *const result_words[] = {
    [ROW_BEGUN] = "failed",          [ROW_OK] = "ok",
    [ROW_NO_CHOICE] = "no choice",   [ROW_NOT_OFFERED] = "not offered",
    [ROW_NOT_OBEYED] = "not obeyed", [ROW_FAILED] = "failed",
    [ROW_ACCEPTED] = "accepted",     [ROW_REFUSED] = "refused",
};

static const enum table_tint result_tints[] = {
    [ROW_BEGUN] = TINT_BAD,         [ROW_OK] = TINT_GOOD,        [ROW_NO_CHOICE] = TINT_FAINT,
    [ROW_NOT_OFFERED] = TINT_FAINT, [ROW_NOT_OBEYED] = TINT_BAD, [ROW_FAILED] = TINT_BAD,
    [ROW_ACCEPTED] = TINT_NONE,     [ROW_REFUSED] = TINT_NONE,
};

static const char *number(bool known, int value, char text[16])
{
    snprintf(text, 16, "%d", value);
    return known ? text : "-";
}

static void add_row(struct table *table, const struct row *row)
{
    char asked[16], got[16], device[16], range[32], result[320];
    bool somewhere = row->device >= 0;

    snprintf(range, sizeof range, "%d..%d", row->least, row->greatest);
    snprintf(result, sizeof result, "%s%s%s", result_words[row->result], *row->why ? ": " : "",
             row->why);
    TABLE_ADD(table, result_tints[row->result], row->way, row->function,
              number(row->named && somewhere, row->asked, asked), number(row->read, row->got, got),
              number(somewhere, row->device, device), somewhere ? range : "-", result);
}

/* Of the rows of a kind: how many there are of each result. */
static size_t count(const struct findings *findings, enum row_kind kind, enum row_result result)
{
    size_t number = 0;

    for (size_t i = 0; i < findings->row_count; i++)
        number += findings->rows[i].kind == kind && findings->rows[i].result == result;
    return number;
}

/* The sum. What the driver itself says is no part of it. */
static void add_sum(struct table *table, const struct request *request,
                    const struct findings *findings, bool passed)
{
    const char *level = priority_words[request->level];
    size_t good[2], bad[2], no_choice = count(findings, ROW_STREAM, ROW_NO_CHOICE), not_offered = 0;
    char line[320];

    for (enum row_kind kind = ROW_STREAM; kind <= ROW_LAUNCH; kind++) {
        good[kind] = count(findings, kind, ROW_OK);
        bad[kind] = count(findings, kind, ROW_NOT_OBEYED) + count(findings, kind, ROW_FAILED);
        not_offered += count(findings, kind, ROW_NOT_OFFERED);
    }
    if (findings->row_count)
        snprintf(line, sizeof line,
                 "%s at %s: %zu of %zu streams and %zu of %zu launches as they should be",
                 passed ? "ok" : "NOT ok", level, good[ROW_STREAM],
                 good[ROW_STREAM] + bad[ROW_STREAM], good[ROW_LAUNCH],
                 good[ROW_LAUNCH] + bad[ROW_LAUNCH]);
    else
        snprintf(line, sizeof line, "NOT ok at %s: nothing could be tried", level);
    if (no_choice)
        snprintf(strchr(line, '\0'), 80, ", %zu with nothing to choose from", no_choice);
    if (not_offered)
        snprintf(strchr(line, '\0'), 80, ", %zu ways that this machine does not offer",
                 not_offered);
    TABLE_ADD(table, TINT_NONE, line);
}

static void print_text(const struct request *request, const struct findings *findings, bool passed)
{
    struct table table = {.grouped = 2, .headings = true}, remarks = {0};
    const struct machine machine = machine_read("");
    const char *next = next_step(findings->trouble, &machine);
    char line[320];

    TABLE_ADD(&table, TINT_NONE, "way", "function", "asked", "got", "device", "range", "result");
    for (size_t i = 0; i < findings->row_count; i++)
        add_row(&table, &findings->rows[i]);
    if (findings->row_count)
        table_print(&table, stdout);
    fflush(stdout); /* what follows belongs below it */
    report_texts(&remarks, findings);
    add_sum(&remarks, request, findings, passed);
    if (next) {
        snprintf(line, sizeof line, "next: %s", next);
        TABLE_ADD(&remarks, TINT_NONE, line);
    }
    table_print(&remarks, stderr);
}

static void put_row(struct json *json, const struct row *row)
{
    json_open(json, NULL, '{');
    json_text(json, "way", row->way);
    json_text(json, "function", row->function);
    if (row->device >= 0)
        json_number(json, "device", row->device);
    else
        json_null(json, "device");
    if (row->device >= 0 && row->named)
        json_number(json, "asked", row->asked);
    else
        json_null(json, "asked");
    if (row->read)
        json_number(json, "got", row->got);
    else
        json_null(json, "got");
    json_text(json, "result", result_words[row->result]);
    json_text(json, "why", *row->why ? row->why : NULL);
    json_close(json, '}');
}

static void print_json(const struct request *request, const struct findings *findings, bool passed)
{
    struct json json = {stdout, false};

    report_begin(&json, "check", passed);
    json_text(&json, "level", priority_words[request->level]);
    json_text(&json, "explicit", request->keep_explicit ? "keep" : "override");
    report_driver(&json, findings);
    json_open(&json, "devices", '[');
    for (size_t i = 0; i < findings->device_count; i++) {
        json_open(&json, NULL, '{');
        report_device(&json, &findings->devices[i]);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_open(&json, "rows", '[');
    for (size_t i = 0; i < findings->row_count; i++)
        put_row(&json, &findings->rows[i]);
    json_close(&json, ']');
    report_end(&json, findings);
}

void check_report(const struct request *request, const struct findings *findings, bool passed)
{
    (request->json ? print_json : print_text)(request, findings, passed);
}
