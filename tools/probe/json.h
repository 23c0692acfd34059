/* SPDX-License-Identifier: MIT */
/* JSON (RFC 8259) on a stream, a value after the other; the commas are put here. */
#ifndef PROBE_JSON_H
#define PROBE_JSON_H

#include <stdbool.h>
#include <stdio.h>

struct json {
    FILE *out;
    bool begun; /* there is a value before, in what is open */
};

/* `key` is NULL in an array and for the outermost value. */
void json_open(struct json *json, const char *key, char bracket);
void json_close(struct json *json, char bracket);
void json_text(struct json *json, const char *key, const char *text); /* NULL: null */
void json_number(struct json *json, const char *key, long number);
void json_truth(struct json *json, const char *key, bool truth);
void json_null(struct json *json, const char *key);

#endif
