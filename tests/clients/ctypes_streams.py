# SPDX-License-Identifier: MIT
"""Streams by CPython's ctypes: each creation function, by each way that ctypes has to reach it."""

import ctypes
from ctypes import byref, c_int, c_uint, c_uint64, c_void_p

NON_BLOCKING = 1
VERSION = 13000


def must(error):
    if error:
        raise SystemExit(f"error {error}")


def by_address(ask):
    """A lookup by one of the driver's own, which answers with an address."""

    def look_up(name):
        address = c_void_p()
        must(ask(name.encode(), byref(address)))
        return ctypes.CFUNCTYPE(c_int)(address.value)

    return look_up


def by_v1(driver):
    return by_address(
        lambda name, address: driver.cuGetProcAddress(name, address, VERSION, c_uint64(0))
    )


def by_v2(driver):
    return by_address(
        lambda name, address: driver.cuGetProcAddress_v2(name, address, VERSION, c_uint64(0), None)
    )


def green_context(driver, device):
    resource = ctypes.create_string_buffer(144)
    description, green = c_void_p(), c_void_p()
    must(driver.cuDeviceGetDevResource(device, resource, 1))
    must(driver.cuDevResourceGenerateDesc(byref(description), resource, 1))
    must(driver.cuGreenCtxCreate(byref(green), description, device, 1))
    return green


def show(driver, way, name, function, *arguments):
    stream, priority, flags = c_void_p(), c_int(-99), c_uint(99)
    error = function(byref(stream), *arguments)
    must(driver.cuStreamGetPriority(stream, byref(priority)))
    must(driver.cuStreamGetFlags(stream, byref(flags)))
    print(f"stream {name} {way}: error={error} flags={flags.value} priority={priority.value}")


def streams(driver, green, way, look_up):
    create = look_up("cuStreamCreate")
    show(driver, way, "cuStreamCreate", create, c_uint(0))
    show(driver, way, "cuStreamCreate", create, c_uint(NON_BLOCKING))
    with_priority = look_up("cuStreamCreateWithPriority")
    show(driver, way, "cuStreamCreateWithPriority", with_priority, c_uint(NON_BLOCKING), c_int(-1))
    on_green = look_up("cuGreenCtxStreamCreate")
    show(driver, way, "cuGreenCtxStreamCreate", on_green, green, c_uint(NON_BLOCKING), c_int(-1))


def main():
    driver = ctypes.CDLL("libcuda.so.1")
    device, context = c_int(), c_void_p()
    must(driver.cuInit(0))
    must(driver.cuDeviceGet(byref(device), 0))
    must(driver.cuCtxCreate_v2(byref(context), 0, device))
    green = green_context(driver, device)

    streams(driver, green, "by handle", lambda name: driver[name])
    streams(driver, green, "by cuGetProcAddress", by_v1(driver))
    streams(driver, green, "by cuGetProcAddress_v2", by_v2(driver))
    ctypes.CDLL("libcuda.so.1", mode=ctypes.RTLD_GLOBAL)
    program = ctypes.CDLL(None)
    streams(driver, green, "by the program's handle", lambda name: program[name])


main()
