/* SPDX-License-Identifier: MIT */
/* What --info found, for people and for programs. */
#ifndef PROBE_INFO_REPORT_H
#define PROBE_INFO_REPORT_H

#include "situation.h"

void info_report(const struct situation *situation, bool ok);

#endif
