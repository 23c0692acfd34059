#!/bin/sh
# SPDX-License-Identifier: MIT
# runtime.sh PROGRAM LIBRARY HELD DRIVER_DIR RUNTIME_DIR: a program on NVIDIA's own runtime gets our
# wrappers for the stream functions.
#
# The driver is the stand-in of DRIVER_DIR. The runtime asks it for every function and stores what
# it is handed, and gives up only then, since a stand-in can't pass its check of integrity. So the
# program is run bare and at each level with HELD (held.c) preloaded, which tells what the runtime
# holds as the process ends. That must be the same, but for a wrapper in the place of each hooked
# function; output, status and the driver's record of calls must be the same altogether.
LC_ALL=C
export LC_ALL
program=$1
library=$2
held=$3
folders=$4:$5
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

bad()
{
    printf 'not ok: %s\n' "$*"
    failed=1
}

# go NAME PRELOAD [VARIABLE=VALUE]: leaves NAME.out, .err, .status, .record and .held.
go()
{
    name=$work/$1
    env -i LD_LIBRARY_PATH="$folders" LD_PRELOAD="$2" HELD_REPORT="$name.held" \
        FAKE_CUDA_LOG="$name.record" ${3:+"$3"} "$program" >"$name.out" 2>"$name.err"
    echo $? >"$name.status"
    touch "$name.held" "$name.record"
    sort -o "$name.held" "$name.held"
}

always='cuStreamCreate|cuStreamCreateWithPriority|cuGreenCtxStreamCreate|cuGetProcAddress(_v2)?'
at_a_level='cuStreamSetAttribute(_ptsz)?|cuGraphKernelNodeSetAttribute'
launches='cuLaunch(Kernel|KernelEx|CooperativeKernel)(_ptsz)?'

go bare "$held"
grep -q ' with driver' "$work/bare.held" || bad "bare: the stand-in driver was not opened"
for function in cuStreamCreate cuStreamCreateWithPriority; do
    grep -q "cuGetProcAddress_v2 symbol=$function " "$work/bare.record" ||
        bad "bare: the runtime did not ask for $function"
    grep -q " driver $function\$" "$work/bare.held" || bad "bare: the runtime holds no $function"
done
grep -q ' wrapper \| prioshim ' "$work/bare.held" && bad "bare: something of prioshim is held"

# What is expected to be held: the driver's hooked functions replaced, one for one; at default the
# driver's own, as bare. Our exports
# (prioshim) stand where a program or runtime is linked to their names; no other address may.
for level in unset default low high; do
    name=$work/$level
    case $level in
    high) hooked="$always|$at_a_level|$launches" ;;
    low) hooked="$always|$at_a_level" ;;
    *) hooked=none ;;
    esac
    sed -E "s/ driver ($hooked)\$/ wrapper \\1/" "$work/bare.held" | sort >"$work/expected"
    if [ $level = unset ]; then
        go unset "$library:$held"
    else
        go $level "$library:$held" PRIOSHIM_PRIORITY=$level
    fi
    for what in out err status record; do
        cmp -s "$work/bare.$what" "$name.$what" || {
            bad "$level: not as bare: $what"
            diff "$work/bare.$what" "$name.$what" | head -n 5
        }
    done
    grep -v ' prioshim [a-z]' "$name.held" | diff "$work/expected" - >"$work/difference" || {
        bad "$level: what is held (< expected, > found)"
        head -n 10 "$work/difference"
    }
    printf '%s: wrappers held: ' $level
    sed -n 's/.* wrapper //p' "$name.held" | sort -u | paste -sd ' ' -
done
printf 'the program, each time, with status %s:\n' "$(cat "$work/bare.status")"
cat "$work/bare.out" "$work/bare.err"
[ $failed -eq 0 ] && echo "ok: the runtime holds our wrappers, and nothing else differs"
exit $failed
