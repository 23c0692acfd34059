/* SPDX-License-Identifier: MIT */
/*
 * The exported dlsym and dlvsym. A name that cannot be ours goes on to the real function by a jump,
 * with every register as it came, so that glibc sees the true caller. Of a name that begins like
 * ours the ninth byte is read without a look at those before it, unless it lies in the next page: a
 * name may end where a page does.
 */
        .hidden prioshim_lookup_dlsym
        .hidden prioshim_lookup_dlvsym
        .hidden prioshim_lookup_itself
        .hidden symbols_real_dlsym
        .hidden symbols_real_dlvsym
        .hidden prioshim_real_dlsym
        .hidden prioshim_real_dlvsym

        /* Where they lead; 0 until that is known. In .data by warm.h. */
        .data
        .balign 8
        .globl  prioshim_real_dlsym, prioshim_real_dlvsym
prioshim_real_dlsym:
        .quad   0
prioshim_real_dlvsym:
        .quad   0

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
        jnc     .Lleave_\@;                                                                        \
        lea     8(%rsi), %eax;                                                                     \
        test    $0xff8, %eax; /* 0: a page has begun in between */                                 \
        jz      2f;                                                                                \
        movzbl  8(%rsi), %eax;                                                                     \
        mov     folder##_bytes + 8(%rip), %r10;                                                    \
        bt      %rax, %r10;                                                                        \
        jnc     .Lleave_\@; /* no other runtime's begin like it */                                 \
2:      ask     \name, \has_version, .Lleave_with_\@;                                             \
1:

        .macro  ask     name, has_version, leave
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
        jnz     \leave
        ret
        .endm

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
        je      .Litself_\@
.Lleave_\@:
        mov     prioshim_real_\name(%rip), %rax
        test    %rax, %rax
        jz      .Lfirst_\@
        jmp     *%rax

.Lfirst_\@:                             /* before all else, or none was there so far */
        save
        call    symbols_real_\name
        restore
        jmp     *%rax

.Lleave_with_\@:
        mov     %rax, %rdi
        jmp     .Lleave_\@

.Litself_\@:
        save
        .if \has_version == 0
        xor     %edx, %edx
        .endif
        mov     24(%rsp), %rcx          /* the return address */
        call    prioshim_lookup_itself
        test    %rdx, %rdx
        restore
        jnz     .Lleave_with_\@
        ret
        .cfi_endproc
        .size   \name, . - \name
        .endm

        lookup  dlsym, 0
        lookup  dlvsym, 1

        .section .note.GNU-stack, "", @progbits

        .section .note.gnu.property, "a"  /* this file obeys IBT and the shadow stack */
        .balign 8
        .long   4, 16, 5
        .asciz  "GNU"
        .long   0xc0000002, 4, 3, 0
