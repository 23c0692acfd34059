/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzz target over the files of a folder, without libFuzzer: so that what fuzzing once found
 * worth keeping is tried in every build, by any compiler.
 */
#include "fuzz.h"

#include <dirent.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

static void give_up(const char *what)
{
    perror(what);
    exit(2);
}

/* In a block of its exact size, so that a sanitizer sees a byte too many. */
static void run_file(const char *path)
{
    struct stat status;
    FILE *stream = fopen(path, "rb");

    if (!stream || fstat(fileno(stream), &status) != 0)
        give_up(path);
    size_t size = (size_t)status.st_size;
    uint8_t *data = malloc(size ? size : 1);
    if (!data || fread(data, 1, size, stream) != size)
        give_up(path);
    fclose(stream);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

int main(int argc, char *argv[])
{
    struct dirent *entry;
    size_t count = 0;

    if (argc != 2) {
        fprintf(stderr, "usage: %s CORPUS_FOLDER\n", argv[0]);
        return 2;
    }
    DIR *folder = opendir(argv[1]);
    if (!folder)
        give_up(argv[1]);
    while ((entry = readdir(folder))) {
        char path[PATH_MAX];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        run_file(path);
        count++;
    }
    closedir(folder);
    printf("%zu inputs\n", count);
    return count ? 0 : 2; /* an empty corpus would pass whatever the code does */
}
