/* SPDX-License-Identifier: MIT */
/* A library without a CUDA call of its own: `go` is found in the library that it needs. */
extern int plugin_outer_is_empty;
int plugin_outer_is_empty;
