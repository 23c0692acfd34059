/* SPDX-License-Identifier: MIT */
/* Of functions that are only reached by plain jumps and calls: no processor checks for where these
 * lead, so there is no need for the instruction that it would look for. */
#ifndef PRIOSHIM_DIRECT_H
#define PRIOSHIM_DIRECT_H

#ifdef __CET__
#define DIRECT __attribute__((nocf_check, visibility("hidden")))
#else
#define DIRECT __attribute__((visibility("hidden")))
#endif

#endif
