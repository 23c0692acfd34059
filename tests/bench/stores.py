# SPDX-License-Identifier: MIT
"""Stores that other threads can see, and locked instructions: none may come from the library on a
path that is bound. lackey, valgrind's example, writes down each instruction, load and store.
"""
import os
import re
import subprocess

import simulate

ROUNDS = 2
LOCKED = re.compile(r"^\s*([0-9a-f]+):.*\t(lock|xchg\s.*\(|mfence)")


def locked_instructions(library):
    """The addresses in the library of what makes a processor wait for the others'."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", library], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    return {int(match[1], 16) for match in map(LOCKED.match, text.splitlines()) if match}


def parts(trace, own, mark):
    """For each part between two marks: how many stores went out of the block `own`, and the set of
    the instructions' addresses."""
    stores, instructions = 0, set()
    with open(trace, encoding="ascii", errors="replace") as lines:
        for line in lines:
            kind = line[:2]
            if kind == "I ":
                address = int(line[3:line.index(",")], 16)
                instructions.add(address)
                if address == mark:
                    yield stores, instructions
                    stores, instructions = 0, set()
            elif kind in (" S", " M"):
                address = int(line[3:line.index(",")], 16)
                stores += not own[0] <= address < own[1]
    yield stores, instructions


def calls(setups, column, names):
    """{call: (stores to shared memory, locked instructions of the library)}, each per call."""
    trace = os.path.join(setups.work, "trace")
    environment = setups.environment(column)
    ours = [setups.library] if environment.get("LD_PRELOAD") == setups.library else []
    said = simulate.valgrind(["--tool=lackey", "--trace-mem=yes", "--basic-counts=no",
                              "--log-file=" + trace],
                             [setups.rounds, "trace", str(ROUNDS), *ours], environment)
    places = {words[0]: [int(word, 16) for word in words[1:] if word != "(nil)"]
              for words in map(str.split, said.splitlines())}
    locked = {places["library"][0] + address
              for address in locked_instructions(setups.library)} if ours else set()
    found = list(parts(trace, places["block"], places["mark"][0]))
    os.remove(trace)
    if len(found) != 3 * len(names) + 1:
        raise simulate.Failed(f"{len(found)} parts of {len(names)} calls: mark() was not seen")
    return {name: ((found[3 * i + 2][0] - found[3 * i + 1][0]) // ROUNDS,
                   len(found[3 * i + 2][1] & locked)) for i, name in enumerate(names)}
