/* SPDX-License-Identifier: MIT */
#include "judge.h"

#include <stdio.h>

/* 0..0 is how a driver says that it knows no priorities. */
static bool choice(const struct row *row)
{
    return row->greatest < row->least;
}

int judge_far_end(enum stream_priority level, const struct row *row)
{
    return level == PRIORITY_HIGH ? row->least : row->greatest;
}

/* Without a priority of its own a stream has 0, or what in the range is nearest to it. */
static int unnamed(const struct row *row)
{
    return row->least < 0 ? row->least : row->greatest > 0 ? row->greatest : 0;
}

/* By the meaning of the words, not by the library's code: an error there would be one here. */
static int expected(const struct request *request, const struct row *row)
{
    bool own = request->level == PRIORITY_DEFAULT || (row->named && request->keep_explicit);

    if (own)
        return row->named ? row->asked : unnamed(row);
    return request->level == PRIORITY_HIGH ? row->greatest : row->least;
}

void judge(const struct request *request, struct row *row)
{
    if (row->result != ROW_OK)
        return;
    if (!choice(row)) {
        row->result = ROW_NO_CHOICE;
        snprintf(row->why, sizeof row->why, "the range offers nothing to choose from");
    } else if (row->got != expected(request, row)) {
        row->result = ROW_NOT_OBEYED;
        snprintf(row->why, sizeof row->why, "it should be %d", expected(request, row));
    }
}
