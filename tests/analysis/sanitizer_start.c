/* SPDX-License-Identifier: MIT */
/* Nothing but what a compiler adds to any file that is built for a sanitizer: the runtime's start.
 */
extern const int prioshim_sanitizer_start;
const int prioshim_sanitizer_start = 1;
