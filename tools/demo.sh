#!/bin/sh
# SPDX-License-Identifier: MIT
# Shows the main job: a program run bare, low and high, with the priority of each of its streams as
# the program reads it back. Installs what is missing, builds, and needs no GPU: where there is none
# the program runs on the stand-in driver that the tests use.
set -eu
cd "$(dirname "$0")/.."
. tools/packages.sh

# What is shown is what the program and prio-exec do, not what this shell happens to have set.
unset PRIOSHIM_PRIORITY PRIOSHIM_EXPLICIT LD_PRELOAD
build=${BUILD_DIR:-build}
case $(pwd)/$build in
*[\ :\$]*)
    echo "demo.sh: LD_PRELOAD cannot carry a path with a space, a colon or a '\$': $(pwd)" >&2
    exit 1
    ;;
esac

# shellcheck disable=SC2086
install $BUILD_PACKAGES
log=$build/demo.log
echo "Building in $build, about a minute; what the compiler says goes to $log"
mkdir -p "$build"
if ! { cmake -S . -B "$build" -DBUILD_TESTING=ON -DPRIOSHIM_CRITERION=OFF &&
    cmake --build "$build" --parallel 2; } >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
fi

program=$build/tests/apps/every_way_driver
echo "Running one program bare, at low and at high"
echo
if "$program" >"$build/demo.bare" 2>&1; then
    echo "On this machine's own NVIDIA driver."
else
    echo "There is no working NVIDIA driver here:"
    sed 's/^/    /' "$build/demo.bare"
    echo "so this is the stand-in driver of the tests, which keeps streams and their priorities as a"
    echo "driver does, and runs nothing."
    program=$build/tests/apps/every_way
    case $build in
    /*) fake=$build/tests/fake ;;
    *) fake=$(pwd)/$build/tests/fake ;;
    esac
    export LD_LIBRARY_PATH="$fake/driver:$fake/runtime"
fi

echo
echo "The program creates a stream by each creation function and each way of reaching it, naming"
echo "priority -2 wherever a function lets it name one:"
"$program" >"$build/demo.bare"
for level in low high; do
    "$build/bin/prio-exec" $level "$program" >"$build/demo.$level"
done
sed '/^way /,$d' "$build/demo.bare"
echo
# Of each run only the rows of the table, side by side: the text once, each last word.
awk 'BEGIN { printf "%-71s %8s %8s %8s\n", "way and function", "bare", "low", "high" }
    FNR == 1 { row = 0 }
    /StreamCreate/ { text[++row] = substr($0, 1, 71); value[row] = value[row] sprintf(" %8s", $NF) }
    END {
        for (row = 1; row in text; row++) {
            print text[row] value[row]
            split(value[row], is, " ")
            low += is[2] != is[1]
            high += is[3] != is[1]
        }
        print ""
        printf "Of %d streams low has changed %d, those that had named a priority, and high %d.\n",
            row - 1, low, high
    }' "$build/demo.bare" "$build/demo.low" "$build/demo.high"
echo
echo "On your own program:"
echo
echo "    $build/bin/prio-exec low COMMAND [ARGUMENT]..."
