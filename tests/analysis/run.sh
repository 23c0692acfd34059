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
. "$here/../support/tier.sh"
work_in
detail_lines=40

. "$here/sources.sh"
. "$here/memcheck.sh"

analyze_sources
memcheck_hosts

finish
