/* SPDX-License-Identifier: MIT */
#include "priority.h"

#include <criterion/criterion.h>

static int native(enum stream_priority word, int least, int greatest)
{
    int priority = 99;

    return priority_native(word, least, greatest, &priority) ? priority : 1000 + priority;
}

enum { UNCHANGED = 1099 };

/* E3: a lower number runs first, and the pair is (least, greatest). */
Test(priority, low_is_the_least_and_high_the_greatest)
{
    cr_assert_eq(native(PRIORITY_LOW, 0, -5), 0);
    cr_assert_eq(native(PRIORITY_HIGH, 0, -5), -5);
    cr_assert_eq(native(PRIORITY_LOW, 0, -1), 0);
    cr_assert_eq(native(PRIORITY_HIGH, 0, -1), -1);
    cr_assert_eq(native(PRIORITY_LOW, 1, -1), 1);
    cr_assert_eq(native(PRIORITY_HIGH, 1, -1), -1);
    cr_assert_eq(native(PRIORITY_LOW, 3, -7), 3);
    cr_assert_eq(native(PRIORITY_HIGH, 3, -7), -7);
}

Test(priority, default_gives_no_number)
{
    cr_assert_eq(native(PRIORITY_DEFAULT, 0, -5), UNCHANGED);
    cr_assert_eq(native(PRIORITY_DEFAULT, 1, -1), UNCHANGED);
}

Test(priority, a_range_without_a_choice_gives_no_number)
{
    cr_assert_eq(native(PRIORITY_LOW, 0, 0), UNCHANGED);
    cr_assert_eq(native(PRIORITY_HIGH, 0, 0), UNCHANGED);
    cr_assert_eq(native(PRIORITY_LOW, -5, 0), UNCHANGED);
    cr_assert_eq(native(PRIORITY_HIGH, -5, 0), UNCHANGED);
}

Test(priority, the_words_are_in_the_order_of_the_enum)
{
    cr_assert_str_eq(priority_words[PRIORITY_DEFAULT], "default");
    cr_assert_str_eq(priority_words[PRIORITY_LOW], "low");
    cr_assert_str_eq(priority_words[PRIORITY_HIGH], "high");
    cr_assert_str_eq(priority_words[PRIORITY_HIGH + 1], "");
}
