# SPDX-License-Identifier: MIT
"""What CuPy, which carries a static runtime, says to each call. Its functions that are named as the
runtime's make one call of it each."""

import cupy
from cupy.cuda import runtime


def show(name, function, *arguments):
    try:
        result = function(*arguments)
    except Exception as error:
        result = f"{type(error).__name__}: {error}"
    print(f"{name}: {result}")


print("cupy", cupy.__version__)
show("available", cupy.cuda.is_available)
show("runtime version", runtime.runtimeGetVersion)
show("driver version", runtime.driverGetVersion)
show("devices", runtime.getDeviceCount)
show("create", runtime.streamCreate)
show("with flags", runtime.streamCreateWithFlags, runtime.streamNonBlocking)
show("with priority", runtime.streamCreateWithPriority, runtime.streamNonBlocking, -1)
show("zeros", cupy.zeros, 3)
show("driver's current context", cupy.cuda.driver.ctxGetCurrent)
