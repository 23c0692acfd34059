# SPDX-License-Identifier: MIT
"""What ctypes does with the loader and with C functions; none of it has to do with CUDA."""
import _ctypes
import ctypes
import ctypes.util
import os

program = ctypes.CDLL(None, use_errno=True)
libc = ctypes.CDLL("libc.so.6")
libm = ctypes.CDLL(ctypes.util.find_library("m"))
print(ctypes.util.find_library("c"), ctypes.util.find_library("no_such_library"))

libm.cos.restype = ctypes.c_double
libm.cos.argtypes = [ctypes.c_double]
print(libm.cos(0.5), program.strlen(b"four"), libc.abs(-3))
print(ctypes.addressof(libc.malloc) != 0, ctypes.cast(libc.malloc, ctypes.c_void_p).value ==
      ctypes.cast(program.malloc, ctypes.c_void_p).value)

numbers = (ctypes.c_int * 5)(5, 2, 4, 1, 3)
compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int))
libc.qsort(numbers, 5, ctypes.sizeof(ctypes.c_int), compare(lambda a, b: a[0] - b[0]))
print(list(numbers))

print(program.close(-1), os.strerror(ctypes.get_errno()))
ctypes.pythonapi.PyLong_FromLong.restype = ctypes.py_object
print(ctypes.pythonapi.PyLong_FromLong(12))

for library, name in (program, "no_such_function"), (libm, "no_such_function"), (libc, "main"):
    try:
        print(getattr(library, name))
    except AttributeError as error:
        print(str(error).rpartition("/")[2])
for name in "no_such_library.so", "/etc/passwd", "/":
    try:
        ctypes.CDLL(name)
    except OSError as error:
        print(error)

for mode in os.RTLD_LOCAL, os.RTLD_GLOBAL, os.RTLD_DEEPBIND:
    handle = _ctypes.dlopen("libm.so.6", mode | os.RTLD_NOW)
    print(_ctypes.dlsym(handle, "sin") != 0)
    try:
        _ctypes.dlsym(handle, "no_such_function")
    except OSError as error:
        print(str(error).rpartition("/")[2])
    _ctypes.dlclose(handle)
