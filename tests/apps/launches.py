# SPDX-License-Identifier: MIT
"""launches.py WAY: kernels launched by CPython's ctypes, as launches.c does it in C.

  handle    by the handle of the opened driver
  program   by the program's own (CDLL(None)), after the driver was opened RTLD_GLOBAL
  v1, v2    by cuGetProcAddress or cuGetProcAddress_v2

Prints "FUNCTION stream=0|1|2|created attributes=SET = RESULT" for each launch; the kernel's
parameter is the number of the launch.
"""

import ctypes
import itertools
import sys
from ctypes import POINTER, Structure, byref, c_char, c_int, c_uint, c_uint64, c_void_p

PTX = b""".version 8.0
.target sm_90
.address_size 64
.visible .entry counts(.param .u32 number) { ret; }
"""
PRIORITY, MEM_SYNC_DOMAIN = 8, 10
STREAMS = {"0": 0, "1": 1, "2": 2}
# The versions that NVIDIA's runtime asks for, of the plain form and of _ptsz.
VERSIONS = {
    "cuLaunchKernel": (4000, 7000),
    "cuLaunchKernelEx": (11060, 11060),
    "cuLaunchCooperativeKernel": (9000, 9000),
}


class Attribute(Structure):
    _fields_ = [("id", c_int), ("pad", c_int), ("value", c_int), ("more", c_char * 60)]


class Config(Structure):
    _fields_ = [
        ("grid", c_uint * 3),
        ("block", c_uint * 3),
        ("shared", c_uint),
        ("stream", c_void_p),
        ("attributes", POINTER(Attribute)),
        ("count", c_uint),
    ]


SETS = {
    "none": [],
    "priority": [(PRIORITY, -2)],
    "both": [(MEM_SYNC_DOMAIN, 1), (PRIORITY, -3)],
}


def must(error):
    if error:
        raise SystemExit(f"error {error}")


def by_name(library):
    return lambda name, form: library[name + ("_ptsz" if form else "")]


def by_asking(ask, *more):
    def look_up(name, form):
        address = c_void_p()
        flags = c_uint64(2 if form else 0)
        must(ask(name.encode(), byref(address), VERSIONS[name][form], flags, *more))
        return ctypes.CFUNCTYPE(c_int)(address.value)

    return look_up


numbers = itertools.count(1)


def parameters():
    number = c_uint(next(numbers))
    return (c_void_p * 1)(ctypes.addressof(number)), number


def show(name, form, stream, attributes, result):
    form = "_ptsz" if form else ""
    print(f"{name}{form} stream={stream} attributes={attributes} = {result}")


def launch(look_up, kernel, form, streams):
    shape = [c_uint(n) for n in (2, 3, 4, 8, 2, 1, 16)]
    for stream, handle in streams.items():
        for name, more in (("cuLaunchKernel", [c_void_p()]), ("cuLaunchCooperativeKernel", [])):
            values, _number = parameters()
            result = look_up(name, form)(kernel, *shape, c_void_p(handle), values, *more)
            show(name, form, stream, "none", result)
        for name, pairs in SETS.items():
            values, _number = parameters()
            attributes = (Attribute * len(pairs))(*[Attribute(id=i, value=v) for i, v in pairs])
            config = Config((2, 3, 4), (8, 2, 1), 16, handle, attributes, len(pairs))
            before = bytes(config), bytes(attributes)
            ex = look_up("cuLaunchKernelEx", form)
            result = ex(byref(config), kernel, values, c_void_p())
            show("cuLaunchKernelEx", form, stream, name, result)
            if (bytes(config), bytes(attributes)) != before:
                print("the configuration has changed")


def main(way):
    driver = ctypes.CDLL("libcuda.so.1", mode=ctypes.RTLD_GLOBAL)
    context, stream, module, kernel = c_void_p(), c_void_p(), c_void_p(), c_void_p()
    must(driver.cuInit(0))
    must(driver.cuCtxCreate_v2(byref(context), 0, 0))
    must(driver.cuStreamCreate(byref(stream), c_uint(1)))
    must(driver.cuModuleLoadData(byref(module), PTX))
    must(driver.cuModuleGetFunction(byref(kernel), module, b"counts"))
    look_up = {
        "handle": lambda: by_name(driver),
        "program": lambda: by_name(ctypes.CDLL(None)),
        "v1": lambda: by_asking(driver.cuGetProcAddress),
        "v2": lambda: by_asking(driver.cuGetProcAddress_v2, c_void_p()),
    }[way]()
    for form in 0, 1:
        launch(look_up, kernel, form, STREAMS | {"created": stream.value})
    print("cuCtxSynchronize =", driver.cuCtxSynchronize())


main(sys.argv[1])
