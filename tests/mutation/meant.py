# SPDX-License-Identifier: MIT
"""Tests that are meant to see many faults, by the names that the lists of faults use."""
MATRIX = "matrix_test"
ERRORS = "behaviour_test:behaviour/errors_and_out_parameters*"
LOOKUPS = "behaviour_test:behaviour/lookups_of_other_names*"
EARLY = "behaviour_test:behaviour/an_earlier_constructor*"
WRAPPER = "behaviour_test:behaviour/another_wrapper*"
KEEP = "behaviour_test:behaviour/keep_goes_by*"
LONE_RUNTIME = "behaviour_test:behaviour/a_runtime_without_a_driver*"
