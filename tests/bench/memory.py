# SPDX-License-Identifier: MIT
"""Memory of a process's own: its private dirty pages at its end, in KiB."""
import subprocess

RUNS = 9  # where the stack lies differs from run to run, and so may its last page


def private(setups, column, arguments):
    environment = dict(setups.environment(column), PAGES="1")
    return min(int(subprocess.run([setups.start, *arguments], env=environment, check=True,
                                  stdout=subprocess.PIPE).stdout) for _ in range(RUNS))


def table(setups, columns):
    return {"memory_idle": {column: private(setups, column, ["idle"]) for column in columns},
            "memory_start": {column: private(setups, column, []) for column in columns}}
