/* SPDX-License-Identifier: MIT */
/* Files for the tests of target.c, made in a folder of the test's own. */
#ifndef PRIOSHIM_TESTS_TARGET_FILES_H
#define PRIOSHIM_TESTS_TARGET_FILES_H

#include "folder.h"
#include "target.h"

#include <sys/types.h>

#define TARGET_SUITE(name)                                                                         \
    TestSuite(name, .init = enter_folder, .fini = remove_folder, .timeout = 20)

/* A program with all that is looked at: interpreter, dynamic table, strings. */
struct image {
    ElfW(Ehdr) header;
    ElfW(Phdr) segments[3];
    ElfW(Dyn) dynamic[4];
    char interpreter[64];
    char strings[64];
};

enum { LOAD, INTERP, DYNAMIC }; /* its segments */

extern struct target target; /* what the last search found */

void write_file(const char *name, const void *bytes, size_t size, mode_t mode);
void write_script(const char *name, const char *text);

/* The loader of this test program, as this machine spells it. */
const char *own_loader(void);

/* A program of our own kind that needs libc and one other library. */
struct image good_image(const char *needed);

/* Writes it as ./image and looks for that; target_find's answer. */
int find_image(const struct image *image);

/* target_find has this file run by /bin/sh, as execvp does where the kernel knows no format. */
void goes_to_the_shell(const char *command);

#endif
