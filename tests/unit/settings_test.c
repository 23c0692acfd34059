/* SPDX-License-Identifier: MIT */
#include "settings.h"

#include <criterion/criterion.h>
#include <locale.h>
#include <stdio.h>

#define READ(...)                                                                                  \
    char *environment[] = {__VA_ARGS__};                                                           \
    struct settings s;                                                                             \
    struct settings_complaint complaints[SETTINGS_COUNT];                                          \
    size_t count = settings_read(&s, environment, complaints)

Test(settings, nothing_set_means_the_defaults)
{
    READ("HOME=/", NULL);
    cr_assert_eq(count, 0);
    cr_assert_eq(s.priority, PRIORITY_DEFAULT);
    cr_assert_eq(s.explicit_policy, EXPLICIT_OVERRIDE);
}

Test(settings, no_environment_means_the_defaults)
{
    struct settings s = {.priority = PRIORITY_HIGH, .explicit_policy = EXPLICIT_KEEP};
    struct settings_complaint complaints[SETTINGS_COUNT];

    cr_assert_eq(settings_read(&s, NULL, complaints), 0);
    cr_assert_eq(s.priority, PRIORITY_DEFAULT);
    cr_assert_eq(s.explicit_policy, EXPLICIT_OVERRIDE);
}

Test(settings, words_are_read_in_any_case)
{
    char *capitals[] = {"PRIOSHIM_PRIORITY=DEFAULT", "PRIOSHIM_EXPLICIT=OVERRIDE", NULL};
    struct settings read;
    struct settings_complaint said[SETTINGS_COUNT];
    cr_assert_eq(settings_read(&read, capitals, said), 0);

    READ("PRIOSHIM_PRIORITY=LoW", "PRIOSHIM_EXPLICIT=KEEP", NULL);
    cr_assert_eq(count, 0);
    cr_assert_eq(s.priority, PRIORITY_LOW);
    cr_assert_eq(s.explicit_policy, EXPLICIT_KEEP);
}

/* In a Turkish locale the lower case of I is another letter, to libc. */
Test(settings, the_locale_has_no_say)
{
    setlocale(LC_ALL, "tr_TR.UTF-8");
    READ("PRIOSHIM_PRIORITY=HIGH", "PRIOSHIM_EXPLICIT=OVERRIDE", NULL);
    cr_assert_eq(count, 0);
    cr_assert_eq(s.priority, PRIORITY_HIGH);
}

Test(settings, an_empty_value_means_the_default)
{
    READ("PRIOSHIM_PRIORITY=", "PRIOSHIM_EXPLICIT=", NULL);
    cr_assert_eq(count, 0);
    cr_assert_eq(s.priority, PRIORITY_DEFAULT);
}

Test(settings, the_first_of_two_entries_counts_as_with_getenv)
{
    READ("PRIOSHIM_PRIORITY=high", "PRIOSHIM_PRIORITY=low", NULL);
    cr_assert_eq(count, 0);
    cr_assert_eq(s.priority, PRIORITY_HIGH);
}

Test(settings, another_variables_name_is_not_ours)
{
    READ("PRIOSHIM_PRIORITY2=low", "XPRIOSHIM_PRIORITY=low", "PRIOSHIM_PRIORITY", "PRIOSHIM=low",
         "=low", NULL);
    cr_assert_eq(count, 0);
    cr_assert_eq(s.priority, PRIORITY_DEFAULT);
}

/* F7 */
Test(settings, garbage_is_named_and_leaves_the_defaults)
{
    static char *const garbage[] = {"low ", " low", "lo",         "lowest",
                                    "0",    "-5",   "l\xc3\xb6w", "\xff"};

    for (size_t i = 0; i < sizeof(garbage) / sizeof(*garbage); i++) {
        char entry[64];
        snprintf(entry, sizeof(entry), "PRIOSHIM_PRIORITY=%s", garbage[i]);
        READ(entry, "PRIOSHIM_EXPLICIT=keep", NULL);
        cr_assert_eq(count, 1, "'%s'", garbage[i]);
        cr_assert_str_eq(complaints[0].row->variable, "PRIOSHIM_PRIORITY");
        cr_assert_str_eq(complaints[0].found, garbage[i]);
        cr_assert_eq(s.priority, PRIORITY_DEFAULT);
        cr_assert_eq(s.explicit_policy, EXPLICIT_OVERRIDE);
    }
}

/* A level that is clear is not enough if what it applies to was not understood. */
Test(settings, one_bad_setting_leaves_all_at_their_defaults)
{
    READ("PRIOSHIM_PRIORITY=low", "PRIOSHIM_EXPLICIT=maybe", NULL);
    cr_assert_eq(count, 1);
    cr_assert_eq(s.priority, PRIORITY_DEFAULT);
}

Test(settings, each_row_has_a_default_that_its_own_parser_reads)
{
    for (size_t i = 0; i < SETTINGS_COUNT; i++)
        cr_assert_geq(settings_word(setting_rows[i].words, setting_rows[i].words[0]), 0);
}

Test(settings, an_output_is_a_word_or_an_absolute_path)
{
    READ("PRIOSHIM_REPORT=stderr", "PRIOSHIM_LOG=/tmp/a file", NULL);
    cr_assert_eq(count, 0);
    cr_assert_eq(s.report, OUTPUT_STDERR);
    cr_assert_eq(s.log, OUTPUT_FILE);
    cr_assert_str_eq(s.text[SETTING_log], "/tmp/a file");
}

/* Relative to what, once the program has gone elsewhere? */
Test(settings, a_relative_path_is_refused)
{
    READ("PRIOSHIM_REPORT=report.json", NULL);
    cr_assert_eq(count, 1);
    cr_assert_eq(s.report, OUTPUT_OFF);
    cr_assert_null(s.text[SETTING_report]);
}

Test(settings, a_path_is_none_of_the_levels)
{
    READ("PRIOSHIM_PRIORITY=/low", NULL);
    cr_assert_eq(count, 1);
}

Test(settings, launches_take_the_level_by_word_and_level)
{
    static const struct {
        char *launches;
        bool at_default, at_low, at_high;
    } rows[] = {
        {"PRIOSHIM_LAUNCHES=", false, false, true},
        {"PRIOSHIM_LAUNCHES=auto", false, false, true},
        {"PRIOSHIM_LAUNCHES=on", false, true, true},
        {"PRIOSHIM_LAUNCHES=off", false, false, false},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        READ(rows[i].launches, NULL);
        s.priority = PRIORITY_DEFAULT;
        cr_expect_eq(settings_launches(&s), rows[i].at_default, "%s", rows[i].launches);
        s.priority = PRIORITY_LOW;
        cr_expect_eq(settings_launches(&s), rows[i].at_low, "%s", rows[i].launches);
        s.priority = PRIORITY_HIGH;
        cr_expect_eq(settings_launches(&s), rows[i].at_high, "%s", rows[i].launches);
    }
}
