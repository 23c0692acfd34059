/* SPDX-License-Identifier: MIT */
/*
 * The exported functions, for programs that are linked to CUDA: a jump to where the call leads, once
 * that is known (cuda.c), else to what finds it out. Arguments, stack and the caller's address stay
 * as they came, so the call costs no more than this, however many arguments there are.
 */
        .hidden cuda_direct_calls
        .text
        .set    number, 0

        .macro  export name
        .globl  \name
        .type   \name, @function
        .hidden \name\()_linked
        .balign 16
\name:
        .cfi_startproc
        endbr64
        .set    .Lcall_\name, cuda_direct_calls + 24 * number
        mov     (%rsp), %rax
        sub     .Lcall_\name + 8(%rip), %rax
        cmp     .Lcall_\name(%rip), %rax        /* the size: written last, and 0 until then */
        jae     \name\()_linked
        jmp     *.Lcall_\name + 16(%rip)
        .cfi_endproc
        .size   \name, . - \name
        .set    number, number + 1
        .endm

#define COMPANION(result, name, parameters)
#define HOOK(room, result, name, base, since, until, when, parameters, arguments, asks) export name
#include "hooks.def"

/*
 * The entries, number k before the function of library k: a jump to what the compiler made of the
 * body (entries.h). What is none of ours leaves with all its arguments where they came, which no
 * compiler does with those on the stack: a launch on a stream of the program's own, and the question
 * for a name that can't be hooked, told as in lookup_<arch>.S.
 */
        .hidden cuda_libraries
        .hidden asked_attention
        .hidden cuda_bytes
        .set    number, 0
        .set    LIBRARY, 8              /* the size of a struct cuda_library, and one of its words */
#undef HOOK
#undef COMPANION
#define COMPANION(result, name, parameters) .set LIBRARY, LIBRARY + 8
#define HOOK(room, result, name, base, since, until, when, parameters, arguments, asks)            \
        .set LIBRARY, LIBRARY + 8
#include "hooks.def"
#undef COMPANION
#define COMPANION(result, name, parameters)

        .macro  entry   name, k, asks
        .hidden \name\()_attended_\k
        .hidden \name\()_quiet_\k
        .type   \name\()_entry_\k, @function
        .balign 16
\name\()_entry_\k:
        .cfi_startproc
        endbr64
        cmpl    $0, asked_attention(%rip)
        jne     \name\()_attended_\k
        .ifc    \asks, other
        jmp     \name\()_quiet_\k
        .else
        .ifc    \asks, launch
        cmpq    $2, 24(%rsp)            /* its stream; the default ones' handles are 0, 1 and 2 */
        jbe     \name\()_quiet_\k
        .else
        test    %rdi, %rdi
        jz      1f
        cmpb    $'c', (%rdi)
        jne     1f
        cmpb    $'u', 1(%rdi)
        jne     1f
        movzbl  2(%rdi), %eax
        mov     cuda_bytes(%rip), %r10
        bt      %rax, %r10
        jnc     1f
        lea     8(%rdi), %eax
        test    $0xff8, %eax
        jz      \name\()_quiet_\k
        movzbl  8(%rdi), %eax
        mov     cuda_bytes + 8(%rip), %r10
        bt      %rax, %r10
        jc      \name\()_quiet_\k
        .endif
1:      jmp     *(cuda_libraries + \k * LIBRARY + 8 * number)(%rip)
        .endif
        .cfi_endproc
        .size   \name\()_entry_\k, . - \name\()_entry_\k
        .endm

#define NO_STREAM other
#define STREAM(where, flags) other
#define STREAM_AT(where, flags, priority) other
#define STREAM_IN(where, context, flags, priority) other
#define LAUNCH launch
#define NAME name
#undef HOOK
#define HOOK(room, result, name, base, since, until, when, parameters, arguments, asks)            \
        .irp    k, 0, 1, 2, 3, 4, 5, 6, 7;                                                         \
        entry   name, \k, asks;                                                                    \
        .endr;                                                                                     \
        .set    number, number + 1
#include "hooks.def"

/* Where the entries lie, as seen from here: a row of eight for each function (cuda.c). */
        .section .rodata
        .balign 4
        .hidden cuda_entries
        .globl  cuda_entries
        .type   cuda_entries, @object
cuda_entries:
#undef HOOK
#define HOOK(room, result, name, base, since, until, when, parameters, arguments, asks)                  \
        .long   name##_entry_0 - cuda_entries, name##_entry_1 - cuda_entries,                      \
                name##_entry_2 - cuda_entries, name##_entry_3 - cuda_entries,                      \
                name##_entry_4 - cuda_entries, name##_entry_5 - cuda_entries,                      \
                name##_entry_6 - cuda_entries, name##_entry_7 - cuda_entries
#include "hooks.def"
        .size   cuda_entries, . - cuda_entries

        .section .note.GNU-stack, "", @progbits

        .section .note.gnu.property, "a"  /* this file obeys IBT and the shadow stack */
        .balign 8
        .long   4, 16, 5
        .asciz  "GNU"
        .long   0xc0000002, 4, 3, 0
