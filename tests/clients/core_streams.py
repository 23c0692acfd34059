# SPDX-License-Identifier: MIT
"""Streams by NVIDIA's cuda.core: it asks for the range, and names a priority for every stream."""

from cuda.bindings import driver
from cuda.core import Device, StreamOptions


def show(options):
    stream = device.create_stream(options=options)
    # Not stream.priority, which is what was asked for.
    error, priority = driver.cuStreamGetPriority(int(stream.handle))
    non_blocking = stream.is_nonblocking
    print(f"stream cuStreamCreateWithPriority priority={priority} {error!r} {non_blocking}")


device = Device()
device.set_current()
show(None)
show(StreamOptions(nonblocking=False))
show(StreamOptions(nonblocking=True, priority=-1))
