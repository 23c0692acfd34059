/* SPDX-License-Identifier: MIT */
/* What a level means for a stream, by the meaning of the words. */
#ifndef PROBE_JUDGE_H
#define PROBE_JUDGE_H

#include "facts.h"
#include "request.h"

/* The end of a range that is furthest from the level, so that an effect shows. */
int judge_far_end(enum stream_priority level, const struct row *row);

/* Turns the result of a stream that could be made and read into what the level says of it. */
void judge(const struct request *request, struct row *row);

#endif
