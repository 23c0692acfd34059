"""Instructions, as callgrind counts them: whole runs, and runs cut at a function."""
import os
import re
import shutil
import subprocess
import sys

ROUNDS = 100


class Failed(Exception):
    """A run that is measured did not come to its end."""


def valgrind(options, command, environment):
    # valgrind hands LD_PRELOAD and the rest on to the program as it is. The loader reads the name of
    # the working directory, so that is always the same.
    result = subprocess.run(["valgrind", "-q", *options, *command], env=environment, cwd="/",
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode != 0:
        raise Failed(f"{' '.join(command)}: {result.returncode}\n{result.stderr}")
    return result.stdout


def parts(setups, command, environment, cut=None):
    """The instructions of each part of a run, or (cut None) of all of it."""
    folder = os.path.join(setups.work, "callgrind")
    os.mkdir(folder)
    options = ["--tool=callgrind", "--callgrind-out-file=" + folder + "/out"]
    if cut:
        options.append("--dump-before=" + cut)
    valgrind(options, command, environment)
    found = {}
    for name in os.listdir(folder):  # out.1, out.2 ... and, after the last cut, out
        with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as lines:
            total = re.search(r"^totals: (\d+)", lines.read(), re.M)
        if total:  # none where an exec has ended the run
            found[int(name[4:] or sys.maxsize)] = int(total[1])
    shutil.rmtree(folder)
    return [found[part] for part in sorted(found)]


def calls(setups, column, names):
    """Instructions per call, by the call's name: that of N less that of 2N."""
    command = [setups.rounds, "count", str(ROUNDS)]
    found = parts(setups, command, setups.environment(column), "mark")
    if len(found) != 3 * len(names) + 1:
        raise Failed(f"{len(found)} parts of {len(names)} calls: mark() was not seen")
    each = {name: (found[3 * i + 2] - found[3 * i + 1]) / ROUNDS for i, name in enumerate(names)}
    return {name: round(value - each["nothing"]) for name, value in each.items()}


def whole(setups, column, command, cuda):
    return sum(parts(setups, command, setups.environment(column, cuda)))


def until_exec(setups, command):
    """Up to the launcher's exec; what follows is another program's."""
    found = parts(setups, command, setups.environment("bare", False), "execve")
    if len(found) != 1:
        raise Failed(f"{command[0]}: its exec was not seen")
    return found[0]
