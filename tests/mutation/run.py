#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""run.py [NAME_PART]: the mutation check. Does the suite see a fault in the library or launcher?

Each fault of mutants.py is seeded in a copy of the sources, which is built and tested; a test must
fail. A line for each, then "N of N seeded faults caught". The status is 1 if one survives, and 2 if
the check itself cannot be made: a fault whose text is not in its file (the sources have moved on),
one that does not build, or tests that fail without any. With NAME_PART, only faults whose names
hold it; with `core`, the twenty that matter most.

It needs what the tests need, and Python. MUTATION_DIR names a folder to work in; by default it is a
temporary one. Variables of CMake's own count: CMAKE_GENERATOR=Ninja and
CMAKE_C_COMPILER_LAUNCHER=ccache make it twice as fast.
"""
import contextlib
import glob
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # nothing is to be left in the sources
from mutants import CORE, MUTANTS  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIMIT = 300  # seconds that a test program may take; a fault may make it hang
BUILD_LIMIT = 3600


def give_up(text):
    print(f"run.py: {text}", file=sys.stderr)
    sys.exit(2)


def end(process):
    """Ends a process and what it has started: Criterion runs each test in a session of its own."""
    with contextlib.suppress(OSError):  # gone meanwhile
        children = []
        for task in glob.glob(f"/proc/{process}/task/*/children"):
            with open(task, encoding="ascii") as stream:
                children += stream.read().split()
        os.kill(process, signal.SIGKILL)
        for child in children:
            end(int(child))


def runs(*command, environment=None, limit=LIMIT):
    """Whether a command ends with success, and what it said. It is ended, with all that it started,
    if it takes too long, or if we are ended."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                   env=environment, start_new_session=True)
        try:
            good = process.wait(limit) == 0
        except subprocess.TimeoutExpired:
            good = False
        finally:
            if process.returncode is None:
                end(process.pid)
                process.wait()
        output.seek(0)
        return good, output.read().decode(errors="replace")


LIBRARIES = ["prioshim", "prioshim_debug", "prioshim_optimised", "prio-exec", "prioshim-probe"]


def build(folder, targets):
    """Builds targets; none named: all."""
    arguments = [word for target in targets for word in ("--target", target)]
    return runs("cmake", "--build", folder, "--parallel", "2", *arguments, limit=BUILD_LIMIT)


class Test:
    """One that is meant to see a fault: what it runs, and what must be built for it."""

    def __init__(self, sources, name):
        program, _, pattern = name.partition(":")
        self.name = name
        # A room's own test holds the room; the others run what people have.
        self.alone = os.path.exists(os.path.join(sources.tree, "tests/unit", program + ".c"))
        if program.startswith("fuzz_"):
            of = program[len("fuzz_"):]
            self.targets = ["replay_" + of]
            self.command = [os.path.join(sources.build, "tests/fuzz/replay_" + of),
                            os.path.join(sources.tree, "tests/fuzz/corpus", of)]
            return
        self.targets = [program] if self.alone else [program, *LIBRARIES]
        self.command = [os.path.join(sources.build, "tests/bin", program), "--fail-fast"]
        if pattern:
            self.command += ["--filter", pattern]

    def sees(self, folder):
        """Whether it fails; by a filter that selects nothing it never would."""
        # As tests/unit/CMakeLists.txt has it for ctest; the others build their own environments.
        environment = dict(os.environ)
        if self.alone:
            environment["LD_LIBRARY_PATH"] = ":".join(
                os.path.join(folder, "tests", name)
                for name in ("fake/driver", "fake/runtime", "apps"))
        good, output = runs(*self.command, environment=environment)
        if good and "Tested: 0" in output:
            give_up(f"no test is called {self.name}")
        return not good


class Sources:
    """A copy of the sources, and its build."""

    def __init__(self, work):
        self.tree = os.path.join(work, "source")
        self.build = os.path.join(work, "build")
        shutil.rmtree(self.tree, ignore_errors=True)
        # Not with their times: an older source than what was built of a fault would stay unbuilt.
        shutil.copytree(ROOT, self.tree, symlinks=True, copy_function=shutil.copy,
                        ignore=shutil.ignore_patterns(".git", "build*", "__pycache__"))
        good, output = runs("cmake", "-S", self.tree, "-B", self.build, "-DPRIOSHIM_CRITERION=ON")
        if not good:
            give_up("the sources cannot be configured:\n" + output[-3000:])
        self.build_or_give_up("no fault", [])

    def seed(self, mutant):
        """Writes the fault, and returns what undoes it."""
        name, file, text, replacement = mutant[:4]
        path = os.path.join(self.tree, file)
        with open(path, encoding="utf-8") as stream:
            was = stream.read()
        if was.count(text) != 1:
            give_up(f"'{name}': its text is in {file} {was.count(text)} times, not once")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(was.replace(text, replacement))

        def undo():
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(was)
        return undo

    def first_that_sees(self, mutant):
        """The name of a test that fails with the fault, or None."""
        tests = [Test(self, name) for name in mutant[4:]]
        undo = self.seed(mutant)
        try:
            for test in tests:
                self.build_or_give_up(mutant[0], test.targets)
                if test.sees(self.build):
                    return test.name
            self.build_or_give_up(mutant[0], [])
            programs = sorted(os.listdir(os.path.join(self.build, "tests/bin")))
            found = next((test for test in (Test(self, name) for name in programs)
                          if test.sees(self.build)), None)
        finally:
            undo()
        if not found:
            return None
        self.build_or_give_up("no fault", found.targets)
        if found.sees(self.build):
            give_up(f"{found.name} fails without any fault")
        return found.name

    def build_or_give_up(self, name, targets):
        good, output = build(self.build, targets)
        if not good:
            give_up(f"'{name}' does not build:\n" + output[-3000:])


def check(work, part):
    began = time.monotonic()
    chosen = [m for m in MUTANTS if (m[0] in CORE if part == "core" else part in m[0]) and
              (not m[1].endswith(".S") or platform.machine() in m[1])]
    sources = Sources(work)
    for mutant in chosen:
        sources.seed(mutant)()
    sources.build_or_give_up("no fault", [])
    for name in sorted({name for mutant in chosen for name in mutant[4:]}):
        if Test(sources, name).sees(sources.build):
            give_up(f"{name} fails without any fault")

    survivors = []
    for mutant in chosen:
        since = time.monotonic()
        test = sources.first_that_sees(mutant)
        print(f"{'caught' if test else 'SURVIVED'} - {mutant[0]}"
              f" ({mutant[1]}{'; by ' + test if test else ''}, {time.monotonic() - since:.0f} s)",
              flush=True)
        if not test:
            survivors.append(mutant[0])
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} seeded faults caught"
          f" ({(time.monotonic() - began) / 60:.0f} minutes)")
    for name in survivors:
        print(f"survivor: {name}")
    return 1 if survivors or not chosen else 0


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # by way of what is to be tidied up
    if len(sys.argv) > 2 or sys.argv[1:2] in (["-h"], ["--help"]):
        print(__doc__)
        return 2
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    if os.environ.get("MUTATION_DIR"):
        os.makedirs(os.environ["MUTATION_DIR"], exist_ok=True)
        return check(os.environ["MUTATION_DIR"], part)
    with tempfile.TemporaryDirectory() as work:
        return check(work, part)


if __name__ == "__main__":
    sys.exit(main())
