"""Faults to be seeded, one at a time: (name, file, text, replacement, test...).

The text stands in the file exactly once. A test is PROGRAM or PROGRAM:FILTER, a program of
build/tests/bin and which of its Criterion tests to run, or fuzz_NAME, the replay of that corpus:
those that are meant to see the fault. If none of them does, all programs are tried before the fault
counts as a survivor.
"""
import faults_core
import faults_cuda
import faults_launcher
import faults_launches
import faults_probe
import faults_report
import faults_target
import faults_trials
import faults_words

MUTANTS = [(name, file, *rest)
           for room in (faults_cuda, faults_launches, faults_core, faults_words, faults_report,
                        faults_launcher, faults_target, faults_trials, faults_probe)
           for file, faults in room.FAULTS.items()
           for name, *rest in faults]
