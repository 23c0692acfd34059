/* SPDX-License-Identifier: MIT */
#include "environment.h"

#include "say.h"
#include "settings.h"
#include "words.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *last_value(char *const environment[], const char *name)
{
    const char *value = NULL;
    size_t length = strlen(name);

    for (size_t i = 0; environment[i]; i++)
        if (strncmp(environment[i], name, length) == 0 && environment[i][length] == '=')
            value = environment[i] + length + 1;
    return value;
}

char *assignment(const char *name, const char *value)
{
    char *text;
    return asprintf(&text, "%s=%s", name, value) < 0 ? checked(NULL) : text;
}

char **changed_environment(char *const environment[], char *const changes[])
{
    size_t count = 0, kept = 0, room = 1;

    while (environment[count])
        count++;
    for (size_t i = 0; changes[i]; i++)
        room++;
    char **result = checked(calloc(count + room, sizeof *result));
    for (size_t i = 0; i < count; i++) {
        bool replaced = false;
        for (size_t j = 0; changes[j]; j++)
            replaced |= strncmp(environment[i], changes[j], strcspn(changes[j], "=") + 1) == 0;
        if (!replaced)
            result[kept++] = environment[i];
    }
    memcpy(result + kept, changes, room * sizeof *changes);
    return result;
}

struct settings checked_settings(char *const environment[])
{
    struct settings settings;
    struct settings_complaint complaints[SETTINGS_COUNT];

    if (settings_read(&settings, environment, complaints) > 0)
        refuse("%s is %s in the environment (allowed: %s)", complaints[0].row->variable,
               quote(complaints[0].found, false), word_list(complaints[0].row->words));
    return settings;
}
