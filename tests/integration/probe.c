/* SPDX-License-Identifier: MIT */
#include "probe.h"

#include <criterion/criterion.h>
#include <string.h>

size_t rows_with(const char *last)
{
    size_t count = 0;
    for (const char *line = result.out; *line; line = strchrnul(line, '\n') + 1) {
        const char *end = strchrnul(line, '\n'), *field = memrchr(line, '\t', (size_t)(end - line));
        count += field && strncmp(field + 1, last, strlen(last)) == 0;
        if (!*end)
            break;
    }
    return count;
}

size_t rows(void)
{
    size_t count = 0;
    for (const char *c = result.out; *c; c++)
        count += *c == '\n';
    return count ? count - 1 : 0; /* the header */
}

void says(const char *what)
{
    cr_expect(strstr(result.err, what), "no '%s' in: %s", what, result.err);
}

void passed(const char *level)
{
    ended(0);
    cr_expect_eq(rows(),
                 rows_with("ok") + rows_with("no choice") + rows_with("not offered") +
                     rows_with("accepted") + rows_with("refused"),
                 "%s", result.out);
    says(text("ok at %s: ", level));
}
