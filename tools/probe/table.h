/* SPDX-License-Identifier: MIT */
/*
 * A table. On a terminal its columns stand under one another, by the width of the characters, and
 * the last one is broken where the line ends; where there is hardly room for it, all behind its
 * first ": " goes below the row. Elsewhere a row is a line, the header the first one, with a tab
 * between its fields, for cut and awk.
 */
#ifndef PROBE_TABLE_H
#define PROBE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { TABLE_COLUMNS = 8 };

/* The colour of a row's last field, on a terminal that is to have colours. */
enum table_tint { TINT_NONE, TINT_GOOD, TINT_BAD, TINT_FAINT };

struct table_row {
    char *fields[TABLE_COLUMNS];
    enum table_tint tint;
};

struct table {
    size_t columns, count;
    size_t grouped;         /* the first so many columns: what stands above isn't said again */
    bool headings;          /* on a terminal the first one has a line of its own, above its group */
    struct table_row *rows; /* the first is the header */
};

/* Adds a row, of copies of the fields: the first one added says how many columns there are. */
void table_add(struct table *table, enum table_tint tint, const char *const fields[]);
#define TABLE_ADD(table, tint, ...) table_add(table, tint, (const char *const[]){__VA_ARGS__, NULL})

void table_print(const struct table *table, FILE *out);

#endif
