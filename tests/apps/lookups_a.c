/* SPDX-License-Identifier: MIT */
/* A library that is opened RTLD_LOCAL and asks, in its constructor, when called, and at its end. */
#include "lookups.h"

int in_both(void);
int only_in_b(void);
void a_asks(void);
void *ompt_start(void);

int in_both(void)
{
    return 1 + only_in_b();
}

/* As an OpenMP runtime does: a weak definition that looks for a better one behind itself. A lookup
 * that is made in another object's name finds this very function, and it calls itself for ever. */
__attribute__((weak)) void *ompt_start(void)
{
    void *(*next)(void) = (void *(*)(void))dlsym(RTLD_NEXT, "ompt_start");

    return next ? next() : NULL;
}

/* Where there is no CUDA: in whose name is the failure? */
static void ask_for_ours(const char *who)
{
    static void *const handles[] = {RTLD_DEFAULT, RTLD_NEXT};

    for (int i = 0; i < 2; i++) {
        printf("%s: %s\n", who, dlsym(handles[i], "cuStreamCreate") ? "there" : error_text());
        printf("%s: %s\n", who, dlvsym(handles[i], "cuStreamCreate", "V") ? "there" : error_text());
    }
}

__attribute__((constructor)) static void first(void)
{
    ask("a's constructor", "only_in_b");
    ask("a's constructor", "in_both");
}

void a_asks(void)
{
    ask_all("a");
    ask_for_ours("a");
    printf("ompt_start: %s\n", ompt_start() ? "another" : "none");
}

__attribute__((destructor)) static void last(void)
{
    ask("a's destructor", "only_in_b");
}
