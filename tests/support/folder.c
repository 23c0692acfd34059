/* SPDX-License-Identifier: MIT */
#include "folder.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char folder[64];

void enter_folder(void)
{
    strcpy(folder, "/tmp/prioshim-test-XXXXXX");
    if (!mkdtemp(folder) || chmod(folder, 0755) != 0 || chdir(folder) != 0) {
        perror(folder);
        abort();
    }
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

void remove_folder(void)
{
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}
