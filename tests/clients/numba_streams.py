# SPDX-License-Identifier: MIT
"""A stream by Numba, and work put on it: copies and an event, which need no compiler.

sys.argv[1]: whose numba.cuda it shall be, that of the package "numba" or of "numba_cuda".
"""

import ctypes
import sys

import numpy
from numba import cuda


def priority_of(stream):
    handle = getattr(stream.handle, "value", stream.handle)
    priority = ctypes.c_int(-99)
    error = ctypes.CDLL("libcuda.so.1").cuStreamGetPriority(
        ctypes.c_void_p(int(handle or 0)), ctypes.byref(priority)
    )
    if error:
        raise SystemExit(f"error {error}")
    return priority.value


if f"/{sys.argv[1]}/" not in cuda.__file__:
    raise SystemExit(f"numba.cuda is {cuda.__file__}")
print("available", cuda.is_available())
print("device", cuda.get_current_device().uuid)

stream = cuda.stream()
print(f"stream cuStreamCreate priority={priority_of(stream)}")
print(f"the default stream: priority={priority_of(cuda.default_stream())}")

there = cuda.to_device(numpy.arange(8), stream=stream)
event = cuda.event()
event.record(stream=stream)
event.wait(stream=stream)
back = there.copy_to_host(stream=stream)
stream.synchronize()
print("copied", back)
