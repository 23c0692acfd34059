/* SPDX-License-Identifier: MIT */
/*
 * timeslice: an experiment, run only if GPU_TIMESLICE is set. May a process without privileges
 * shorten the time slice of its own channel groups, and does another process's kernel start sooner
 * then? One process keeps the device busy, another takes the latency of a short kernel,
 * time-sliced.
 */
#include "driver.h"
#include "groups.h"
#include "kernels.h"
#include "report.h"
#include "start.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MULTIPROCESSOR_COUNT = 16, BLOCKS_AT_ONCE = 8, WAVES = 100, AHEAD = 8 };
static const uint64_t block_nanoseconds = 20000;
static const unsigned int slices[] = {0, 1024, 500, 200, 50}; /* microseconds; 0: as it is */

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool ready(void)
{
    driver_start();
    return driver_use(0) == 0 && driver.cuCtxSynchronize && driver.cuMemAllocHost_v2 &&
           kernels_load();
}

static void set_slices(unsigned int microseconds)
{
    for (int i = 0; microseconds && i < groups_count(); i++) {
        uint64_t read_back;
        int status = groups_set(i, microseconds, &read_back);
        report_answer("May a process shorten its own time slice?: user %d, %u us for group %d of "
                      "%d: status 0x%x, read back %llu us",
                      (int)geteuid(), microseconds, i + 1, groups_count(), (unsigned int)status,
                      (unsigned long long)read_back);
    }
}

static bool is_open(int file)
{
    struct pollfd end = {file, POLLIN, 0};

    return poll(&end, 1, 0) == 0;
}

/* Keeps the device busy until `until` is closed at its other end. */
static _Noreturn void be_busy(unsigned int microseconds, int tell, int until)
{
    int processors = 1, kernels = 0;

    if (!ready())
        _exit(1);
    driver.cuDeviceGetAttribute(&processors, MULTIPROCESSOR_COUNT, 0);
    unsigned int blocks = (unsigned int)processors * BLOCKS_AT_ONCE * WAVES;
    CUresult result = kernels_spin(NULL, 1, 0);
    if (result == 0)
        result = driver.cuCtxSynchronize();
    set_slices(microseconds);
    if (result != 0 || write(tell, "", 1) != 1)
        _exit(1);
    double began = seconds();
    while (result == 0 && is_open(until)) {
        for (int i = 0; result == 0 && i < AHEAD; i++, kernels++)
            result = kernels_spin(NULL, blocks, block_nanoseconds);
        if (result == 0)
            result = driver.cuCtxSynchronize();
    }
    report_answer("What does a time slice of %u us do?: the busy process: %.0f kernels a second, "
                  "error %d",
                  microseconds, kernels / (seconds() - began), result);
    _exit(result != 0);
}

static CUresult pause_shortly(unsigned int number)
{
    usleep(2000 + number * 37 % 1500);
    return 0;
}

static _Noreturn void take_latency(unsigned int microseconds)
{
    char question[64];

    snprintf(question, sizeof question, "What does a time slice of %u us do?", microseconds);
    if (ready() && start_prepare(NULL) == 0)
        start_measure(question, pause_shortly, NULL);
    _exit(0);
}

/* A driver does not survive a fork, so each has one of its own, and this process none. */
static bool try_slice(unsigned int microseconds)
{
    int told[2], until[2], status = 0;
    char byte;

    if (pipe(told) != 0 || pipe(until) != 0)
        return false;
    pid_t busy = fork();
    if (busy == 0) {
        close(told[0]);
        close(until[1]);
        be_busy(microseconds, told[1], until[0]);
    }
    close(told[1]);
    close(until[0]);
    bool began = busy > 0 && read(told[0], &byte, 1) == 1;
    pid_t other = began ? fork() : -1;
    if (other == 0) {
        close(until[1]);
        take_latency(microseconds);
    }
    if (other > 0)
        waitpid(other, &status, 0);
    close(until[1]);
    close(told[0]);
    if (busy > 0)
        waitpid(busy, &status, 0);
    return began;
}

int main(void)
{
    const char *wanted = getenv("GPU_TIMESLICE");

    if (!wanted || !*wanted) {
        report_skip("timeslice: an experiment, for GPU_TIMESLICE=1");
        return report_end();
    }
    for (size_t i = 0; i < sizeof slices / sizeof *slices; i++)
        if (!try_slice(slices[i])) {
            report_skip("timeslice: not measured: no device that runs kernels");
            break;
        }
    return report_end();
}
