/* SPDX-License-Identifier: MIT */
#include "line.h"
#include "text.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <string.h>

static char text[512];

static const char *ended(struct line *line)
{
    cr_assert_lt(line->length, sizeof(text));
    text[line->length] = '\0';
    return text;
}

static const char *json(const char *from, size_t most)
{
    struct line line = {text, sizeof(text) - 1, 0};

    line_add_json(&line, from, most);
    return ended(&line);
}

Test(line, words_and_numbers_follow_each_other)
{
    struct line line = {text, sizeof(text) - 1, 0};

    line_add(&line, "a ");
    line_add_number(&line, 0);
    line_add(&line, " ");
    line_add_number(&line, -5);
    line_add(&line, " ");
    line_add_number(&line, LONG_MIN);
    cr_assert_str_eq(ended(&line), "a 0 -5 -9223372036854775808");
}

Test(line, it_is_filled_up_to_a_length_and_no_further_than_there_is_room)
{
    for (size_t length = 0; length < 40; length++) {
        for (size_t room = 0; room < 40; room++) {
            struct line line = {text, room, 0};
            size_t wanted = length < room ? length : room;
            memset(text, '#', sizeof(text));
            line_add(&line, "abc");
            line_fill(&line, length);
            size_t most = room < 3 ? room : 3;
            cr_assert_eq(line.length, wanted > most ? wanted : most);
            cr_assert_eq(memcmp(text, "abc", most), 0);
            for (size_t i = most; i < sizeof(text); i++)
                cr_assert_eq(text[i], i < line.length ? ' ' : '#');
        }
    }
}

Test(line, what_does_not_fit_is_left_out)
{
    char little[8] = "???????";
    struct line line = {little, 4, 0};

    line_add(&line, "0123456789");
    line_add_number(&line, 7);
    cr_assert_eq(line.length, 4);
    cr_assert_str_eq(little, "0123???");
}

Test(line, quoted_text_is_kept_readable)
{
    struct line line = {text, sizeof(text) - 1, 0};
    char name[4096];

    line_add_quoted(&line, "b\tc\x1b\x7f");
    line_add_quoted(&line, "h\xc3\xb6her"); /* no control bytes */
    cr_assert_str_eq(ended(&line), "'b?c?"
                                   "?''h\xc3\xb6her'");
    memset(name, 'x', sizeof(name));
    name[sizeof(name) - 1] = '\0';
    line_add_quoted(&line, name);
    cr_assert_lt(line.length, 100);
    cr_assert(strstr(ended(&line), "...'"));
}

Test(line, json_strings_escape_what_json_must)
{
    cr_assert_str_eq(json("plain", 100), "\"plain\"");
    cr_assert_str_eq(json("", 100), "\"\"");
    cr_assert_str_eq(json("a\"b\\c\n\t\x01", 100), "\"a\\\"b\\\\c\\u000a\\u0009\\u0001\"");
    cr_assert_str_eq(json("gr\xc3\xbc\xc3\x9f \xf0\x9f\x98\x80", 100),
                     "\"gr\xc3\xbc\xc3\x9f \xf0\x9f\x98\x80\"");
}

/* RFC 3629: strays, cut characters, overlong forms, surrogates, beyond the last character. */
Test(line, json_strings_are_utf8_whatever_the_text_is)
{
    cr_assert_str_eq(json("\xff", 100), "\"\\ufffd\"");
    cr_assert_str_eq(json("\x80x", 100), "\"\\ufffdx\"");
    cr_assert_str_eq(json("\xc3", 100), "\"\\ufffd\"");
    cr_assert_str_eq(json("\xe2\x82", 100), "\"\\ufffd\\ufffd\"");
    cr_assert_str_eq(json("\xc0\xaf", 100), "\"\\ufffd\\ufffd\"");
    cr_assert_str_eq(json("\xe0\x80\xaf", 100), "\"\\ufffd\\ufffd\\ufffd\"");
    cr_assert_str_eq(json("\xed\xa0\x80", 100), "\"\\ufffd\\ufffd\\ufffd\"");
    cr_assert_str_eq(json("\xf0\x80\x80\xaf", 100), "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
    cr_assert_str_eq(json("\xf4\x90\x80\x80", 100), "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
    cr_assert_str_eq(json("\xf5\x80\x80\x80", 100), "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
}

Test(line, a_long_json_string_is_cut_between_characters)
{
    cr_assert_str_eq(json("0123456789", 10), "\"0123456789\"");
    cr_assert_str_eq(json("0123456789a", 10), "\"0123456...\"");
    cr_assert_str_eq(json("01234\xc3\xbc\xc3\xbc\xc3\xbc", 10), "\"01234\xc3\xbc...\"");
    cr_assert_str_eq(json("01234\n\n", 10), "\"01234...\"");
}

Test(text, only_equal_strings_are_the_same)
{
    cr_assert(text_same("", ""));
    cr_assert(text_same("cuInit", "cuInit"));
    cr_assert_not(text_same("cuInit", "cuIni"));
    cr_assert_not(text_same("cuIni", "cuInit"));
    cr_assert_not(text_same("", "c"));
}

Test(text, the_base_is_what_follows_the_last_slash)
{
    cr_assert_str_eq(text_base("/usr/lib/libc.so.6"), "libc.so.6");
    cr_assert_str_eq(text_base("libc.so.6"), "libc.so.6");
    cr_assert_str_eq(text_base("/usr/lib/"), "");
    cr_assert_str_eq(text_base(""), "");
}
