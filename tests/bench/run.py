# SPDX-License-Identifier: MIT
"""What the library costs: python3 run.py [--budgets | --profile ROW COLUMN] BUILD_DIR

Prints instructions, times and memory of programs that are run bare, with a preloaded library that
is empty, with a bare-bones wrapper of dlsym, and with the library at each level (with +: report and
log on). With --budgets it measures only what budgets.txt bounds, says for each row how it stands, and
fails if one is exceeded; with --profile, which functions one call of the table (or the whole of
`true` and `start`, or the launcher `until_exec`) spends more or less in than bare (or stdbuf). Ends with 77 where valgrind is missing.
"""
import argparse
import os
import shutil
import statistics
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import budgets
import memory
import setups as ways
import simulate
import stores
import times

TRUE = "/bin/true"


def launchers(setups):
    return {"nice": ["/usr/bin/nice", "-n", "1"], "env": ["/usr/bin/env", "A=b"],
            "stdbuf": ["/usr/bin/stdbuf", "-oL"], "prio-exec": [setups.prio_exec, "low"]}


def instructions(setups, columns):
    """{row: {column: instructions}}"""
    names = setups.calls()
    table = {name: {} for name in names}
    table.update(true={}, start={})
    for column in columns:
        for name, value in simulate.calls(setups, column, names).items():
            table[name][column] = value
        table["true"][column] = simulate.whole(setups, column, [TRUE], cuda=False)
        table["start"][column] = simulate.whole(setups, column, [setups.start], cuda=True)
    return table


def until_exec(setups):
    return {name: simulate.until_exec(setups, [*words, TRUE])
            for name, words in launchers(setups).items()}


def shared(setups, columns):
    """{call: {column: stores that others see}}, and the same of locked instructions."""
    names = setups.calls()
    tables = {name: {} for name in names}, {name: {} for name in names}
    for column in columns:
        for name, found in stores.calls(setups, column, names).items():
            for table, value in zip(tables, found):
                table[name][column] = value
    return tables


def show(title, table, columns):
    print(f"\n{title:22}" + "".join(f"{column:>12}" for column in columns))
    for row, values in table.items():
        cells = [values.get(column, "") for column in columns]
        print(f"{row:22}" + "".join(f"{cell:>12}" if isinstance(cell, str) else f"{cell:>12,}"
                                    for cell in cells))


def show_times(setups, columns):
    found = times.table(setups, columns)
    table = {row: dict({column: times.cell(values[column], values["bare"])
                        for column in columns if column != "bare"},
                       bare=f"{statistics.median(values['bare']):,.0f} ns")
             for row, values in found.items()}
    show("times bare's", table, columns)
    found = times.launchers(setups, dict(launchers(setups), bare=[]))
    table = {"true under it": {name: times.cell(values, found["bare"])
                               for name, values in found.items()}}
    show("times bare's", table, list(launchers(setups)))


def profile(setups, row, column):
    names = setups.calls()
    if row in names:
        bare, here = (simulate.functions_of_call(setups, which, names, row)
                      for which in ("bare", column))
    elif row == "until_exec":
        bare, here = (simulate.functions_of_run(setups, "bare", [*launchers(setups)[name], TRUE],
                                                False, "execve") for name in ("stdbuf", column))
    else:
        command = {"true": TRUE, "start": setups.start}[row]
        bare, here = (simulate.functions_of_run(setups, which, [command], row == "start")
                      for which in ("bare", column))
    over = {name: here.get(name, 0) - bare.get(name, 0) for name in {**bare, **here}}
    for name, value in sorted(over.items(), key=lambda row: (-abs(row[1]), row[0])):
        if abs(value) >= 1:
            print(f"{value:>10,.0f}  {name}")
    return 0


def check(setups):
    columns = ["bare", "empty", *ways.LEVELS]
    table = instructions(setups, columns)
    table.update(memory.table(setups, columns), until_exec=until_exec(setups))
    seen = shared(setups, ["bare", *ways.LEVELS])
    for name, calls in zip(("shared_stores", "locked"), seen):
        table[name] = budgets.worst(calls)
    return 0 if budgets.check(table) else 1


def report(setups):
    columns = list(setups.columns)
    show("instructions", instructions(setups, columns), columns)
    show("instructions", {"up to the exec": until_exec(setups)}, list(launchers(setups)))
    show("private memory, KiB", memory.table(setups, columns), columns)
    seen = [column for column in columns if "+" not in column]
    for title, table in zip(("shared stores", "locked, in ours"), shared(setups, seen)):
        show(title, table, seen)
    show_times(setups, columns)
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--budgets", action="store_true")
    parser.add_argument("--profile", nargs=2, metavar=("ROW", "COLUMN"))
    parser.add_argument("build")
    arguments = parser.parse_args()
    for tool in ("valgrind", "strip", "objdump"):
        if not shutil.which(tool):
            print(f"skip: {tool} is not here")
            return 77
    setups = ways.Setups(os.path.abspath(arguments.build))
    try:
        if arguments.profile:
            return profile(setups, *arguments.profile)
        return check(setups) if arguments.budgets else report(setups)
    finally:
        setups.remove()


if __name__ == "__main__":
    sys.exit(main())
