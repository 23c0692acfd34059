# SPDX-License-Identifier: MIT
"""Triton: its driver, which it compiles here and links to libcuda.so.1, and a kernel, compiled to
machine code. Loading that is where a driver without a device says no."""

import triton
import triton.language as tl
from triton.runtime import driver


class Pointer:
    """What Triton takes for device memory: a type and an address."""

    dtype = tl.int32

    def data_ptr(self):
        return 4096


@triton.jit
def store(where, value):
    tl.store(where + tl.program_id(0), value)


print("triton", triton.__version__)
print("target", driver.active.get_current_target())
print("device", driver.active.utils.get_current_device())
print("properties", driver.active.utils.get_device_properties(0))
try:
    store[(4,)](Pointer(), 7)
except RuntimeError as error:
    print("launch:", error)
