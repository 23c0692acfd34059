/* SPDX-License-Identifier: MIT */
/* controls.h - what the environment asks of the stand-in (the table is in fake_cuda.h). */
#ifndef FAKE_CONTROLS_H
#define FAKE_CONTROLS_H

#include <stdbool.h>

enum { FAKE_MAX_DEVICES = 16 };

struct fake_range {
    int least;
    int greatest;
};

const char *fake_log_path(void); /* NULL: no record is kept */
int fake_device_count(void);
struct fake_range fake_range(int device);
const char *fake_device_name(void); /* NULL: each has its own */
int fake_version(void);
int fake_future(void); /* 0: there is no future ABI */
bool fake_inner(void);
bool fake_runtime_names(void);
bool fake_runtime_unnames(void);
bool fake_lacks(const char *base_name);
bool fake_nulls(const char *base_name);
bool fake_sticky(const char *kernel); /* a launch of it makes its context fail */
/* True if this call of an exported function, or of that kind (fake_cuda.h), is to fail, with *code.
 * Counts the call. */
bool fake_forced(const char *function, int *code);

#endif
