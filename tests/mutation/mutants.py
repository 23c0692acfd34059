# SPDX-License-Identifier: MIT
"""Faults to be seeded, one at a time: (name, file, text, replacement, test...).

The text stands in the file exactly once. A test is PROGRAM or PROGRAM:FILTER, a program of
build/tests/bin and which of its Criterion tests to run, or fuzz_NAME, the replay of that corpus:
those that are meant to see the fault. If none of them does, all programs are tried before the fault
counts as a survivor.
"""
import faults_core
import faults_cuda
import faults_entries
import faults_launcher
import faults_launches
import faults_names
import faults_probe
import faults_report
import faults_target
import faults_trials
import faults_words

MUTANTS = [(name, file, *rest)
           for room in (faults_cuda, faults_launches, faults_entries, faults_core, faults_names,
                        faults_words, faults_report, faults_launcher, faults_target,
                        faults_trials, faults_probe)
           for file, faults in room.FAULTS.items()
           for name, *rest in faults]

# The least that any suite of this library must see: `run.py core`.
CORE = {
    "least and greatest swapped",
    "a range without a choice is used",
    "a flag is lost",
    "a NULL out-parameter is not seen",
    "no second try with the program's own call",
    "the out-parameter is written on failure",
    "the range is that of the wrong context",
    "keep and override swapped",
    "the thread stays marked after a creation",
    "the runtime's last error is left from the creation",
    "a failed question is answered",
    "a later ABI is taken for the known one",
    "two drivers are crossed",
    "a driver that is gone keeps its place",
    "RTLD_NEXT is answered in our name",
    "dlsym in another interposer's hands is ours",
    "the stub calls instead of jumping",
    "the stub loses the version",
    "settings are read in secure mode",
    "a priority that is named gets a second one",
}
