/* SPDX-License-Identifier: MIT */
/*
 * table_linked.c - the driver by plain calls: of the libcuda.so.1 that this runtime is linked to,
 * or of the driver's code inside it (fake_cudart_alone).
 *
 * Each slot holds a function with a call in it, not the driver function's address: so the library
 * has lazily bound references, as any program that calls the driver has.
 */
#include "runtime.h"

#define NEED(name, base, version, flags, params, args)                                             \
    static CUresult call_##name params                                                             \
    {                                                                                              \
        return name args;                                                                          \
    }
#include "needs.def"
#undef NEED

const struct runtime_driver *runtime_table(void)
{
    static const struct runtime_driver driver = {
#define NEED(name, base, version, flags, params, args) .name = call_##name,
#include "needs.def"
#undef NEED
    };
    return &driver;
}
