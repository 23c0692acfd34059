# SPDX-License-Identifier: MIT
"""What is compared: the ways in which a program is run, and where its files lie.

Every library is copied to a path of one length, since the loader's work depends on that, and
without what is there for debuggers: valgrind 3.19 ends at what clang 14 writes.
"""
import os
import shutil
import subprocess
import tempfile

LEVELS = ("default", "low", "high")


class Setups:
    """The columns of the table: name -> environment. Nothing of the caller's is in it."""

    def __init__(self, build):
        self.build = build
        self.work = tempfile.mkdtemp(prefix="prioshim-bench.")
        bench = os.path.join(build, "tests/bench")
        self.rounds = self.copy(os.path.join(bench, "rounds"), "programs")
        self.start = self.copy(os.path.join(bench, "start"), "programs")
        self.driver = os.path.dirname(
            self.copy(os.path.join(build, "tests/fake/driver/libcuda.so.1"), "driver"))
        self.prio_exec = self.copy(os.path.join(build, "bin/prio-exec"), "lib/bin")
        self.library = self.copy(
            os.path.join(build, "lib/prioshim/libprioshim.so"), "lib/lib/prioshim")

        wrapper = self.copy(os.path.join(bench, "libwrapper.so"), "wra/lib/prioshim")
        empty = self.copy(os.path.join(bench, "libempty.so"), "emp/lib/prioshim")
        self.columns = {"bare": {}, "empty": {"LD_PRELOAD": empty},
                        "wrapper": {"LD_PRELOAD": wrapper}}
        for level in LEVELS:
            self.columns[level] = {"LD_PRELOAD": self.library, "PRIOSHIM_PRIORITY": level}
        for level in LEVELS:  # with all that can be told of it
            self.columns[level + "+"] = dict(
                self.columns[level], PRIOSHIM_REPORT=self.work + "/report",
                PRIOSHIM_LOG=self.work + "/log")

    def copy(self, path, folder):
        to = os.path.join(self.work, folder)
        os.makedirs(to, exist_ok=True)
        name = "libprioshim.so" if path.endswith(".so") else os.path.basename(path)
        copied = shutil.copy(path, os.path.join(to, name))
        subprocess.run(["strip", "--strip-debug", copied], check=True)
        return copied

    def environment(self, column, cuda=True):
        base = {"PATH": "/usr/bin:/bin"}
        if cuda:
            base.update(LD_LIBRARY_PATH=self.driver, LD_BIND_NOW="1")
        return dict(base, **self.columns[column])

    def calls(self):
        """The names of the calls that rounds makes, in its order."""
        return subprocess.run([self.rounds, "names"], env=self.environment("bare"), check=True,
                              stdout=subprocess.PIPE, text=True).stdout.split()

    def remove(self):
        shutil.rmtree(self.work)
