#include "log.h"

#include <errno.h>
#include <unistd.h>

void log_begin(struct log_line *line)
{
    line->length = 0;
    log_add(line, "prioshim: ");
}

static void add_byte(struct log_line *line, char c)
{
    if (line->length < sizeof(line->text) - 1) /* the last byte is the newline's */
        line->text[line->length++] = c;
}

void log_add(struct log_line *line, const char *text)
{
    while (*text)
        add_byte(line, *text++);
}

void log_add_quoted(struct log_line *line, const char *text)
{
    enum { READABLE = 64 };
    size_t n = 0;

    add_byte(line, '\'');
    for (; n < READABLE && text[n]; n++)
        add_byte(line, (unsigned char)text[n] < ' ' || text[n] == 0x7f ? '?' : text[n]);
    log_add(line, text[n] ? "...'" : "'");
}

void log_write(struct log_line *line, int descriptor)
{
    int saved_errno = errno;

    line->text[line->length++] = '\n';
    ssize_t written = write(descriptor, line->text, line->length);
    (void)written;
    errno = saved_errno;
}
