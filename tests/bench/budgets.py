# SPDX-License-Identifier: MIT
"""What the figures are held to: the rows of budgets.txt."""
import os
from dataclasses import dataclass

from setups import LEVELS

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "budgets.txt")


@dataclass
class Row:
    what: str
    at: str
    over: str
    goal: int
    holds: int

    def figure(self, table):
        """What the dearest of its columns costs, over what it is compared with."""
        column, _, call = self.over.partition(":")
        columns = LEVELS if self.at == "all" else self.at.split(",")
        return (max(table[self.what][at] for at in columns) -
                table[call or self.what][column])


def read():
    rows = []
    with open(FILE, encoding="ascii") as lines:
        for number, line in enumerate(lines, 1):
            words = line.partition("#")[0].split()
            if not words:
                continue
            known = words.pop() if words[-1] == "known" else None
            what, at, over, goal, holds, _ = words
            row = Row(what, at, over, int(goal), int(holds))
            if (row.holds > row.goal) != bool(known):
                raise SystemExit(f"budgets.txt:{number}: `known` stands where a row holds to more "
                                 "than its goal, and only there")
            rows.append(row)
    return rows


def worst(table):
    """Of the calls that have a budget, what the worst does over its bare run, in each column."""
    bounded = [table[row.what] for row in read() if row.what in table]
    return {column: max(call[column] - call["bare"] for call in bounded)
            for column in bounded[0]}


def check(table):
    """Says how each row stands; whether all are kept."""
    kept = True
    print(f"{'':24}{'at':<13}{'measured':>9}{'holds':>9}{'goal':>9}")
    for row in read():
        figure = row.figure(table)
        if figure > row.holds:
            verdict, kept = "EXCEEDED", False
        elif row.holds > row.goal:
            verdict = "known" if figure > row.goal else "the goal is met: hold it to that"
        else:
            verdict = "ok"
        print(f"{row.what:24}{row.at:<13}{figure:>9,}{row.holds:>9,}{row.goal:>9,}  {verdict}")
    return kept
