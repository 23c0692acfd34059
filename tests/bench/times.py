# SPDX-License-Identifier: MIT
"""Time, as ratios to the bare run: everything is run once in each round, in turn, so that a busy
machine is as busy for all."""
import os
import statistics
import subprocess
import time

ROUNDS = 15
BATCHES = 21  # of calls of each kind in a round
TRUE = "/bin/true"
THREADS = 1, 8, 64
CALLS_OF_THREADS = 200000  # of all threads together, of each kind
ROUNDS_OF_THREADS = 5


def once(command, environment):
    start = time.perf_counter_ns()
    process = os.posix_spawn(command[0], command, environment)
    _, status = os.waitpid(process, 0)
    if status != 0:
        raise SystemExit(f"{command[0]}: ended with {status}")
    return time.perf_counter_ns() - start


def run(command, environment):
    """Nanoseconds from start to end, of the quickest of some: other processes only slow it down."""
    return min(once(command, environment) for _ in range(5))


def one_round(setups, column):
    said = subprocess.run([setups.rounds, "time", str(BATCHES)], env=setups.environment(column),
                          check=True, stdout=subprocess.PIPE, text=True).stdout
    times = pairs(said)
    times["true"] = run([TRUE], setups.environment(column, cuda=False))
    times["start"] = run([setups.start], setups.environment(column))
    return times


def pairs(said):
    return {name: float(value) for name, value in map(str.split, said.splitlines())}


def threads(setups, columns):
    """{"call of N": {column: [nanoseconds per call of each round]}}, made by N threads at once."""
    found = {}
    for count in THREADS * ROUNDS_OF_THREADS:
        for column in columns:
            said = subprocess.run([setups.rounds, "threads", str(CALLS_OF_THREADS // count),
                                   str(count)], env=setups.environment(column), check=True,
                                  stdout=subprocess.PIPE, text=True).stdout
            for name, value in pairs(said).items():
                found.setdefault((name, count), {}).setdefault(column, []).append(value)
    return {f"{name} x {count}": values for (name, count), values in sorted(found.items())
            if name != "nothing"}


def table(setups, columns):
    """{row: {column: [nanoseconds of each round]}}"""
    found = {}
    for _ in range(ROUNDS):
        for column in columns:
            for row, value in one_round(setups, column).items():
                found.setdefault(row, {}).setdefault(column, []).append(value)
    return found


def launchers(setups, commands):
    """The same of what starts `true`."""
    found = {name: [] for name in commands}
    for _ in range(ROUNDS):
        for name, command in commands.items():
            found[name].append(run([*command, TRUE], setups.environment("bare", cuda=False)))
    return found


def cell(values, bare):
    """The median of the rounds' ratios, and half of what lies between their quarters."""
    ratios = [value / other for value, other in zip(values, bare) if other]
    low, middle, high = statistics.quantiles(ratios, n=4)
    digits = 2 if middle < 100 else 0
    return f"{middle:.{digits}f} ±{(high - low) / 2:.{digits}f}"
