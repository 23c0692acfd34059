/* SPDX-License-Identifier: MIT */
/* Tables on a terminal, which is a pseudo-terminal here, and elsewhere. */
#include "table.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static struct table table;
static char shown[4096];

/* What the table looks like on a terminal of so many columns (0: it doesn't tell). */
static const char *on_terminal(unsigned short columns)
{
    struct winsize size = {.ws_row = 24, .ws_col = columns};
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    cr_assert(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    cr_assert_eq(ioctl(terminal, TIOCSWINSZ, &size), 0);
    int line = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    FILE *out = fdopen(line, "w");
    cr_assert(out);
    table_print(&table, out);
    putc('\001', out); /* a terminal hands on what it got in pieces: this is the end */
    fflush(out);
    size_t got = 0;
    while (!got || shown[got - 1] != '\001') {
        ssize_t more = read(terminal, shown + got, sizeof shown - got);
        cr_assert_gt(more, 0);
        got += (size_t)more;
    }
    fclose(out);
    close(terminal);
    size_t length = 0;
    for (size_t i = 0; i + 1 < got; i++) /* the terminal ends a line with \r\n */
        if (shown[i] != '\r')
            shown[length++] = shown[i];
    shown[length] = '\0';
    return shown;
}

static const char *elsewhere(void)
{
    size_t size;
    FILE *out = tmpfile();
    cr_assert(out);
    table_print(&table, out);
    rewind(out);
    size = fread(shown, 1, sizeof shown - 1, out);
    shown[size] = '\0';
    fclose(out);
    return shown;
}

static void start(void)
{
    table = (struct table){.grouped = 2};
    setenv("TERM", "xterm", 1);
    setenv("NO_COLOR", "", 1); /* as if unset */
    cr_assert(setlocale(LC_ALL, "C.UTF-8"));
    TABLE_ADD(&table, TINT_NONE, "a", "long header", "last");
}

TestSuite(table, .init = start);

Test(table, elsewhere_has_tabs_and_no_colours)
{
    TABLE_ADD(&table, TINT_BAD, "x", "\xe4\xbd\xa0", "y z");
    TABLE_ADD(&table, TINT_GOOD, "x", "t\ta\nb", "\033[31m\x7f\xff");
    cr_expect_str_eq(elsewhere(), "a\tlong header\tlast\n"
                                  "x\t\xe4\xbd\xa0\ty z\n"
                                  "x\tt?a?b\t?[31m?\xff\n");
}

Test(table, columns_stand_under_one_another)
{
    TABLE_ADD(&table, TINT_NONE, "a longer one", "b", "c");
    TABLE_ADD(&table, TINT_NONE, "", "", "");
    cr_expect_str_eq(on_terminal(0), "a             long header  last\n"
                                     "a longer one  b            c\n"
                                     "                           \n");
}

Test(table, the_width_is_that_of_the_characters)
{
    /* Two wide characters, one of two bytes, and one that combines with the letter before it. */
    TABLE_ADD(&table, TINT_NONE, "\xe4\xbd\xa0\xe5\xa5\xbd", "wide", "x");
    TABLE_ADD(&table, TINT_NONE, "\xc3\xa4", "narrow", "x");
    TABLE_ADD(&table, TINT_NONE, "e\xcc\x81", "combined", "x");
    cr_expect_str_eq(on_terminal(0), "a     long header  last\n"
                                     "\xe4\xbd\xa0\xe5\xa5\xbd  wide         x\n"
                                     "\xc3\xa4     narrow       x\n"
                                     "e\xcc\x81     combined     x\n");
}

Test(table, what_a_terminal_cannot_show_is_a_question_mark)
{
    TABLE_ADD(&table, TINT_NONE, "\xff\xc3", "\033[2J\n", "\xed\xa0\x80");
    cr_expect_str_eq(on_terminal(0), "a   long header  last\n"
                                     "??  ?[2J?        ???\n");
    setlocale(LC_ALL, "C");
    table.count = 1;
    TABLE_ADD(&table, TINT_NONE, "\xc3\xa4", "b", "c");
    cr_expect_str_eq(on_terminal(0), "a   long header  last\n"
                                     "??  b            c\n");
}

Test(table, what_stands_above_is_not_said_again)
{
    TABLE_ADD(&table, TINT_NONE, "x", "y", "1");
    TABLE_ADD(&table, TINT_NONE, "x", "y", "1");
    TABLE_ADD(&table, TINT_NONE, "x", "z", "1");
    TABLE_ADD(&table, TINT_NONE, "w", "z", "1");
    cr_expect_str_eq(on_terminal(0), "a  long header  last\n"
                                     "x  y            1\n"
                                     "                1\n"
                                     "   z            1\n"
                                     "w  z            1\n");
}

Test(table, the_last_column_is_broken_at_spaces_where_it_must_be)
{
    TABLE_ADD(&table, TINT_NONE, "x", "y", "one two three four five six seven");
    TABLE_ADD(&table, TINT_NONE, "x", "z", "a word-that-is-longer-than-the-line-could-ever-be end");
    cr_expect_str_eq(on_terminal(44), "a  long header  last\n"
                                      "x  y            one two three four five six\n"
                                      "                seven\n"
                                      "   z            a\n"
                                      "                word-that-is-longer-than-the-line-could-"
                                      "ever-be\n"
                                      "                end\n");
}

Test(table, what_has_hardly_room_in_the_last_column_goes_below_the_row)
{
    TABLE_ADD(&table, TINT_NONE, "x", "y", "bad: one two three: four five six");
    TABLE_ADD(&table, TINT_BAD, "x", "z", "one two three four");
    TABLE_ADD(&table, TINT_NONE, "x", "w", "fits");
    setenv("NO_COLOR", "1", 1);
    cr_expect_str_eq(on_terminal(30), "a  long header  last\n"
                                      "x  y            bad\n"
                                      "      one two three: four five\n"
                                      "      six\n"
                                      "   z            \n"
                                      "      one two three four\n"
                                      "   w            fits\n");
    /* No width is told, so the terminal breaks it. */
    cr_expect(strstr(on_terminal(0), "y            bad: one two three: four five six\n"));
    setenv("NO_COLOR", "", 1);
    cr_expect(strstr(on_terminal(30), "   z            \n      \033[1;31mone two three four\033["));
}

Test(table, headings_stand_above_their_groups_on_a_terminal_alone)
{
    table.headings = true;
    TABLE_ADD(&table, TINT_NONE, "a wide heading", "x", "1");
    TABLE_ADD(&table, TINT_NONE, "a wide heading", "x", "2");
    TABLE_ADD(&table, TINT_NONE, "b", "x", "one two three four five six");
    cr_expect_str_eq(on_terminal(40), "a\n"
                                      "  long header  last\n"
                                      "a wide heading\n"
                                      "  x            1\n"
                                      "               2\n"
                                      "b\n"
                                      "  x            one two three four five\n"
                                      "               six\n");
    cr_expect(strstr(elsewhere(), "a wide heading\tx\t2\n"));
}

Test(table, a_table_of_one_column_is_a_text)
{
    table = (struct table){0};
    TABLE_ADD(&table, TINT_NONE, "one two three: four five six seven");
    TABLE_ADD(&table, TINT_NONE, "one two three: four five six seven");
    cr_expect_str_eq(on_terminal(30), "one two three: four five six\nseven\n"
                                      "one two three: four five six\nseven\n");
    cr_expect_str_eq(elsewhere(), "one two three: four five six seven\n"
                                  "one two three: four five six seven\n");
}

Test(table, colours_are_for_terminals_that_want_them)
{
    TABLE_ADD(&table, TINT_GOOD, "x", "y", "ok");
    TABLE_ADD(&table, TINT_BAD, "x", "y", "bad");
    cr_expect(strstr(on_terminal(0), "\033[32mok\033[0m\n"));
    cr_expect(strstr(on_terminal(0), "\033[1;31mbad\033[0m\n"));
    setenv("NO_COLOR", "1", 1);
    cr_expect(!strchr(on_terminal(0), '\033'));
    unsetenv("NO_COLOR");
    cr_expect(strchr(on_terminal(0), '\033'));
    setenv("TERM", "dumb", 1);
    cr_expect(!strchr(on_terminal(0), '\033'));
    unsetenv("TERM");
    cr_expect(!strchr(on_terminal(0), '\033'));
}
