#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BUILD_DIR [WORK_DIR] - the tier "clients": programs that nobody here wrote, unmodified, on
# the stand-in driver, each compared with itself run bare.
#
# A line for each check, then "N passed, N failed, N skipped"; the status is 1 if a check failed. A
# client is skipped only where a package of its own can't be had. Nothing is installed but Python
# packages, into a virtual environment in WORK_DIR (by default a temporary folder, removed at the
# end), which takes 2 GB. Debian packages that the clients need: python3 python3-venv python3-dev gcc
# hashcat.
set -u

if [ $# -lt 1 ] || [ $# -gt 2 ] || [ ! -x "$1/bin/prio-exec" ]; then
    echo "usage: run.sh BUILD_DIR [WORK_DIR] (a folder that prioshim was built in)" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd) || exit 2
build=$(cd "$1" && pwd) || exit 2
. "$here/../support/tier.sh"
work_in ${2:+"$2"}

prio_exec=$build/bin/prio-exec
driver=$build/tests/fake/driver
runs=$work/runs
rm -rf "$runs"
mkdir -p "$runs" || exit 2

# Debian's own Python where there is one: a wrapper script found first in PATH is another program.
python=/usr/bin/python3
[ -x "$python" ] || python=$(command -v python3) || python=

# What `run` gives each client; a client's file sets them.
client_home=$work/home
client_libraries=$driver
client_limit=60

# run NAME RANGE LEVEL COMMAND...: runs a client, and keeps its record, output and status in
# $runs/NAME.RANGE.LEVEL.*. LEVEL: bare, or a level, or a level and "-keep" for --keep-explicit.
run() {
    base=$runs/$1.$2.$3
    range=$2
    level=$3
    shift 3
    case $level in
    bare) ;;
    *-keep) set -- "$prio_exec" --keep-explicit "${level%-keep}" "$@" ;;
    *) set -- "$prio_exec" "$level" "$@" ;;
    esac
    mkdir -p "$client_home"
    : >"$base.record"
    timeout -k 5 "$client_limit" env -i PATH=/usr/bin:/bin LANG=C.UTF-8 HOME="$client_home" \
        XDG_DATA_HOME="$client_home/data" XDG_CACHE_HOME="$client_home/cache" \
        LD_LIBRARY_PATH="$client_libraries" FAKE_CUDA_RANGES="$range" FAKE_CUDA_LOG="$base.record" \
        "$@" </dev/null >"$base.out" 2>"$base.err"
    echo $? >"$base.status"
}

# level_number RANGE LEVEL: the priority that the level means in the range; nothing for default.
level_number() {
    case $2 in
    low*) echo "${1%%:*}" ;;
    high*) echo "${1##*:}" ;;
    esac
}

# same NAME RANGE LEVEL KIND: is the file of that kind what the bare client's says it must be?
same() {
    bare=$runs/$1.$2.bare.$4
    base=$runs/$1.$2.$3.$4
    case $3 in *-keep) keep=1 ;; *) keep=0 ;; esac
    awk -v number="$(level_number "$2" "$3")" -v keep=$keep -f "$here/expect.awk" "$bare" \
        >"$base.want" && diff "$base.want" "$base"
}

# compare NAME RANGE LEVEL: a client's run against its bare run.
compare() {
    check "$1, range $2, $3: the calls that reached the driver" same "$1" "$2" "$3" record
    check "$1, range $2, $3: its output" same "$1" "$2" "$3" out
    check "$1, range $2, $3: its errors" same "$1" "$2" "$3" err
    check "$1, range $2, $3: its exit status" same "$1" "$2" "$3" status
}

# has STATUS COUNT PATTERN FILE: did the run whose file this is end with STATUS, and is PATTERN in
# COUNT lines of it? So that no comparison is one of two empty files.
has() {
    cat "${4%.*}.err"
    echo "status $(cat "${4%.*}.status"), lines $(grep -c -e "$3" "$4")"
    [ "$(cat "${4%.*}.status")" -eq "$1" ] && [ "$(grep -c -e "$3" "$4")" -eq "$2" ]
}

. "$here/packages.sh"
. "$here/python.sh"
. "$here/bindings.sh"
. "$here/numba.sh"
. "$here/cupy.sh"
. "$here/triton.sh"
. "$here/hashcat.sh"

python_client
bindings_client
numba_client
cupy_client
triton_client
hashcat_client

finish
