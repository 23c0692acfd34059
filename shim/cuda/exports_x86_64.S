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
#define HOOK(result, name, base, since, until, when, parameters, arguments, asks) export name
#include "hooks.def"

/* Where the entries lie, as seen from here: a row of eight for each function (cuda.c). */
        .section .rodata
        .balign 4
        .hidden cuda_entries
        .globl  cuda_entries
        .type   cuda_entries, @object
cuda_entries:
#undef HOOK
#define HOOK(result, name, base, since, until, when, parameters, arguments, asks)                  \
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
