#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BUILD_DIR - the tier "analysis": what analyzers say of the library's and the launcher's
# sources, and valgrind of hosts under the library.
#
# A line for each check, then "N passed, N failed, N skipped"; the status is 1 if a check failed. A
# tool that is not installed is skipped. What a tool may say is in accepted.txt, each with a reason;
# anything else fails, and so does a line there that nothing is said of any more.
set -u

# What has to be there (libc6-dbg: for valgrind).
PACKAGES="gcc cppcheck clang-tidy valgrind libc6-dbg"

if [ $# -ne 1 ] || [ ! -e "$1/tests/apps/host" ]; then
    echo "usage: run.sh BUILD_DIR (a folder that prioshim and its tests were built in)" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd) || exit 2
build=$(cd "$1" && pwd) || exit 2
root=$(cd "$here/../.." && pwd) || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
passed=0 failed=0 skipped=0

# check NAME COMMAND...: one check. On a failure, what COMMAND printed follows.
check() {
    name=$1
    shift
    if "$@" >"$work/detail" 2>&1; then
        passed=$((passed + 1))
        echo "ok - $name"
    else
        failed=$((failed + 1))
        echo "not ok - $name"
        sed -n '1,40s/^/#   /p' "$work/detail"
    fi
}

skip() {
    skipped=$((skipped + 1))
    echo "skip - $1"
}

have() {
    command -v "$1" >/dev/null || {
        skip "$1 is not installed"
        return 1
    }
}

. "$here/sources.sh"
. "$here/memcheck.sh"

analyze_sources
memcheck_hosts

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
