/* SPDX-License-Identifier: MIT */
#include "findings.h"

#include "memory.h"

#include <stdarg.h>
#include <string.h>

static void *grown(void *array, size_t count, size_t size)
{
    return needed(reallocarray(array, count + 1, size));
}

void texts_add(struct texts *texts, const char *format, ...)
{
    va_list arguments;

    texts->text = grown(texts->text, texts->count, sizeof *texts->text);
    va_start(arguments, format);
    if (vasprintf(&texts->text[texts->count], format, arguments) < 0)
        needed(NULL);
    va_end(arguments);
    texts->count++;
}

static struct row *begun_row(const struct findings *findings)
{
    struct row *last = findings->row_count ? &findings->rows[findings->row_count - 1] : NULL;

    return last && last->result == ROW_BEGUN ? last : NULL;
}

static void hear(const struct told *told, void *hearer)
{
    struct findings *to = hearer;

    switch (told->kind) {
    case TOLD_STEP:
        strcpy(to->step, told->what.text);
        break;
    case TOLD_DRIVER:
        to->driver = told->what.driver;
        to->has_driver = true;
        break;
    case TOLD_DEVICE:
        to->devices = grown(to->devices, to->device_count, sizeof *to->devices);
        to->devices[to->device_count++] = told->what.device;
        break;
    case TOLD_ROW:
        if (!begun_row(to)) {
            to->rows = grown(to->rows, to->row_count, sizeof *to->rows);
            to->row_count++;
        }
        to->rows[to->row_count - 1] = told->what.row;
        break;
    case TOLD_PROBLEM:
        texts_add(&to->problems, "%s", told->what.text);
        break;
    case TOLD_NOTE:
        texts_add(&to->notes, "%s", told->what.text);
        break;
    case TOLD_TROUBLE:
        to->trouble = told->what.trouble;
        break;
    }
}

void findings_gather(struct findings *findings, const char *subject,
                     void (*work)(int to, const void *order), const void *order)
{
    char why[160];

    *findings->step = '\0';
    if (child_run(work, order, hear, findings, why, sizeof why))
        return;
    struct row *row = begun_row(findings);
    if (row) {
        row->result = ROW_FAILED;
        snprintf(row->why, sizeof row->why, "the process %s", why);
        texts_add(&findings->problems,
                  "%s: the process that tried it %s in %s (%s); what would have come after that "
                  "was not tried",
                  subject, why, row->function, row->way);
    } else {
        texts_add(&findings->problems, "%s: the process that tried it %s%s%s", subject, why,
                  *findings->step ? " in " : "", findings->step);
    }
}
