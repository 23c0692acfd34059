/* SPDX-License-Identifier: MIT */
int waited_for;
