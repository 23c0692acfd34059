/* SPDX-License-Identifier: MIT */
/* A loader of CUDA functions that keeps them in variables of their own names, as cuew does. */
extern void *cuStreamCreate;
void *cuStreamCreate;
