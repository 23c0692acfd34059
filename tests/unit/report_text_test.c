/* SPDX-License-Identifier: MIT */
/* A report's words at their limits; what it says of real runs is in the integration tests. */
#include "report_text.h"

#include "asked.h"
#include "counts.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

static const char *program = "program";

unsigned long getauxval(unsigned long type)
{
    return type == AT_EXECFN ? (unsigned long)program : 0;
}

static void at_high(void)
{
    asked_read((char *[]){"PRIOSHIM_PRIORITY=high", NULL});
}

TestSuite(report_text, .init = at_high);

static void create(int device, int least, int greatest, int given)
{
    counts_add(&(struct report_creation){.function = "f",
                                         .ways = WAY_LINKED,
                                         .device = {true, true, device, least, greatest},
                                         .given_known = true,
                                         .given = given});
}

static const char *json(void)
{
    static char text[REPORT_LINE + 1];
    struct line line = {text, REPORT_LINE, 0};

    report_as_json(&line);
    cr_assert_eq(line.length, REPORT_LINE);
    cr_assert_eq(text[REPORT_LINE - 1], '\n');
    size_t end = REPORT_LINE - 1;
    while (text[end - 1] == ' ')
        end--;
    cr_assert_eq(text[end - 1], '}');
    text[end] = '\0';
    return text;
}

Test(report_text, every_line_has_the_same_length)
{
    json();
    create(0, 0, -5, -5);
    json();
    program = NULL;
    cr_assert(strstr(json(), "\"program\":\"\","));
}

Test(report_text, devices_come_in_their_order)
{
    create(2, 0, -5, -5);
    create(0, 0, -5, -5);
    create(1, 0, -5, -5);
    const char *text = json();
    cr_assert_lt(strstr(text, "\"device\":0"), strstr(text, "\"device\":1"));
    cr_assert_lt(strstr(text, "\"device\":1"), strstr(text, "\"device\":2"));
}

Test(report_text, negative_and_unknown_numbers_survive)
{
    create(3, 1, -1, 1);
    counts_add(&(struct report_creation){.ways = WAY_DLSYM | WAY_ENTRY_POINT});
    counts_add(&(struct report_creation){.result = 999});
    const char *text = json();
    cr_assert(strstr(text,
                     "{\"device\":3,\"least\":1,\"greatest\":-1,\"priority\":-1,\"streams\":1,"
                     "\"took\":0,\"overridden\":0,\"kept\":0,\"missed\":1,\"launches\":0,"
                     "\"launches_took\":0,\"linked\":1,"
                     "\"dlsym\":0,\"entry_point\":0,\"dlsym_or_entry_point\":0}"),
              "%s", text);
    cr_assert(strstr(text,
                     "{\"device\":null,\"least\":null,\"greatest\":null,\"priority\":null,"
                     "\"streams\":1,\"took\":0,\"overridden\":0,\"kept\":0,\"missed\":0,"
                     "\"launches\":0,\"launches_took\":0,"
                     "\"linked\":0,\"dlsym\":0,\"entry_point\":0,\"dlsym_or_entry_point\":1}"),
              "%s", text);
    cr_assert(strstr(text, "\"failures\":[{\"code\":999,\"calls\":1}],\"left_out\":0}"), "%s",
              text);
}

Test(report_text, a_range_may_lie_below_0)
{
    create(0, -1, -5, -5);
    cr_assert(strstr(json(), "\"least\":-1,\"greatest\":-5,\"priority\":-5,"));
}

/* A device brings what it is asked for into its range. */
Test(report_text, what_comes_to_the_level_by_itself_is_not_overridden)
{
    struct report_creation creation = {.function = "f",
                                       .ways = WAY_LINKED,
                                       .named = true,
                                       .asked = -10,
                                       .device = {true, true, 0, 0, -5},
                                       .given_known = true,
                                       .given = -5};

    counts_add(&creation);
    cr_assert(strstr(json(), "\"took\":1,\"overridden\":0,"));
    creation.asked = 7;
    counts_add(&creation);
    cr_assert(strstr(json(), "\"took\":2,\"overridden\":1,"));
}

Test(report_text, what_is_not_known_is_null_in_a_log_whatever_it_holds)
{
    char words[512];
    struct line line = LINE_IN(words);

    report_creation_as_text(&line, &(struct report_creation){.function = "f",
                                                             .device = {.number = 1, .least = 2},
                                                             .given = 3});
    words[line.length] = '\0';
    cr_assert(strstr(words, " function=f flags=0 asked=none device=null least=null greatest=null "
                            "level=null given=null result=0\n"),
              "%s", words);
}

/* More than there is room for is counted as such, and the line stays whole. */
Test(report_text, what_does_not_fit_is_left_out_and_counted)
{
    static char name[300];

    memset(name, '\n', sizeof(name) - 1);
    program = name;
    for (int device = 0; device < COUNTS_DEVICES + 3; device++) {
        create(device, -32768, -32768, -32768);
        create(device, 30000, -30000, -30000);
    }
    for (int code = 1; code <= COUNTS_CODES + 2; code++)
        counts_add(&(struct report_creation){.result = 100000000 + code});
    const char *text = json();
    size_t listed = 0;
    for (const char *at = text; (at = strstr(at, "\"streams\":1,")); at++)
        listed++;
    unsigned long left_out = counts_left_out();
    cr_assert_eq(left_out, 2 * (COUNTS_DEVICES + 3) - COUNTS_DEVICES + 2);
    char wanted[64];
    snprintf(wanted, sizeof(wanted), "\"left_out\":%lu}", left_out + COUNTS_DEVICES - listed);
    cr_assert(strstr(text, wanted), "%zu listed: %s", listed, text);
    char words[4096];
    struct line line = LINE_IN(words);
    report_as_text(&line);
    cr_assert_eq(words[line.length - 1], '\n', "for people: it did not fit");
}
