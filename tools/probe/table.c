/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "memory.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

enum { GAP = 2, NARROWEST_LAST = 24, BELOW = 6 };

struct style {
    bool colours;
    size_t width; /* of the terminal; 0: not known */
};

void table_add(struct table *table, enum table_tint tint, const char *const fields[])
{
    table->rows = needed(reallocarray(table->rows, table->count + 1, sizeof *table->rows));
    struct table_row *row = &table->rows[table->count++];

    *row = (struct table_row){.tint = tint};
    for (size_t i = 0; i < TABLE_COLUMNS && fields[i]; i++) {
        row->fields[i] = needed(strdup(fields[i]));
        if (table->count == 1)
            table->columns = i + 1;
    }
}

/* A field's characters as the terminal can show them: of another encoding, or none: '?'. */
static wchar_t *shown(const char *field)
{
    size_t left = strlen(field), length = 0;
    wchar_t *text = needed(calloc(left + 1, sizeof *text));
    mbstate_t state = {0};

    while (left) {
        wchar_t c;
        size_t n = mbrtowc(&c, field, left, &state);
        if (n == (size_t)-1 || n == (size_t)-2) {
            state = (mbstate_t){0};
            n = 1;
            c = L'?';
        }
        text[length++] = iswprint((wint_t)c) ? c : L'?';
        field += n;
        left -= n;
    }
    return text;
}

static size_t width_of(const wchar_t *text, size_t length)
{
    size_t width = 0;

    for (size_t i = 0; i < length && text[i]; i++) {
        int columns = wcwidth(text[i]);
        width += columns > 0 ? (size_t)columns : 0;
    }
    return width;
}

/* How much of a text goes into a line: up to a space, if it must be broken at all. */
static size_t fitting(const wchar_t *text, size_t width)
{
    size_t length = wcslen(text), end = 0;

    if (!width || width_of(text, length) <= width)
        return length;
    for (size_t i = 1; i < length && width_of(text, i) <= width; i++)
        if (text[i] == L' ')
            end = i;
    while (text[end] && text[end] != L' ') /* a word that is longer than a line stays whole */
        end++;
    return end;
}

static const char *colour(enum table_tint tint)
{
    static const char *const codes[] = {[TINT_NONE] = "",
                                        [TINT_GOOD] = "\033[32m",
                                        [TINT_BAD] = "\033[1;31m",
                                        [TINT_FAINT] = "\033[2m"};
    return codes[tint];
}

/* A text from where the line stands, over as many lines of that room as it needs. */
static void print_lines(wchar_t *text, size_t indent, size_t room, const char *code, FILE *out)
{
    for (bool more = true; more;) {
        size_t length = fitting(text, room);
        more = text[length];
        text[length] = L'\0';
        fprintf(out, "%s%ls%s\n", code, text, *code ? "\033[0m" : "");
        if (more)
            fprintf(out, "%*s", (int)indent, "");
        text += length + 1; /* past the space */
    }
}

/* The last field: beside the others if there is room, else below them but for its first words. */
static void print_last(wchar_t *text, size_t indent, enum table_tint tint,
                       const struct style *style, FILE *out)
{
    size_t width = style->width, room = width > indent ? width - indent : 0;
    const char *code = style->colours ? colour(tint) : "";
    wchar_t *colon = wcsstr(text, L": ");

    if (!width || room >= NARROWEST_LAST || width_of(text, wcslen(text)) <= room) {
        print_lines(text, indent, room, code, out);
        return;
    }
    if (colon) {
        *colon = L'\0';
        print_lines(text, indent, 0, code, out);
        text = colon + 2;
    } else {
        putc('\n', out);
    }
    fprintf(out, "%*s", BELOW, "");
    print_lines(text, BELOW, width > BELOW ? width - BELOW : 0, code, out);
}

static void print_row(const struct table *table, const struct table_row *row, const size_t widths[],
                      const struct style *style, FILE *out)
{
    bool again = row > table->rows;
    size_t indent = 0, last = table->columns - 1;

    for (size_t j = 0; j < last; j++) {
        wchar_t *text = shown(row->fields[j]);
        size_t width = width_of(text, wcslen(text));
        again = again && j < table->grouped && strcmp(row->fields[j], row[-1].fields[j]) == 0;
        fprintf(out, "%ls", again ? L"" : text);
        if (j == 0 && table->headings)
            fprintf(out, "%s%*s", again ? "" : "\n", GAP, "");
        else
            fprintf(out, "%*s", (int)(widths[j] + GAP - (again ? 0 : width)), "");
        indent += (j == 0 && table->headings ? 0 : widths[j]) + GAP;
        free(text);
    }
    wchar_t *text = shown(row->fields[last]);
    print_last(text, indent, row->tint, style, out);
    free(text);
}

static void print_aligned(const struct table *table, const struct style *style, FILE *out)
{
    size_t widths[TABLE_COLUMNS] = {0};

    for (size_t i = 0; i < table->count; i++)
        for (size_t j = 0; j + 1 < table->columns; j++) {
            wchar_t *text = shown(table->rows[i].fields[j]);
            size_t width = width_of(text, wcslen(text));
            if (width > widths[j])
                widths[j] = width;
            free(text);
        }
    for (size_t i = 0; i < table->count; i++)
        print_row(table, &table->rows[i], widths, style, out);
}

/* Bytes as they are, but for those that would end a field or a line, or command a terminal. */
static void print_separated(const struct table *table, FILE *out)
{
    for (size_t i = 0; i < table->count; i++)
        for (size_t j = 0; j < table->columns; j++) {
            for (const char *c = table->rows[i].fields[j]; *c; c++)
                putc((unsigned char)*c < ' ' || *c == 127 ? '?' : *c, out);
            putc(j + 1 < table->columns ? '\t' : '\n', out);
        }
}

/* https://no-color.org: any value that is not empty says no. */
static bool colours_wanted(void)
{
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");

    return !(no && *no) && terminal && *terminal && strcmp(terminal, "dumb") != 0;
}

void table_print(const struct table *table, FILE *out)
{
    struct style style = {.colours = colours_wanted()};
    struct winsize size;

    if (!isatty(fileno(out))) {
        print_separated(table, out);
        return;
    }
    if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0)
        style.width = size.ws_col;
    print_aligned(table, &style, out);
}
