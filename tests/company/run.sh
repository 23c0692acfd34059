#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BUILD_DIR [WORK_DIR] - the tier "company": prioshim together with other libraries that are
# preloaded, in both orders and through both launchers. Each must still do its own job, and the
# streams of a CUDA program, on the stand-in driver, must take the priority asked for.
#
# A line for each check, then "N passed, N failed, N skipped"; the status is 1 if a check failed. A
# library that isn't there is skipped, and its package named. Nothing is installed. Debian packages
# that the libraries and their jobs come from (from 13 on the two of tcmalloc end in t64):
PACKAGES="gcc libc6-dev coreutils faketime libfaketime eatmydata strace libjemalloc2
    libgoogle-perftools4 libtcmalloc-minimal4"
set -u
umask 022
# shellcheck disable=SC3045 # dash and bash have it
ulimit -c 0

if [ $# -lt 1 ] || [ $# -gt 2 ] || [ ! -x "$1/bin/prio-exec" ] || [ ! -x "$1/tests/apps/host" ];
then
    echo "usage: run.sh BUILD_DIR [WORK_DIR] (a folder that prioshim was built in, with its tests)" >&2
    # shellcheck disable=SC2086 # words, on purpose
    echo "Debian packages:" $PACKAGES >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd) || exit 2
build=$(cd "$1" && pwd) || exit 2
. "$here/../support/tier.sh"
work_in ${2:+"$2"}
detail_lines=16

prio_exec=$build/bin/prio-exec
shim=$build/lib/prioshim/libprioshim.so
drivers=$build/tests/fake/driver:$build/tests/fake/runtime
host=$build/tests/apps/host
room=$work/room
limit=30

# run_as WAY COMMAND...: runs it with $library in that way, its variables ($variables) set and, for
# the ways of a launcher, its own launcher ($wrapper) used. Output, errors and status go to $work/.
run_as() {
    way=$1
    shift
    # shellcheck disable=SC2086 # words, on purpose
    case $way in
    bare) ;;
    alone) set -- LD_PRELOAD="$library" "$@" ;;
    shim) set -- LD_PRELOAD="$shim" PRIOSHIM_PRIORITY=high "$@" ;;
    before) set -- LD_PRELOAD="$library:$shim" PRIOSHIM_PRIORITY=high "$@" ;;
    after) set -- LD_PRELOAD="$shim:$library" PRIOSHIM_PRIORITY=high "$@" ;;
    prio-exec) set -- LD_PRELOAD="$library" "$prio_exec" high "$@" ;;
    inside) set -- $wrapper "$prio_exec" high "$@" ;;
    outside) set -- "$prio_exec" high $wrapper "$@" ;;
    esac
    rm -rf "$room"
    mkdir "$room" || exit 2
    (
        cd "$room" || exit 125
        # shellcheck disable=SC2086
        timeout -k 5 "$limit" env -i PATH=/usr/bin:/bin HOME="$room" TMPDIR="$room" LC_ALL=C TZ=UTC0 \
            LD_LIBRARY_PATH="$drivers" $variables "$@" </dev/null >"$work/out" 2>"$work/err"
        echo $? >"$work/status"
    ) 2>/dev/null # where the shell says that the program was killed
}

# does_job WAY COMMAND...: is the job's sign ($sign) in what the command prints?
does_job() {
    run_as "$@"
    echo "status $(cat "$work/status"), and then its errors and output:"
    head -n 5 "$work/err" "$work/out"
    grep -q -e "$sign" "$work/out" "$work/err"
}

does_not() {
    ! does_job "$@"
}

# streams WAY [HOST]: does a CUDA program print what it prints bare, but for the priority of each of
# its streams, which is the highest? The sign of a library that says something at the end of every
# program ($told=yes) is in it too.
streams() {
    program=${2:-$host}
    run_as bare "$program" local
    sed 's/ priority=-*[0-9]*/ priority=-5/' "$work/out" >"$work/want"
    cp "$work/err" "$work/want_err"
    [ "$(grep -c ' priority=-5 ' "$work/want")" -ge 10 ] &&
        [ "$(cat "$work/status")" -eq 0 ] || return
    run_as "$1" "$program" local
    head -n 5 "$work/err"
    diff "$work/want" "$work/out" && [ "$(cat "$work/status")" -eq 0 ] || return
    if [ "$told" = yes ]; then grep -q -e "$sign" "$work/err";
    else diff "$work/want_err" "$work/err"; fi
}

# mapped WAY: are both libraries there?
mapped() {
    run_as "$1" cat /proc/self/maps
    grep -F -e "$shim" -e "$(basename "$library")" "$work/out" | sed 's/.* //' | sort | uniq -c
    grep -qF "$shim" "$work/out" && grep -qF "/$(basename "$(readlink -f "$library")")" "$work/out"
}

# in_ways NAME WAYS COMMAND...: the library with ours, in those ways; the command is its job.
in_ways() {
    title=$1 ways=$2
    shift 2
    for each in $ways; do
        case $each in
        before) name="$title, then prioshim" ;;
        after) name="prioshim, then $title" ;;
        prio-exec) name="$title, and prio-exec" ;;
        inside) name="$title's launcher, prio-exec inside" ;;
        outside) name="prio-exec, $title's launcher inside" ;;
        esac
        check "$name: both are mapped" mapped "$each"
        check "$name: its job" does_job "$each" "$@"
        check "$name: the priority of a CUDA program's streams" streams "$each"
    done
}

# company NAME WAYS COMMAND...: the same, and first: without the library its sign isn't there, so
# that
# what follows can fail; without prioshim it is.
company() {
    title=$1 ways=$2
    shift 2
    check "$title: nothing of it with prioshim alone" does_not shim "$@"
    check "$title: its job without prioshim" does_job alone "$@"
    in_ways "$title" "$ways" "$@"
}

. "$here/libraries.sh"

if ! command -v gcc >/dev/null; then
    skip "everything: there is no gcc (package gcc)"
else
    : >"$work/started"
    for each_library in faketime eatmydata jemalloc tcmalloc stdbuf all_at_once sanitizers; do
        variables='' wrapper='' told=no
        "${each_library}_company"
    done
    remove_shared_memory
fi

finish
