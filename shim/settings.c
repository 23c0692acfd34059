/* SPDX-License-Identifier: MIT */
#include "settings.h"

const char explicit_words[][WORD_SIZE] = EXPLICIT_WORDS;

const struct setting_row setting_rows[SETTINGS_COUNT] = {
#define SETTING(type, field, variable, words, help) [SETTING_##field] = {variable, words, help},
#include "settings.def"
#undef SETTING
};

/* Not strcasecmp: this runs in hosts that may set any locale, and before libc is ready. */
static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

int settings_word(const char words[][WORD_SIZE], const char *text)
{
    for (int i = 0; *words[i]; i++) {
        size_t n = 0;
        if (*words[i] == '/' && *text == '/')
            return i;
        while (words[i][n] && lower(text[n]) == words[i][n])
            n++;
        if (!words[i][n] && !text[n])
            return i;
    }
    return -1;
}

/* What follows a text in another that begins with it, else NULL. */
static const char *behind(const char *text, const char *beginning)
{
    while (*beginning && *text == *beginning) {
        text++;
        beginning++;
    }
    return *beginning ? NULL : text;
}

/* The texts of all settings, by one pass; of two entries of one name the first counts. */
static void find_texts(char *const environment[], const char *text[SETTINGS_COUNT])
{
    static const char prefix[] = "PRIOSHIM_"; /* of all variables: nearly all entries are others' */

    for (size_t row = 0; row < SETTINGS_COUNT; row++)
        text[row] = NULL;
    for (size_t i = 0; environment && environment[i]; i++) {
        const char *name = behind(environment[i], prefix);
        for (size_t row = 0; name && row < SETTINGS_COUNT; row++) {
            const char *equals = behind(name, setting_rows[row].variable + sizeof(prefix) - 1);
            if (equals && *equals == '=' && !text[row])
                text[row] = equals + 1;
        }
    }
}

size_t settings_read(struct settings *out, char *const environment[],
                     struct settings_complaint complaints[SETTINGS_COUNT])
{
    int value[SETTINGS_COUNT];
    size_t count = 0;

    find_texts(environment, out->text);
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        if (out->text[i] && !*out->text[i])
            out->text[i] = NULL;
        value[i] = out->text[i] ? settings_word(setting_rows[i].words, out->text[i]) : 0;
        if (value[i] < 0)
            complaints[count++] = (struct settings_complaint){&setting_rows[i], out->text[i]};
    }
    for (size_t i = 0; count && i < SETTINGS_COUNT; i++) {
        value[i] = 0;
        out->text[i] = NULL;
    }

#define SETTING(type, field, variable, words, help) out->field = (type)value[SETTING_##field];
#include "settings.def"
#undef SETTING
    return count;
}

bool settings_launches(const struct settings *settings)
{
    switch (settings->launches) {
    case LAUNCHES_ON:
        return settings->priority != PRIORITY_DEFAULT;
    case LAUNCHES_AUTO:
        return settings->priority == PRIORITY_HIGH;
    default:
        return false;
    }
}
