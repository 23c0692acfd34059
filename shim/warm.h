/* SPDX-License-Identifier: MIT */
/*
 * Where what every process writes that starts, or that starts CUDA, lies: together and in .data,
 * which has a page of its own behind the relocated ones. So a process has one private page for all
 * of it, and the loader no rest of a page to clear. What is only written for a report, a setting
 * that can't be read or a second driver stays in .bss.
 */
#ifndef PRIOSHIM_WARM_H
#define PRIOSHIM_WARM_H

#define WARM __attribute__((section(".data")))

#endif
