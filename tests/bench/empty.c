/* SPDX-License-Identifier: MIT */
/* A preloaded library that does nothing: what any costs. */
extern const int bench_empty;
const int bench_empty = 0;
