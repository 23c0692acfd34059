/* SPDX-License-Identifier: MIT */
/* settings_read, on an environment of the fuzzer's strings, one after each NUL. */
#include "settings.h"

#include "fuzz.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

enum { STRINGS = 64 };

/* What getenv would say; NULL of an empty value, too. */
static const char *value_of(char *const environment[], const char *variable)
{
    size_t length = strlen(variable);

    for (size_t i = 0; environment[i]; i++) {
        if (strncmp(environment[i], variable, length) == 0 && environment[i][length] == '=')
            return environment[i][length + 1] ? environment[i] + length + 1 : NULL;
    }
    return NULL;
}

/* Which word it is: the same question, asked of libc. */
static int expected(const char *value, const struct setting_row *row)
{
    const char *text = value ? value : row->words[0];

    for (int i = 0; *row->words[i]; i++) {
        bool path = *row->words[i] == '/' && *text == '/';
        if (path || strcasecmp(row->words[i], text) == 0)
            return i;
    }
    return -1;
}

static bool is_in(const char *text, char *const environment[])
{
    for (size_t i = 0; environment[i]; i++) {
        if (text >= environment[i] && text <= environment[i] + strlen(environment[i]))
            return true;
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *bytes = malloc(size + 1), *environment[STRINGS + 1];
    struct settings settings;
    struct settings_complaint complaints[SETTINGS_COUNT];
    size_t strings = 0, bad = 0;
    int values[SETTINGS_COUNT];

    memcpy(bytes, data, size);
    bytes[size] = '\0';
    for (size_t at = 0; at < size && strings < STRINGS; at += strlen(bytes + at) + 1)
        environment[strings++] = bytes + at;
    environment[strings] = NULL;

    size_t count = settings_read(&settings, environment, complaints);
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        const char *value = value_of(environment, setting_rows[i].variable);
        values[i] = expected(value, &setting_rows[i]);
        PROMISE(settings.text[i] == (count == 0 ? value : NULL));
        if (values[i] >= 0)
            continue;
        PROMISE(bad < count && complaints[bad].row == &setting_rows[i]);
        PROMISE(is_in(complaints[bad].found, environment));
        bad++;
    }
    PROMISE(bad == count);
    bool usable = count == 0;
#define SETTING(type, field, variable, words, help)                                                \
    PROMISE((int)settings.field == (usable ? values[SETTING_##field] : 0));
#include "settings.def"
#undef SETTING
    free(bytes);
    return 0;
}
