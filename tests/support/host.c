/* SPDX-License-Identifier: MIT */
#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const library_builds[2] = {
    BUILD_DIR "/tests/lib/debug/libprioshim.so",
    BUILD_DIR "/tests/lib/optimised/libprioshim.so",
};

const bool host_sanitized = sizeof(SANITIZER_RUNTIME) > 1;
const bool host_thread_sanitized = sizeof(SANITIZERS) == sizeof("thread");

#define FAKES                                                                                      \
    FAKE_DIR "/driver:" FAKE_DIR "/runtime:" FAKE_DIR "/runtime_linked:" FAKE_DIR                  \
             "/runtime_alone:" FAKE_DIR "/driver_b:" FAKE_DIR "/runtime_11:" APPS_DIR

static const char *assign(char *room, size_t size, const char *name, const char *value)
{
    snprintf(room, size, "%s=%s", name, value);
    return room;
}

/* The bare host has a sanitizer's runtime too: what that changes is not the library's doing. */
static const char *preload(char *room, size_t size, const char *library)
{
    snprintf(room, size, "LD_PRELOAD=" SANITIZER_RUNTIME "%s", library ? library : "");
    return room;
}

static char *read_all(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1);
    size_t length = 0, got;
    char block[4096];

    while (file && (got = fread(block, 1, sizeof(block), file)) > 0) {
        text = realloc(text, length + got + 1);
        memcpy(text + length, block, got);
        length += got;
        text[length] = '\0';
    }
    if (file)
        fclose(file);
    return text;
}

struct host_result host_run(const struct host_run *host)
{
    char log[] = "/tmp/prioshim-record-XXXXXX";
    char rooms[5][1024], path[1024];
    const char *env[24], *argv[8];
    size_t n = 0;
    int descriptor = mkstemp(log);

    if (descriptor < 0)
        abort();
    close(descriptor);
    env[n++] = "LD_LIBRARY_PATH=" FAKES;
    env[n++] = assign(rooms[0], sizeof(rooms[0]), "FAKE_CUDA_LOG", log);
    if (host->library || host_sanitized)
        env[n++] = preload(rooms[1], sizeof(rooms[1]), host->library);
    if (host_sanitized) { /* a host's leaks and signals are its own affair */
        env[n++] = "ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0:handle_segv=0";
        env[n++] = "TSAN_OPTIONS=halt_on_error=1:handle_segv=0";
    }
    if (host->priority)
        env[n++] = assign(rooms[2], sizeof(rooms[2]), "PRIOSHIM_PRIORITY", host->priority);
    if (host->explicit_)
        env[n++] = assign(rooms[3], sizeof(rooms[3]), "PRIOSHIM_EXPLICIT", host->explicit_);
    if (host->ranges)
        env[n++] = assign(rooms[4], sizeof(rooms[4]), "FAKE_CUDA_RANGES", host->ranges);
    /* A later assignment of the same name would not count: these come first. */
    for (size_t i = 0; i < 8 && host->env[i]; i++) {
        size_t name = strcspn(host->env[i], "=") + 1, k = 0;
        while (k < n && strncmp(env[k], host->env[i], name) != 0)
            k++;
        env[k] = host->env[i];
        n += k == n;
    }
    env[n] = NULL;

    for (n = 0; n < 8; n++)
        argv[n] = host->argv[n];
    if (!strchr(argv[0], '/')) {
        snprintf(path, sizeof(path), "%s/%s", APPS_DIR, argv[0]);
        argv[0] = path;
    }
    struct host_result result;
    result.run = spawn_run(&(struct spawn_request){.argv = argv, .env = env});
    result.record = read_all(log);
    unlink(log);
    return result;
}

void host_free(struct host_result *result)
{
    spawn_free(&result->run);
    free(result->record);
}

void for_each_line(char *text, void (*each)(char *line, void *data), void *data)
{
    for (char *line = text, *end; *line; line = end + 1) {
        end = strchrnul(line, '\n');
        char was = *end;
        *end = '\0';
        each(line, data);
        *end = was;
        if (!was)
            break;
    }
}

struct filter {
    const char *const *words;
    char *kept;
};

static void keep_line(char *line, void *data)
{
    struct filter *filter = data;

    for (const char *const *word = filter->words; *word; word++) {
        if (strstr(line, *word))
            return;
    }
    filter->kept = stpcpy(stpcpy(filter->kept, line), "\n");
}

char *lines_without(const char *text, const char *const words[])
{
    char *copy = strdup(text), *kept = calloc(1, strlen(text) + 2);
    struct filter filter = {words, kept};

    for_each_line(copy, keep_line, &filter);
    free(copy);
    return kept;
}

struct counter {
    const char *word;
    size_t count;
};

static void count_line(char *line, void *data)
{
    struct counter *counter = data;

    counter->count += strstr(line, counter->word) != NULL;
}

size_t count_lines(const char *text, const char *word)
{
    char *copy = strdup(text);
    struct counter counter = {word, 0};

    for_each_line(copy, count_line, &counter);
    free(copy);
    return counter.count;
}
