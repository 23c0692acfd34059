#!/bin/sh
# SPDX-License-Identifier: MIT
# probe.sh PROBE: prioshim-probe starts where there is no CUDA, and is linked to CUDA all the same: it
# needs libc alone (and libdl, where glibc still has one), and its references are weak and dynamic.
. "$(dirname "$0")/verdict.sh"

if "$nm" "$1" | grep -q __asan_init; then
    skip "a sanitizer build: it needs what its sanitizer needs"
    exit 77
fi
for name in $("$readelf" -dW "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
    case $name in
    libc.so.6 | libdl.so.2) ;;
    *) bad "needs $name" ;;
    esac
done
undefined=$("$nm" -D --undefined-only "$1" | awk '$NF ~ /^cu/ { print $(NF - 1), $NF }')
for name in cuStreamCreate cuStreamCreateWithPriority cuGreenCtxStreamCreate cuGetProcAddress \
    cuGetProcAddress_v2 cudaStreamCreate cudaStreamCreateWithFlags cudaStreamCreateWithPriority \
    cudaExecutionCtxStreamCreate; do
    printf '%s\n' "$undefined" | grep -qx "w $name" || bad "has no weak reference to $name"
done
strong=$(printf '%s\n' "$undefined" | grep -v '^w ')
[ -z "$strong" ] || bad "cannot start without $strong"
verdict "what prioshim-probe needs"
