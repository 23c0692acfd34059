/* SPDX-License-Identifier: MIT */
/*
 * The program that a command starts: found as execvp finds it, followed through `#!` lines as the
 * kernel follows them, and judged by whether a preloaded library can reach it.
 */
#ifndef PRIOSHIM_TARGET_H
#define PRIOSHIM_TARGET_H

#include <limits.h>
#include <link.h>
#include <stdbool.h>

enum target_verdict {
    TARGET_REACHED,
    TARGET_UNREADABLE,    /* it can be run but not read, so nothing is known of it */
    TARGET_STATIC,        /* it has no loader, so nothing reads LD_PRELOAD */
    TARGET_OTHER_LOADER,  /* its loader is that of another C library than glibc */
    TARGET_OTHER_MACHINE, /* its ELF class, byte order or machine is not ours */
    TARGET_SET_ID,        /* secure mode: its user or group is not the one who runs it */
    TARGET_CAPABLE,       /* secure mode: the file carries capabilities */
};

struct target {
    enum target_verdict verdict;
    char program[PATH_MAX];       /* the file that the command names; "" if there is none to run */
    char image[PATH_MAX];         /* what the kernel loads: the program or a script's interpreter */
    char sanitizer[NAME_MAX + 1]; /* the address sanitizer's runtime that the image links, or "" */
};

/*
 * Looks at the program that execvp(command) would start, `search` being the value of PATH (NULL:
 * it is not set). Nothing is changed and no descriptor is left.
 *
 * Returns 0 with *out filled in, or the errno that execvp would end with. If that is due to the
 * interpreter of a program that is there itself, `program` is that program and `image` the
 * interpreter (a script's, or the loader); otherwise both are empty.
 *
 * Sources: execvp(3) and glibc's posix/execvpe.c for the search, execve(2) and the kernel's
 * fs/binfmt_script.c and fs/binfmt_elf.c for the files, fs/exec.c and security/commoncap.c for
 * secure mode (getauxval(3), AT_SECURE). A security module may also ask for secure mode: that
 * can't be seen from here.
 */
int target_find(const char *command, const char *search, struct target *out);

/* Whether an ELF header, up to its e_machine, says the class, byte order and machine of ours. */
bool target_same_kind(const ElfW(Ehdr) * header);

#endif
