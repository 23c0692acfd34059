/* SPDX-License-Identifier: MIT */
/* A file that holds a fuzzer's bytes, under a path that any process of ours can open. */
#ifndef PRIOSHIM_TESTS_FUZZ_FILE_H
#define PRIOSHIM_TESTS_FUZZ_FILE_H

#include <stddef.h>

/* The path of an executable file, of this process and gone with it, that holds these bytes now. */
const char *file_of(const void *bytes, size_t size);

/* The lowest free descriptor: a function that leaks none leaves it as it was. */
int file_next_descriptor(void);

#endif
