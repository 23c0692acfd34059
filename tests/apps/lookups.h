/* SPDX-License-Identifier: MIT */
/* Asks for symbols in every manner and prints what came: once for each object that asks. */
#ifndef APPS_LOOKUPS_H
#define APPS_LOOKUPS_H

/* A macro-like inclusion: each object must make the calls itself, since dlsym looks at the caller.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* "libx.so:name", "null", or "?"; addresses and folders differ from run to run. */
static inline const char *place_of(void *address)
{
    static char text[256];
    Dl_info info;

    if (!address)
        return "null";
    if (!dladdr(address, &info) || !info.dli_fname)
        return "?";
    const char *base = strrchr(info.dli_fname, '/');
    snprintf(text, sizeof(text), "%s:%s", base ? base + 1 : info.dli_fname,
             info.dli_sname ? info.dli_sname : "?");
    return text;
}

static inline const char *error_text(void)
{
    const char *text = dlerror();

    return text ? text : "no error";
}

static void ask(const char *who, const char *name)
{
    void *program = dlopen(NULL, RTLD_LAZY), *libc = dlopen("libc.so.6", RTLD_LAZY);
    void *found;

    dlerror();
    found = dlsym(RTLD_DEFAULT, name);
    printf("%s: default %s: %s", who, name, place_of(found));
    printf(", %s\n", error_text());
    found = dlsym(RTLD_NEXT, name);
    printf("%s: next %s: %s", who, name, place_of(found));
    printf(", %s\n", error_text());
    found = dlsym(program, name);
    printf("%s: program's %s: %s", who, name, place_of(found));
    printf(", %s\n", error_text());
    found = dlsym(libc, name);
    printf("%s: libc's %s: %s", who, name, place_of(found));
    printf(", %s\n", error_text());
    found = dlvsym(RTLD_DEFAULT, name, "GLIBC_2.2.5");
    printf("%s: default %s@GLIBC_2.2.5: %s", who, name, place_of(found));
    printf(", %s\n", error_text());
    found = dlvsym(RTLD_NEXT, name, "GLIBC_2.2.5");
    printf("%s: next %s@GLIBC_2.2.5: %s", who, name, place_of(found));
    printf(", %s\n", error_text());
    /* An error that is pending survives nothing but the next success. */
    dlsym(libc, "no_such_function");
    found = dlsym(libc, name);
    printf("%s: after an error, libc's %s: %s", who, name, place_of(found));
    printf(", %s\n", error_text());
}

static void ask_all(const char *who)
{
    /* "c", "cu" ... stop where a name of ours would go on. */
    static const char *const names[] = {"only_in_b", "in_both",
                                        "getpid",    "no_such_function",
                                        "c",         "cu",
                                        "cud",       "d",
                                        "dl",        "dls",
                                        "dlopen",    "dlsymx",
                                        "",          "cuInit",
                                        "cudnnInit", "cublasCreate",
                                        "curl_easy", "cuStreamCreateX",
                                        "memcpy",    "pow",
                                        "ompt_start"};

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        ask(who, names[i]);
}

#endif
