/* SPDX-License-Identifier: MIT */
/*
 * The exported dlsym and dlvsym. A name that cannot be ours goes on to the real function by a
 * branch, with every argument as it came and x30 untouched, so that glibc sees the true caller. Of a
 * name that begins like ours the ninth byte is read without a look at those before it, unless it
 * lies in the next page: a name may end where a page does.
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
        stp     x29, x30, [sp, #-48]!
        .cfi_adjust_cfa_offset 48
        .cfi_rel_offset x29, 0
        .cfi_rel_offset x30, 8
        mov     x29, sp
        stp     x0, x1, [sp, #16]
        str     x2, [sp, #32]
        .endm

        .macro  restore
        ldp     x0, x1, [sp, #16]
        ldr     x2, [sp, #32]
        ldp     x29, x30, [sp], #48
        .cfi_adjust_cfa_offset -48
        .cfi_restore x29
        .cfi_restore x30
        .endm

        /* x16 may enter a function that starts with bti c. */
        .macro  real  name
        adrp    x16, prioshim_real_\name
        ldr     x16, [x16, #:lo12:prioshim_real_\name]
        .endm

#define RUNTIME(folder, first, second)                                                             \
        cmp     w9, first;                                                                         \
        b.ne    1f;                                                                                \
        ldrb    w10, [x1, 1];                                                                      \
        cmp     w10, second;                                                                       \
        b.ne    1f;                                                                                \
        ldrb    w10, [x1, 2];                                                                      \
        adrp    x11, folder##_bytes;                                                               \
        add     x11, x11, :lo12:folder##_bytes;                                                    \
        ldp     x11, x12, [x11];                                                                   \
        lsr     x11, x11, x10; /* by the lower six bits */                                         \
        tbz     x11, 0, .Lleave_\@;                                                                \
        add     x10, x1, 8;                                                                        \
        tst     x10, 0xff8; /* 0: a page has begun in between */                                   \
        b.eq    .Lask_\@;                                                                          \
        ldrb    w10, [x1, 8];                                                                      \
        lsr     x12, x12, x10;                                                                     \
        tbnz    x12, 0, .Lask_\@;                                                                  \
        b       .Lleave_\@; /* no other begins like it */                                          \
1:

        .macro  lookup  name, has_version
        .globl  \name
        .type   \name, %function
        .balign 16
\name:
        .cfi_startproc
        hint    #34                     /* bti c */
        ldrb    w9, [x1]
#include "runtime.def"
        cmp     w9, 'd'
        b.ne    .Lleave_\@
        ldrb    w10, [x1, 1]
        cmp     w10, 'l'
        b.eq    .Litself_\@
.Lleave_\@:
        real    \name
        cbz     x16, .Lfirst_\@
        br      x16

.Lfirst_\@:                             /* before all else, or none was there so far */
        save
        bl      symbols_real_\name
        mov     x16, x0
        restore
        br      x16

.Litself_\@:
        save
        .if \has_version == 0
        mov     x2, xzr
        .endif
        mov     x3, x30                 /* the return address */
        bl      prioshim_lookup_itself
        b       .Lasked_\@

        .cfi_adjust_cfa_offset -48
        .cfi_restore x29
        .cfi_restore x30
.Lask_\@:
        save
        .if \has_version
        mov     x3, x30                 /* the return address */
        .else
        mov     x2, x30
        .endif
        bl      prioshim_lookup_\name
.Lasked_\@:
        cbnz    x1, .Lleave_with_\@
        ldp     x29, x30, [sp], #48
        .cfi_adjust_cfa_offset -48
        .cfi_restore x29
        .cfi_restore x30
        ret

        .cfi_adjust_cfa_offset 48
        .cfi_rel_offset x29, 0
        .cfi_rel_offset x30, 8
.Lleave_with_\@:
        mov     x9, x0
        restore
        mov     x0, x9
        b       .Lleave_\@
        .cfi_endproc
        .size   \name, . - \name
        .endm

        lookup  dlsym, 0
        lookup  dlvsym, 1

        .section .note.GNU-stack, "", %progbits

        .section .note.gnu.property, "a"  /* this file obeys BTI */
        .balign 8
        .long   4, 16, 5
        .asciz  "GNU"
        .long   0xc0000000, 4, 1, 0
