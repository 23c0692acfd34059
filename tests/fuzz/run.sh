#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs each fuzz target from its kept corpus for FUZZ_SECONDS (60 if unset): run.sh BUILD_DIR, a
# build by clang with -DPRIOSHIM_FUZZ=ON. Prints a line a target, and how many passed.
#
# New inputs are left in BUILD_DIR/tests/fuzz/new/NAME, and one that breaks a promise in
# BUILD_DIR/tests/fuzz/broken-NAME-*. What is worth keeping is taken over by
#
#     BUILD_DIR/tests/fuzz/fuzz_NAME -merge=1 tests/fuzz/corpus/NAME BUILD_DIR/tests/fuzz/new/NAME
set -u

build=$(cd "$1/tests/fuzz" && pwd) || exit 1
corpus=$(cd "$(dirname "$0")/corpus" && pwd) || exit 1
passed=0
failed=0

for folder in "$corpus"/*; do
    name=$(basename "$folder")
    mkdir -p "$build/new/$name"
    log=$build/$name.log
    "$build/fuzz_$name" -max_total_time="${FUZZ_SECONDS:-60}" -timeout=20 -print_final_stats=1 \
        -artifact_prefix="$build/broken-$name-" "$build/new/$name" "$folder" >"$log" 2>&1
    status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    if [ "$status" = 0 ] && [ "${runs:-0}" -gt 0 ]; then
        passed=$((passed + 1))
        echo "ok - $name: $runs inputs"
    else
        failed=$((failed + 1))
        echo "not ok - $name: status $status"
        tail -n 40 "$log"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
