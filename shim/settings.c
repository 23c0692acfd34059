#include "settings.h"

const char *const explicit_words[] = {
    [EXPLICIT_OVERRIDE] = "override",
    [EXPLICIT_KEEP] = "keep",
    NULL,
};

const char *const output_words[] = {
    [OUTPUT_OFF] = "off",
    [OUTPUT_STDERR] = "stderr",
    [OUTPUT_FILE] = "/FILE",
    NULL,
};

const char *const launches_words[] = {
    [LAUNCHES_AUTO] = "auto",
    [LAUNCHES_ON] = "on",
    [LAUNCHES_OFF] = "off",
    NULL,
};

const struct setting_row setting_rows[SETTINGS_COUNT] = {
#define SETTING(type, field, variable, words, default_text, help)                                  \
    [SETTING_##field] = {variable, words, default_text, help},
#include "settings.def"
#undef SETTING
};

/* Not strcasecmp: this runs in hosts that may set any locale, and before libc is ready. */
static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

int settings_word(const char *const words[], const char *text)
{
    for (int i = 0; words[i]; i++) {
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

static const char *value_of(char *const environment[], const char *variable)
{
    for (size_t i = 0; environment && environment[i]; i++) {
        size_t n = 0;
        while (variable[n] && environment[i][n] == variable[n])
            n++;
        if (!variable[n] && environment[i][n] == '=')
            return environment[i] + n + 1;
    }
    return NULL;
}

static int default_of(const struct setting_row *row)
{
    return settings_word(row->words, row->default_text);
}

size_t settings_read(struct settings *out, char *const environment[],
                     struct settings_complaint complaints[SETTINGS_COUNT])
{
    int value[SETTINGS_COUNT];
    size_t count = 0;

    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        const char *text = value_of(environment, setting_rows[i].variable);
        out->text[i] = text && *text ? text : NULL;
        value[i] = out->text[i] ? settings_word(setting_rows[i].words, text)
                                : default_of(&setting_rows[i]);
        if (value[i] < 0)
            complaints[count++] = (struct settings_complaint){&setting_rows[i], text};
    }
    for (size_t i = 0; count && i < SETTINGS_COUNT; i++) {
        value[i] = default_of(&setting_rows[i]);
        out->text[i] = NULL;
    }

#define SETTING(type, field, variable, words, default_text, help)                                  \
    out->field = (type)value[SETTING_##field];
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
