/* SPDX-License-Identifier: MIT */
/*
 * preload_compose and preload_asan_options, on a value of LD_PRELOAD (or ASAN_OPTIONS) of the
 * fuzzer's bytes.
 */
#include "preload.h"

#include "fuzz.h"

#include <string.h>

static const char library[] = "/opt/prioshim/lib/libprioshim.so";

/* Where an entry stands in a value, or NULL; and in how many places. */
static const char *find_entry(const char *value, const char *entry, size_t *count)
{
    const char *found = NULL;
    size_t length = strlen(entry);

    *count = 0;
    for (const char *at = value;; at += strcspn(at, ":") + 1) {
        if (strncmp(at, entry, length) == 0 && (!at[length] || at[length] == ':')) {
            found = at;
            ++*count;
        }
        if (!at[strcspn(at, ":")])
            return found;
    }
}

/* Whether each entry of `part` stands in `whole`, in the same order, ends of words regarded. */
static bool is_subsequence(const char *part, const char *whole)
{
    size_t left = strcspn(whole, " :");

    for (size_t length; (length = strcspn(part, ":")) || *part; part += length + !!part[length]) {
        while (left != length || strncmp(part, whole, length) != 0) {
            if (!whole[left])
                return false;
            whole += left + 1;
            left = strcspn(whole, " :");
        }
        whole += left + !!whole[left];
        left = strcspn(whole, " :");
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *inherited = malloc(size + 1);

    memcpy(inherited, data, size);
    inherited[size] = '\0';

    char *value = preload_compose(library, inherited);
    PROMISE(value);
    PROMISE(!strchr(value, ' ') && !strstr(value, "::"));
    PROMISE(*value != ':' && value[strlen(value) - 1] != ':');
    size_t count;
    PROMISE(!find_entry(value, "libprioshim.so", &count));
    const char *rest = find_entry(value, library, &count);
    PROMISE(rest && count == 1);
    /* What stands after the library came from there, in the same order. */
    rest += strlen(library);
    PROMISE(is_subsequence(*rest ? rest + 1 : rest, inherited));
    /* Composed again it stays as it is: a nested prio-exec adds nothing. */
    char *again = preload_compose(library, value);
    PROMISE(again && strcmp(again, value) == 0);
    free(again);
    free(value);

    value = preload_asan_options(inherited);
    PROMISE(value && strncmp(value, inherited, strlen(inherited)) == 0);
    PROMISE(strstr(value, "verify_asan_link_order"));
    again = preload_asan_options(value);
    PROMISE(again && strcmp(again, value) == 0);
    free(again);
    free(value);
    free(inherited);
    return 0;
}
