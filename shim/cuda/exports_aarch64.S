/* SPDX-License-Identifier: MIT */
/*
 * The exported functions, for programs that are linked to CUDA: a branch to where the call leads,
 * once that is known (cuda.c), else to what finds it out. Arguments, stack and the caller's address
 * stay as they came, so the call costs no more than this, however many arguments there are.
 */
        .hidden cuda_direct_calls
        .text
        .set    number, 0

        .macro  export name
        .globl  \name
        .type   \name, %function
        .hidden \name\()_linked
        .balign 16
\name:
        .cfi_startproc
        bti     c
        .set    .Lcall_\name, cuda_direct_calls + 24 * number
        adrp    x16, .Lcall_\name
        add     x16, x16, #:lo12:.Lcall_\name
        ldar    x17, [x16]              /* the size: read first, since it is written last */
        ldp     x9, x16, [x16, #8]      /* x16 may enter a function that starts with bti c */
        sub     x9, x30, x9
        cmp     x9, x17
        b.hs    1f
        br      x16
1:      b       \name\()_linked
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
        .type   \name\()_entry_\k, %function
        .balign 16
\name\()_entry_\k:
        .cfi_startproc
        bti     c
        adrp    x16, asked_attention
        ldr     w16, [x16, #:lo12:asked_attention]
        cbz     w16, 1f
        b       \name\()_attended_\k
1:
        .ifc    \asks, launch
        ldr     x16, [sp]               /* its stream; the default ones' handles are 0, 1 and 2 */
        cmp     x16, 2
        b.ls    3f
        .endif
        .ifc    \asks, name
        cbz     x0, 2f
        ldrb    w9, [x0]
        cmp     w9, 'c'
        b.ne    2f
        ldrb    w9, [x0, 1]
        cmp     w9, 'u'
        b.ne    2f
        ldrb    w9, [x0, 2]
        adrp    x10, cuda_bytes
        add     x10, x10, #:lo12:cuda_bytes
        ldp     x10, x11, [x10]
        lsr     x10, x10, x9
        tbz     x10, 0, 2f
        add     x9, x0, 8
        tst     x9, 0xff8
        b.eq    3f
        ldrb    w9, [x0, 8]
        lsr     x11, x11, x9
        tbnz    x11, 0, 3f
        .endif
        .ifnc   \asks, other
2:      adrp    x16, cuda_libraries + \k * LIBRARY + 8 * number
        ldr     x16, [x16, #:lo12:cuda_libraries + \k * LIBRARY + 8 * number]
        br      x16
        .endif
3:      b       \name\()_quiet_\k
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
        .type   cuda_entries, %object
cuda_entries:
#undef HOOK
#define HOOK(room, result, name, base, since, until, when, parameters, arguments, asks)                  \
        .long   name##_entry_0 - cuda_entries, name##_entry_1 - cuda_entries,                      \
                name##_entry_2 - cuda_entries, name##_entry_3 - cuda_entries,                      \
                name##_entry_4 - cuda_entries, name##_entry_5 - cuda_entries,                      \
                name##_entry_6 - cuda_entries, name##_entry_7 - cuda_entries
#include "hooks.def"
        .size   cuda_entries, . - cuda_entries

        .section .note.GNU-stack, "", %progbits

        .section .note.gnu.property, "a"  /* this file obeys BTI */
        .balign 8
        .long   4, 16, 5
        .asciz  "GNU"
        .long   0xc0000000, 4, 1, 0
