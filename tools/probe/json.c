/* SPDX-License-Identifier: MIT */
#include "json.h"

#include "line.h"
#include "memory.h"

#include <string.h>

static void put_string(struct json *json, const char *text)
{
    size_t most = 6 * strlen(text); /* each byte as \uXXXX */
    size_t room = most + sizeof "\"\"";
    struct line line = {needed(malloc(room)), room, 0};

    line_add_json(&line, text, most);
    fwrite(line.text, 1, line.length, json->out);
    free(line.text);
}

static void put_key(struct json *json, const char *key)
{
    if (json->begun)
        fputs(", ", json->out);
    json->begun = true;
    if (key) {
        put_string(json, key);
        fputs(": ", json->out);
    }
}

void json_open(struct json *json, const char *key, char bracket)
{
    put_key(json, key);
    fputc(bracket, json->out);
    json->begun = false;
}

void json_close(struct json *json, char bracket)
{
    fputc(bracket, json->out);
    json->begun = true;
}

void json_text(struct json *json, const char *key, const char *text)
{
    if (!text) {
        json_null(json, key);
        return;
    }
    put_key(json, key);
    put_string(json, text);
}

void json_number(struct json *json, const char *key, long number)
{
    put_key(json, key);
    fprintf(json->out, "%ld", number);
}

void json_truth(struct json *json, const char *key, bool truth)
{
    put_key(json, key);
    fputs(truth ? "true" : "false", json->out);
}

void json_null(struct json *json, const char *key)
{
    put_key(json, key);
    fputs("null", json->out);
}
