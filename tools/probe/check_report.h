/* SPDX-License-Identifier: MIT */
/* What --check found, for people and for programs. */
#ifndef PROBE_CHECK_REPORT_H
#define PROBE_CHECK_REPORT_H

#include "findings.h"
#include "request.h"

void check_report(const struct request *request, const struct findings *findings, bool passed);

#endif
