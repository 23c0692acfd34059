#include "log.h"
#include "text.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static char *written(struct log_line *line)
{
    static char text[2048];
    int ends[2];

    cr_assert_eq(pipe(ends), 0);
    log_write(line, ends[1]);
    close(ends[1]);
    ssize_t got = read(ends[0], text, sizeof(text) - 1);
    close(ends[0]);
    text[got] = '\0';
    return text;
}

Test(log, a_line_is_written_whole)
{
    struct log_line line;

    log_begin(&line);
    log_add(&line, "a ");
    log_add_quoted(&line, "b\tc\x1b\x7f");
    log_add_quoted(&line, "h\xc3\xb6her"); /* no control bytes */
    cr_assert_str_eq(written(&line), "prioshim: a 'b?c?"
                                     "?''h\xc3\xb6her'\n");
}

Test(log, text_that_does_not_fit_is_cut_and_the_line_still_ends)
{
    struct log_line line;

    log_begin(&line);
    for (int i = 0; i < 200; i++)
        log_add(&line, "0123456789");
    char *text = written(&line);
    cr_assert_eq(strlen(text), sizeof(line.text));
    cr_assert_eq(text[strlen(text) - 1], '\n');
}

Test(log, a_quoted_text_is_kept_readable)
{
    struct log_line line;
    char name[4096];

    memset(name, 'x', sizeof(name));
    name[sizeof(name) - 1] = '\0';
    log_begin(&line);
    log_add_quoted(&line, name);
    cr_assert_lt(line.length, 100);
    line.text[line.length] = '\0';
    cr_assert(strstr(line.text, "...'"));
}

Test(log, errno_stays_when_nobody_listens)
{
    struct log_line line;

    log_begin(&line);
    errno = 77;
    log_write(&line, -1);
    cr_assert_eq(errno, 77);
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
