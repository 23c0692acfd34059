/* SPDX-License-Identifier: MIT */
#include "trial.h"

#include "child.h"
#include "judge.h"

#include <stdio.h>

void trial_begin(struct row *row, enum row_kind kind, const char *way, const char *function, int to)
{
    *row = (struct row){.kind = kind, .device = -1, .result = ROW_BEGUN};
    snprintf(row->way, sizeof row->way, "%s", way);
    snprintf(row->function, sizeof row->function, "%s", function);
    trial_end(row, to);
}

void trial_end(const struct row *row, int to)
{
    const struct told told = {.kind = TOLD_ROW, .what.row = *row};

    child_tell(to, &told);
}

void trial_on_devices(struct session *session, enum stream_priority level, trial_on_device *try,
                      const void *given, struct row *row, int to)
{
    for (int device = 0; device < session->count; device++) {
        const struct device_facts *facts = &session->devices[device].facts;
        if (!facts->has_range)
            continue;
        row->device = facts->device;
        row->least = facts->least;
        row->greatest = facts->greatest;
        row->asked = row->named ? judge_far_end(level, row) : 0;
        row->read = false;
        row->result = ROW_BEGUN;
        *row->why = '\0';
        trial_end(row, to);
        try(session, given, device, row);
        trial_end(row, to);
    }
}
