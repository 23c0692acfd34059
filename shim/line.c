/* SPDX-License-Identifier: MIT */
#include "line.h"

#include <stdbool.h>
#include <stdint.h>

static void add_byte(struct line *line, char c)
{
    if (line->length < line->room)
        line->text[line->length++] = c;
}

void line_add(struct line *line, const char *text)
{
    while (*text)
        add_byte(line, *text++);
}

void line_fill(struct line *line, size_t length)
{
    const uint64_t spaces = UINT64_C(0x2020202020202020);

    if (length > line->room)
        length = line->room;
    while (line->length + sizeof(spaces) <= length) {
        char *at = line->text + line->length;
        __asm__("" : "+r"(at)); /* else it becomes a call of memset, which would be imported */
        __builtin_memcpy(at, &spaces, sizeof(spaces));
        line->length += sizeof(spaces);
    }
    while (line->length < length)
        add_byte(line, ' ');
}

void line_add_number(struct line *line, long number)
{
    char digits[24];
    size_t at = sizeof(digits) - 1;
    unsigned long left = number < 0 ? -(unsigned long)number : (unsigned long)number;

    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left);
    if (number < 0)
        digits[--at] = '-';
    line_add(line, digits + at);
}

void line_add_quoted(struct line *line, const char *text)
{
    enum { READABLE = 64 };
    size_t n = 0;

    add_byte(line, '\'');
    for (; n < READABLE && text[n]; n++)
        add_byte(line, (unsigned char)text[n] < ' ' || text[n] == 0x7f ? '?' : text[n]);
    line_add(line, text[n] ? "...'" : "'");
}

/* The bytes of the UTF-8 character that the text begins with (RFC 3629), or 0: it is none. */
static size_t utf8_length(const unsigned char *text)
{
    size_t length = text[0] < 0x80                       ? 1
                    : text[0] >= 0xc2 && text[0] <= 0xdf ? 2
                    : text[0] >= 0xe0 && text[0] <= 0xef ? 3
                    : text[0] >= 0xf0 && text[0] <= 0xf4 ? 4
                                                         : 0;

    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80) /* so the end of the text, too */
            return 0;
    }
    bool overlong = (text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xf0 && text[1] < 0x90);
    bool surrogate = text[0] == 0xed && text[1] > 0x9f;
    bool beyond = text[0] == 0xf4 && text[1] > 0x8f;
    return overlong || surrogate || beyond ? 0 : length;
}

/* One character as JSON has it between quotes, at most 6 bytes and a NUL; returns what it took. */
static size_t json_character(const unsigned char *text, char out[7])
{
    static const char hex[] = "0123456789abcdef";
    size_t length = utf8_length(text);

    if (length == 0 || text[0] < ' ') {
        unsigned int code = length ? text[0] : 0xfffd;
        out[0] = '\\';
        out[1] = 'u';
        for (int i = 0; i < 4; i++)
            out[2 + i] = hex[code >> (12 - 4 * i) & 15];
        out[6] = '\0';
        return 1;
    }
    size_t at = 0;
    if (text[0] == '"' || text[0] == '\\')
        out[at++] = '\\';
    for (size_t i = 0; i < length; i++)
        out[at++] = (char)text[i];
    out[at] = '\0';
    return length;
}

void line_add_json(struct line *line, const char *text, size_t most)
{
    static const char cut[] = "...";
    const unsigned char *from = (const unsigned char *)text;
    size_t start = line->length + 1, end = start; /* where the mark of a cut would still fit */
    char character[7];

    add_byte(line, '"');
    while (*from) {
        if (line->length - start + sizeof(cut) - 1 <= most)
            end = line->length;
        from += json_character(from, character);
        line_add(line, character);
        if (line->length - start > most) {
            line->length = end;
            line_add(line, cut);
            break;
        }
    }
    add_byte(line, '"');
}
