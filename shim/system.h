/* SPDX-License-Identifier: MIT */
/*
 * System calls, made here and not by libc's syscall(): none is a point where a thread is cancelled,
 * none touches errno, and nothing has to be looked up for them when a process starts. They return
 * what the kernel does, a negative error number on failure.
 */
#ifndef PRIOSHIM_SYSTEM_H
#define PRIOSHIM_SYSTEM_H

#include <sys/syscall.h> /* the numbers */

#if defined(__x86_64__)
static inline long system_call(long number, long a, long b, long c, long d)
{
    register long fourth __asm__("r10") = d;
    long result;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "0"(number), "D"(a), "S"(b), "d"(c), "r"(fourth)
                     : "rcx", "r11", "memory");
    return result;
}
#elif defined(__aarch64__)
static inline long system_call(long number, long a, long b, long c, long d)
{
    register long first __asm__("x0") = a;
    register long second __asm__("x1") = b;
    register long third __asm__("x2") = c;
    register long fourth __asm__("x3") = d;
    register long what __asm__("x8") = number;

    __asm__ volatile("svc 0"
                     : "+r"(first)
                     : "r"(second), "r"(third), "r"(fourth), "r"(what)
                     : "memory");
    return first;
}
#endif

#endif
