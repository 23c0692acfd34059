/* SPDX-License-Identifier: MIT */
/*
 * The exported dlsym and dlvsym. A name that cannot be ours goes on to the real function by a jump,
 * with every register as it came, so that glibc sees the true caller. Of a name that begins like
 * ours the ninth byte is read without a look at those before it, unless it lies in the next page: a
 * name may end where a page does.
 */
        .hidden prioshim_lookup_dlsym
        .hidden prioshim_lookup_dlvsym
        .hidden symbols_real_dlsym
        .hidden symbols_real_dlvsym
        .hidden prioshim_real_dlsym
        .hidden prioshim_real_dlvsym

        /* Where they lead: before the constructor, or if none was there at the start, to look. */
        .data
        .balign 8
        .globl  prioshim_real_dlsym, prioshim_real_dlvsym
prioshim_real_dlsym:
        .quad   first_dlsym
prioshim_real_dlvsym:
        .quad   first_dlvsym

        .text
        .macro  save
        push    %rdi
        .cfi_adjust_cfa_offset 8
        push    %rsi
        .cfi_adjust_cfa_offset 8
        push    %rdx
        .cfi_adjust_cfa_offset 8
        .endm

        .macro  restore
        pop     %rdx
        .cfi_adjust_cfa_offset -8
        pop     %rsi
        .cfi_adjust_cfa_offset -8
        pop     %rdi
        .cfi_adjust_cfa_offset -8
        .endm

#define RUNTIME(folder, first, second)                                                             \
        cmpb    $first, (%rsi);                                                                    \
        jne     1f;                                                                                \
        cmpb    $second, 1(%rsi);                                                                  \
        jne     1f;                                                                                \
        movzbl  2(%rsi), %eax;                                                                     \
        mov     folder##_bytes(%rip), %r10;                                                        \
        bt      %rax, %r10; /* by the lower six bits */                                            \
        jnc     1f;                                                                                \
        lea     8(%rsi), %eax;                                                                     \
        test    $0xff8, %eax; /* 0: a page has begun in between */                                 \
        jz      .Lask_\@;                                                                          \
        movzbl  8(%rsi), %eax;                                                                     \
        mov     folder##_bytes + 8(%rip), %r10;                                                    \
        bt      %rax, %r10;                                                                        \
        jc      .Lask_\@;                                                                          \
1:

        .macro  lookup  name, has_version
        .globl  \name
        .type   \name, @function
        .balign 16
\name:
        .cfi_startproc
        endbr64
#include "runtime.def"
        cmpb    $'d', (%rsi)
        jne     .Lleave_\@
        cmpb    $'l', 1(%rsi)
        je      .Lask_\@
.Lleave_\@:
        jmp     *prioshim_real_\name(%rip)

.Lask_\@:
        .if \has_version
        save
        mov     24(%rsp), %rcx          /* the return address */
        call    prioshim_lookup_\name
        test    %rdx, %rdx
        restore
        .else
        mov     (%rsp), %rdx            /* the return address */
        push    %rsi
        .cfi_adjust_cfa_offset 8
        call    prioshim_lookup_\name
        test    %rdx, %rdx
        pop     %rsi
        .cfi_adjust_cfa_offset -8
        .endif
        jnz     .Lleave_with_\@
        ret

.Lleave_with_\@:
        mov     %rax, %rdi
        jmp     .Lleave_\@
        .cfi_endproc
        .size   \name, . - \name

        .type   first_\name, @function
first_\name:
        .cfi_startproc
        endbr64
        save
        call    symbols_real_\name
        restore
        jmp     *%rax
        .cfi_endproc
        .size   first_\name, . - first_\name
        .endm

        lookup  dlsym, 0
        lookup  dlvsym, 1

        .section .note.GNU-stack, "", @progbits

        .section .note.gnu.property, "a"  /* this file obeys IBT and the shadow stack */
        .balign 8
        .long   4, 16, 5
        .asciz  "GNU"
        .long   0xc0000002, 4, 3, 0
