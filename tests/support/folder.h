/* SPDX-License-Identifier: MIT */
/* A test's own folder, where it runs: the fixture of a suite. */
#ifndef PRIOSHIM_TESTS_FOLDER_H
#define PRIOSHIM_TESTS_FOLDER_H

extern char folder[64]; /* its path; others may pass through it */

void enter_folder(void);
void remove_folder(void);

/* Skips the test. Criterion leaves the suite's .fini out then. */
#define SKIP(...) (remove_folder(), cr_skip_test(__VA_ARGS__))

#endif
