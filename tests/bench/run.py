"""What the library costs: python3 run.py [--budgets] BUILD_DIR

Prints the table of instructions, times and memory for a program run bare, with a bare-bones wrapper
of dlsym, and with the library at each level (with +: report and log on). With --budgets it measures
only what budgets.txt bounds, says for each row how it stands, and fails if one is exceeded. Ends
with 77 where valgrind is missing.
"""
import argparse
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import budgets
import setups as ways
import simulate

LAUNCHERS = {"nice": ["/usr/bin/nice", "-n", "1"], "env": ["/usr/bin/env", "A=b"],
             "stdbuf": ["/usr/bin/stdbuf", "-oL"]}
TRUE = "/bin/true"


def instructions(setups, columns):
    """{row: {column: instructions}}."""
    names = subprocess.run([setups.rounds, "names"], env=setups.environment("bare"), check=True,
                           stdout=subprocess.PIPE, text=True).stdout.split()
    table = {name: {} for name in names}
    table.update(true={}, start={})
    for column in columns:
        for name, value in simulate.calls(setups, column, names).items():
            table[name][column] = value
        table["true"][column] = simulate.whole(setups, column, [TRUE], cuda=False)
        table["start"][column] = simulate.whole(setups, column, [setups.start], cuda=True)
    return table


def launchers(setups):
    ways_to_exec = dict(LAUNCHERS, **{"prio-exec": [setups.prio_exec, "low"]})
    return {name: simulate.until_exec(setups, [*words, TRUE])
            for name, words in ways_to_exec.items()}


def show(title, table, columns):
    print(f"\n{title:24}" + "".join(f"{column:>10}" for column in columns))
    for row, values in table.items():
        print(f"{row:24}" + "".join(f"{values[column]:>10,}" if column in values else " " * 10
                                    for column in columns))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--budgets", action="store_true")
    parser.add_argument("build")
    arguments = parser.parse_args()
    if not shutil.which("valgrind"):
        print("skip: valgrind is not here")
        return 77
    setups = ways.Setups(os.path.abspath(arguments.build))
    columns = [column for column in setups.columns if "+" not in column or not arguments.budgets]
    try:
        table = instructions(setups, columns)
        table["until_exec"] = launchers(setups)
        if arguments.budgets:
            return 0 if budgets.check(table) else 1
        exec_row = table.pop("until_exec")
        show("instructions", table, columns)
        show("a launcher", {"until_exec": exec_row}, list(exec_row))
    finally:
        setups.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main())
