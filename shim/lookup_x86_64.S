/* SPDX-License-Identifier: MIT */
/*
 * The exported dlsym and dlvsym. A name that cannot be ours goes on to the real function by a jump,
 * with every register as it came, so that glibc sees the true caller. Bytes are read one at a time:
 * a name may end where a page does.
 */
        .hidden prioshim_lookup
        .hidden symbols_real_dlsym
        .hidden symbols_real_dlvsym
        .hidden prioshim_real_dlsym
        .hidden prioshim_real_dlvsym

        .bss
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
        mov     folder##_thirds(%rip), %r10;                                                       \
        bt      %rax, %r10; /* by the lower six bits */                                            \
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
        mov     prioshim_real_\name(%rip), %rax
        test    %rax, %rax
        jz      .Lfirst_\@
        jmp     *%rax

.Lfirst_\@:                             /* before the constructor, or none was there at the start */
        save
        call    symbols_real_\name
        restore
        jmp     *%rax

.Lask_\@:
        save
        .if \has_version == 0
        xor     %edx, %edx
        .endif
        mov     24(%rsp), %rcx          /* the return address */
        call    prioshim_lookup
        test    %rdx, %rdx
        jnz     .Lleave_with_\@
        add     $24, %rsp
        .cfi_adjust_cfa_offset -24
        ret

        .cfi_adjust_cfa_offset 24
.Lleave_with_\@:
        restore
        mov     %rax, %rdi
        jmp     .Lleave_\@
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
