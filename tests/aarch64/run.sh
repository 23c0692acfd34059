#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs hosts that were built for 64-bit Arm under qemu, bare and with the library, which qemu hands
# to them alone (its -E): run.sh BUILD_DIR. Prints a line a check, and how many passed.
set -u

build=$(cd "$1" && pwd) || exit 1
apps=$build/tests/apps
fake=$build/tests/fake
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# host PRELOAD LEVEL PROGRAM [ARGUMENT]... (qemu splits what -E is given at commas)
host() {
    preload=$1
    level=$2
    shift 2
    qemu-aarch64 -L /usr/aarch64-linux-gnu \
        -E "LD_LIBRARY_PATH=$fake/driver:$fake/driver_b:$fake/runtime:$fake/runtime_alone:$apps" \
        -E FAKE_CUDA_RANGES=0:-5 ${preload:+-E "LD_PRELOAD=$preload"} \
        -E "PRIOSHIM_PRIORITY=$level" "$@" 2>&1
}

check() {
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
        echo "ok - $2"
    else
        failed=$((failed + 1))
        echo "not ok - $2"
    fi
}

# Every stream that the bare host makes has the greatest priority under the library.
takes_the_level() {
    host '' high "$@" >"$work/bare"
    host "$library" high "$@" >"$work/high"
    made=$(grep -c ' priority=' "$work/bare")
    [ "$made" -gt 0 ] && [ "$(grep -c ' priority=-5' "$work/high")" = "$made" ]
}

# Every way in that the probe knows of, and it is not fooled where the library is missing.
probe_agrees() {
    probe=$build/lib/prioshim/prioshim-probe
    for word in default low high; do
        host "$library" "$word" "$probe" check "$word" >"$work/check" || return 1
        grep -q "^ok at $word: " "$work/check" || return 1
    done
    ! host '' high "$probe" check high >"$work/check"
}

same_as_bare() {
    for word in default low high; do
        host '' "$word" "$@" >"$work/bare"
        host "$library" "$word" "$@" >"$work/under"
        [ -s "$work/bare" ] && cmp -s "$work/bare" "$work/under" || return 1
    done
}

for kind in lib/prioshim tests/lib/debug tests/lib/optimised; do
    library=$build/$kind/libprioshim.so
    for way in local global program default next version defaultversion v1-handle v1-itself \
        v2-handle v2-itself entry-handle byversionptsz-handle; do
        takes_the_level "$apps/host" $way
        check $? "$kind: $way"
    done
    for program in host_lazy host_now host_unversioned; do
        takes_the_level "$apps/$program" link
        check $? "$kind: $program"
    done
    for plugin in libplugin.so libplugin_outer.so; do
        takes_the_level "$apps/plugin_host" "$apps/$plugin" link
        check $? "$kind: $plugin"
    done
    probe_agrees
    check $? "$kind: prioshim-probe"
    same_as_bare "$apps/edges"
    check $? "$kind: errors and out-parameters are the bare program's"
    same_as_bare "$apps/lookups" "$apps/liblookups_a.so"
    check $? "$kind: lookups of other names are glibc's own"
    same_as_bare "$apps/probe"
    check $? "$kind: a host that probes for CUDA finds none"
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
