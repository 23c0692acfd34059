/* SPDX-License-Identifier: MIT */
/* record.h - the record of calls that tests read. */
#ifndef FAKE_RECORD_H
#define FAKE_RECORD_H

/*
 * Appends "TAG function<arguments> = result" to the file named by FAKE_CUDA_LOG; each argument in
 * the format begins with a space. Keeps errno.
 */
void fake_record(const char *function, int result, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Addresses are never recorded (they differ from run to run), only that an out-pointer is NULL. */
#define FAKE_OUT(pointer) ((pointer) ? "" : " out=NULL")
#define FAKE_NO_ARGUMENTS "%s", ""

#endif
