# SPDX-License-Identifier: MIT
"""What NVIDIA's Python bindings of the runtime, which carry a static one, say to each call."""

from cuda.bindings import runtime

print("version", runtime.cudaRuntimeGetVersion())
print("driver version", runtime.cudaDriverGetVersion())
print("devices", runtime.cudaGetDeviceCount())
print("range", runtime.cudaDeviceGetStreamPriorityRange())
print("create", runtime.cudaStreamCreate()[0])
print("with flags", runtime.cudaStreamCreateWithFlags(runtime.cudaStreamNonBlocking)[0])
print("with priority", runtime.cudaStreamCreateWithPriority(runtime.cudaStreamNonBlocking, -1)[0])
print("last error", runtime.cudaGetLastError())
