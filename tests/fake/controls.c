/* SPDX-License-Identifier: MIT */
/*
 * controls.c - reads the environment once, at a copy's first call, into memory of its own: a host
 * may change its environment afterwards.
 */
#include "controls.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 1024, MAX_RULES = 64, NAME_SIZE = 64 };

struct fail_rule {
    char function[NAME_SIZE];
    int code;
    bool counted;
    atomic_int calls_left;
};

static struct {
    char log_path[TEXT_SIZE];
    char lacking[TEXT_SIZE];
    char nulls[TEXT_SIZE];
    char crash[NAME_SIZE];
    char device_name[TEXT_SIZE];
    bool has_device_name;
    char sticky[TEXT_SIZE];
    struct fake_range ranges[FAKE_MAX_DEVICES];
    int device_count;
    int version;
    int future;
    bool inner;
    bool runtime_names, runtime_unnames;
    struct fail_rule rules[MAX_RULES];
    int rule_count;
} controls;

static const struct fake_range default_range = {0, -5};

static void copy_text(char *to, size_t size, const char *variable)
{
    const char *text = getenv(variable);
    snprintf(to, size, "%s", text ? text : "");
}

static int number(const char *variable, int fallback)
{
    const char *text = getenv(variable);
    return text && *text ? (int)strtol(text, NULL, 10) : fallback;
}

/* Ranges as "0:-5,0:-1"; gives how many there were. */
static int read_ranges(const char *text)
{
    int count = 0;
    while (count < FAKE_MAX_DEVICES && *text) {
        struct fake_range range;
        int used = 0;
        if (sscanf(text, "%d:%d%n", &range.least, &range.greatest, &used) != 2)
            break;
        controls.ranges[count++] = range;
        text += used;
        if (*text == ',')
            text++;
    }
    return count;
}

static void read_devices(void)
{
    for (int i = 0; i < FAKE_MAX_DEVICES; i++)
        controls.ranges[i] = default_range;
    const char *text = NULL;
#ifdef FAKE_RANGES_FIRST
    text = getenv(FAKE_RANGES_FIRST);
#endif
    if (!text)
        text = getenv("FAKE_CUDA_RANGES");
    int count = text ? read_ranges(text) : 0;
    count = number("FAKE_CUDA_DEVICES", count ? count : 1);
    if (count < 0)
        count = 0;
    controls.device_count = count < FAKE_MAX_DEVICES ? count : FAKE_MAX_DEVICES;
}

/* One rule, "name=code" or "name=code*calls". */
static void read_rule(const char *text, size_t length)
{
    const char *equals = memchr(text, '=', length);
    if (!equals || controls.rule_count == MAX_RULES)
        return;
    struct fail_rule *rule = &controls.rules[controls.rule_count++];
    snprintf(rule->function, sizeof rule->function, "%.*s", (int)(equals - text), text);
    char *end;
    rule->code = (int)strtol(equals + 1, &end, 10);
    rule->counted = *end == '*';
    atomic_init(&rule->calls_left, rule->counted ? (int)strtol(end + 1, NULL, 10) : 0);
}

static void read_rules(void)
{
    const char *text = getenv("FAKE_CUDA_FAIL");
    while (text && *text) {
        size_t length = strcspn(text, ",");
        read_rule(text, length);
        text += length;
        if (*text == ',')
            text++;
    }
}

static void read_all(void)
{
    int error = errno;
    copy_text(controls.log_path, sizeof controls.log_path, "FAKE_CUDA_LOG");
    copy_text(controls.lacking, sizeof controls.lacking, "FAKE_CUDA_LACK");
    copy_text(controls.nulls, sizeof controls.nulls, "FAKE_CUDA_NULL");
    copy_text(controls.crash, sizeof controls.crash, "FAKE_CUDA_CRASH");
    copy_text(controls.device_name, sizeof controls.device_name, "FAKE_CUDA_NAME");
    controls.has_device_name = getenv("FAKE_CUDA_NAME");
    copy_text(controls.sticky, sizeof controls.sticky, "FAKE_CUDA_STICKY");
    read_devices();
    controls.version = number("FAKE_CUDA_VERSION", FAKE_AGE);
    controls.future = number("FAKE_CUDA_FUTURE", 0);
    controls.inner = number("FAKE_CUDA_INNER", 0) != 0;
    controls.runtime_names = number("FAKE_CUDART_NAMES", 0) != 0;
    controls.runtime_unnames = number("FAKE_CUDART_UNNAMES", 0) != 0;
    read_rules();
    errno = error;
}

static void read_once(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_all);
}

static bool listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    while (length && *list) {
        size_t item = strcspn(list, ",");
        if (item == length && strncmp(list, name, length) == 0)
            return true;
        list += item;
        if (*list == ',')
            list++;
    }
    return false;
}

const char *fake_log_path(void)
{
    read_once();
    return controls.log_path[0] ? controls.log_path : NULL;
}

int fake_device_count(void)
{
    read_once();
    return controls.device_count;
}

struct fake_range fake_range(int device)
{
    read_once();
    return controls.ranges[device];
}

const char *fake_device_name(void)
{
    read_once();
    return controls.has_device_name ? controls.device_name : NULL;
}

int fake_version(void)
{
    read_once();
    return controls.version;
}

int fake_future(void)
{
    read_once();
    return controls.future;
}

bool fake_inner(void)
{
    read_once();
    return controls.inner;
}

bool fake_runtime_names(void)
{
    read_once();
    return controls.runtime_names;
}

bool fake_runtime_unnames(void)
{
    read_once();
    return controls.runtime_unnames;
}

bool fake_lacks(const char *base_name)
{
    read_once();
    return listed(controls.lacking, base_name);
}

bool fake_nulls(const char *base_name)
{
    read_once();
    return listed(controls.nulls, base_name);
}

bool fake_sticky(const char *kernel)
{
    read_once();
    return listed(controls.sticky, kernel);
}

bool fake_forced(const char *function, int *code)
{
    read_once();
    if (strcmp(controls.crash, function) == 0) {
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    }
    for (int i = 0; i < controls.rule_count; i++) {
        struct fail_rule *rule = &controls.rules[i];
        if (strcmp(rule->function, function) != 0)
            continue;
        if (rule->counted && atomic_fetch_sub(&rule->calls_left, 1) <= 0)
            return false;
        *code = rule->code;
        return true;
    }
    return false;
}
