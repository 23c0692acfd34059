# SPDX-License-Identifier: MIT
"""Instructions, as callgrind counts them: whole runs, and runs cut at a function."""
import collections
import os
import re
import shutil
import subprocess
import sys

ROUNDS = 100


class Failed(Exception):
    """A run that is measured did not come to its end."""


def valgrind(options, command, environment):
    # valgrind hands LD_PRELOAD and the rest on to the program as it is. The loader reads the name
    # of the working directory, so that is always the same.
    result = subprocess.run(["valgrind", "-q", *options, *command], env=environment, cwd="/",
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode != 0:
        raise Failed(f"{' '.join(command)}: {result.returncode}\n{result.stderr}")
    return result.stdout


def profiles(setups, command, environment, cut=None):
    """What callgrind writes of each part of a run, or (cut None) of all of it."""
    folder = os.path.join(setups.work, "callgrind")
    os.mkdir(folder)
    options = ["--tool=callgrind", "--compress-strings=no",
               "--callgrind-out-file=" + folder + "/out"]
    if cut:
        options.append("--dump-before=" + cut)
    valgrind(options, command, environment)
    # out.1, out.2 ... and, after the last cut, out
    for name in sorted(os.listdir(folder), key=lambda name: int(name[4:] or sys.maxsize)):
        with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as lines:
            yield lines.read()
    shutil.rmtree(folder)


def parts(*arguments):
    """The instructions of each part; the last has none where an exec has ended the run."""
    totals = (re.search(r"^totals: (\d+)", text, re.M) for text in profiles(*arguments))
    return [int(total[1]) for total in totals if total]


def functions(text):
    """{function: its own instructions} of what callgrind has written."""
    found, function, called = collections.Counter(), None, False
    for line in text.splitlines():
        if line.startswith("fn="):
            function = line[3:]
        elif line.startswith("calls="):
            called = True  # the next line says what the call cost, which is not the caller's own
        elif line[:1] in "+-*0123456789" and line:
            if not called:
                found[function] += int(line.split()[1])
            called = False
    return found


def calls(setups, column, names):
    """Instructions per call, by the call's name: that of N less that of 2N."""
    command = [setups.rounds, "count", str(ROUNDS)]
    found = parts(setups, command, setups.environment(column), "mark")
    if len(found) != 3 * len(names) + 1:
        raise Failed(f"{len(found)} parts of {len(names)} calls: mark() was not seen")
    each = {name: (found[3 * i + 2] - found[3 * i + 1]) / ROUNDS for i, name in enumerate(names)}
    return {name: round(value - each["nothing"]) for name, value in each.items()}


def functions_of_call(setups, column, names, call):
    """{function: its own instructions per call of one kind}"""
    command = [setups.rounds, "count", str(ROUNDS)]
    found = list(profiles(setups, command, setups.environment(column), "mark"))
    place = 3 * names.index(call) + 1
    less, more = functions(found[place]), functions(found[place + 1])
    return {name: (more[name] - less[name]) / ROUNDS for name in more}


def functions_of_run(setups, column, command, cuda, cut=None):
    """The same of a whole run, or up to the first cut."""
    return functions(list(profiles(setups, command, setups.environment(column, cuda), cut))[0])


def whole(setups, column, command, cuda):
    return sum(parts(setups, command, setups.environment(column, cuda)))


def until_exec(setups, command):
    """Up to the launcher's exec; what follows is another program's."""
    found = parts(setups, command, setups.environment("bare", False), "execve")
    if len(found) != 1:
        raise Failed(f"{command[0]}: its exec was not seen")
    return found[0]
