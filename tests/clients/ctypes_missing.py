# SPDX-License-Identifier: MIT
"""A probe for functions that aren't there, by CPython's ctypes: what the loader says (ctypes passes
on dlerror's text), or for the program's own handle only whether they are there: that text names the
preloaded library, and can't be had otherwise."""

import ctypes


def probe(library, name, says=True):
    try:
        getattr(library, name)
    except AttributeError as error:
        return str(error) if says else "not there"
    return "there"


print("before the driver is opened:", probe(ctypes.CDLL(None), "cuStreamCreate", says=False))
driver = ctypes.CDLL("libcuda.so.1")
print("opened RTLD_LOCAL:", probe(ctypes.CDLL(None), "cuStreamCreate", says=False))
print("no such function:", probe(driver, "cuStreamCreateOtherwise"))
print("in another library:", probe(ctypes.CDLL("libm.so.6"), "cuStreamCreate"))
