#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BUILD_DIR [WORK_DIR] - the tier "programs": programs that have nothing to do with CUDA,
# each run bare, by `prio-exec low` and with LD_PRELOAD alone. Standard output, standard error and
# exit status must be the same, after the filters (filters.sh) that the program's line names.
#
# A line for each check, then "N passed, N failed, N skipped"; the status is 1 if a check failed. A
# program that isn't there is skipped, and its package named. Nothing is installed. Debian packages
# that the programs come from, besides those that every Debian has:
PACKAGES="bash dash coreutils findutils grep sed mawk gawk diffutils patch bc file bsdutils busybox
    python3 perl lua5.4 tcl gcc g++ libc6-dev make binutils clang libclang-rt-dev cmake git
    gdb strace ltrace valgrind libc6-dbg sqlite3 openssl jq curl rsync openssh-client
    tar gzip bzip2 xz-utils zstd"
set -u
umask 022
# shellcheck disable=SC3045 # dash and bash have it
ulimit -c 0

if [ $# -lt 1 ] || [ $# -gt 2 ] || [ ! -x "$1/bin/prio-exec" ]; then
    echo "usage: run.sh BUILD_DIR [WORK_DIR] (a folder that prioshim was built in)" >&2
    # shellcheck disable=SC2086 # words, on purpose
    echo "Debian packages:" $PACKAGES >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd) || exit 2
build=$(cd "$1" && pwd) || exit 2
. "$here/../support/tier.sh"
work_in ${2:+"$2"}
detail_lines=24

prio_exec=$build/bin/prio-exec
library=$build/lib/prioshim/libprioshim.so
sources=$here/sources
built=$work/built # programs that are built once, to be run in each way
room=$work/room   # where a program runs: made anew for each run, always of the same name
runs=$work/runs
limit=120
rm -rf "$built" "$runs"
mkdir -p "$built" "$runs" "$work/control" || exit 2

. "$here/filters.sh"
. "$here/compare.sh"
. "$here/noticed.sh"
. "$here/shell.sh"
. "$here/python.sh"
. "$here/languages.sh"
. "$here/compilers.sh"
. "$here/debuggers.sh"
. "$here/data.sh"
. "$here/sanitizers.sh"

# All of them, or for work on one: PROGRAMS="shell python".
for group in ${PROGRAMS:-noticed shell python languages compilers debuggers data sanitizers}; do
    "${group}_programs"
done

finish
