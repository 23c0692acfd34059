# SPDX-License-Identifier: MIT
"""Imports every module of the standard library, and says of each how that went."""
import importlib
import pkgutil
import sys
import warnings

# These act on being imported (a browser, a poem, a window), or are tests of Python itself.
LEFT_OUT = {"antigravity", "this", "idlelib", "lib2to3", "test", "tkinter", "turtledemo", "turtle"}


def names():
    for name in sorted(sys.stdlib_module_names - LEFT_OUT):
        yield name
        path = getattr(sys.modules.get(name), "__path__", None)
        if path is not None:
            for found in sorted(pkgutil.walk_packages(path, name + "."), key=lambda each: each.name):
                parts = found.name.split(".")
                if "test" not in parts and "tests" not in parts and "__main__" not in parts:
                    yield found.name


warnings.simplefilter("ignore")
imported = 0
for name in names():
    try:
        importlib.import_module(name)
        imported += 1
        print(name)
    except BaseException as error:  # whatever it is, it must be the same each time
        print(name, type(error).__name__, error)
print(imported > 400)
