/* SPDX-License-Identifier: MIT */
/* The constructor and the destructor: the only place that knows the order of start-up and end. */
#include "asked.h"
#include "report.h"
#include "symbols.h"

/* The destructor is not called by quick_exit, which has handlers of its own. */
static void end_quickly(void *unused)
{
    (void)unused;
    report_end();
}

/* What at_quick_exit(3) calls; that one itself is linked into each program. In libc since 2.10. */
int __cxa_at_quick_exit(void (*handler)(void *), void *object);

/*
 * What is wanted of the loader and of libc is looked for at the first call that wants it: most
 * processes never come to one.
 *
 * Nothing is taken from the constructor's arguments, which only glibc gives, and nothing from
 * getenv, which may be the host's own (bash exports one).
 */
__attribute__((constructor)) static void start(void)
{
    symbols_constructed();
    asked();
    if (!ASKED_ATTENTION())
        return;
    symbols_start();
    if (asked()->report != OUTPUT_STDERR)
        return;
    __typeof(&__cxa_at_quick_exit) at_quick_exit = OBJECTS_LIBC(__cxa_at_quick_exit);
    if (at_quick_exit)
        at_quick_exit(end_quickly, NULL);
}

__attribute__((destructor)) static void end(void)
{
    report_end();
}
