#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BUILD_DIR [WORK_DIR] - the library that was built in BUILD_DIR, on an older glibc: 2.31, as
# Debian 11 and Ubuntu 20.04 have it. There the dl functions lie in a library of their own, which a
# program need not have, and the loader has no _dl_find_object.
#
# The hosts, the stand-ins and the launcher are built again by this machine's compiler, with the old
# glibc's headers and libraries, and run in a root that debootstrap unpacks. All of it lies in
# WORK_DIR (by default a temporary folder, removed at the end), and is not made again where it is
# there already. A line for each check, then "N passed, N failed, N skipped"; the status is 1 if a
# check failed. Debian packages needed: debootstrap, and a compiler and CMake.
set -u
PATH=$PATH:/usr/sbin:/sbin

if [ $# -lt 1 ] || [ $# -gt 2 ] || [ ! -e "$1/lib/prioshim/libprioshim.so" ]; then
    echo "usage: run.sh BUILD_DIR [WORK_DIR] (a folder that prioshim was built in)" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd) || exit 2
source=$(cd "$here/../.." && pwd) || exit 2
build=$(cd "$1" && pwd) || exit 2
. "$here/../support/tier.sh"
work_in ${2:+"$2"}
root=$work/root

. "$here/../support/root.sh"
. "$here/root.sh"

# Hosts, stand-ins and the launcher for the root's glibc, in $work/old. -B: else the linker takes
# this machine's C library, which lies beside the compiler.
build_for_root() {
    grep -q "^CMAKE_HOME_DIRECTORY:INTERNAL=$source\$" "$work/old/CMakeCache.txt" 2>/dev/null ||
        rm -rf "$work/old"
    libraries=$root/usr/lib/$(gcc -print-multiarch) &&
        timeout -k 5 120 cmake -S "$source" -B "$work/old" -DPRIOSHIM_CRITERION=OFF \
            -DCMAKE_C_COMPILER=gcc -DCMAKE_SYSROOT="$root" -DCMAKE_C_FLAGS="-B$libraries" &&
        timeout -k 5 400 cmake --build "$work/old" --parallel 2 --target prioshim prio-exec \
            fake_cuda fake_cuda_b fake_cudart host host_lazy host_now \
            host_unversioned plugin_host plugin plugin_outer edges \
            lookups lookups_a probe drivers &&
        compile linked_alone "$here/linked_alone.c" -L"$work/old/tests/fake/driver" \
            -l:libcuda.so.1 &&
        compile late_libdl "$here/late_libdl.c" &&
        compile libnss_late.so.2 -shared "$here/late_service.c" -ldl
}

# compile OUTPUT ARGUMENT...: with plain gcc, into the folder of the hosts.
compile() {
    output=$work/old/tests/apps/$1
    shift
    timeout 60 gcc --sysroot="$root" "-B$libraries" -D_GNU_SOURCE -I"$source/tests/fake" -O2 -fPIC \
        -o "$output" "$@"
}

# Everything that runs there, under /opt/prioshim: here/ was built for this machine.
kinds='lib/prioshim tests/lib/debug tests/lib/optimised'
fill_root() {
    rm -rf "$root/opt/prioshim"
    mkdir -p "$root/opt/prioshim/old/tests" "$root/opt/prioshim/here" &&
        cp -R "$work/old/bin" "$work/old/lib" "$root/opt/prioshim/old" &&
        cp -R "$work/old/tests/apps" "$work/old/tests/fake" "$root/opt/prioshim/old/tests" &&
        for kind in $kinds bin; do
            [ -e "$build/$kind" ] || continue
            mkdir -p "$root/opt/prioshim/here/$kind" &&
                cp -R "$build/$kind/." "$root/opt/prioshim/here/$kind" || return
        done &&
    cp "$work/old/tests/apps/libnss_late.so.2" "$root/usr/lib/$(gcc -print-multiarch)/" &&
        echo 'passwd: late' >"$root/etc/nsswitch.conf"
}

apps=/opt/prioshim/old/tests/apps
fake=/opt/prioshim/old/tests/fake

# in_root PRELOAD LEVEL COMMAND...: in the root, with the library PRELOAD (empty: bare). To enter it
# otherwise: $enter, a command that takes what chroot takes.
enter=chroot
in_root() {
    preload=$1
    level=$2
    shift 2
    timeout -k 5 60 $enter "$root" /usr/bin/env -i PATH=/usr/bin:/bin LANG=C.UTF-8 \
        LD_LIBRARY_PATH="$fake/driver:$fake/driver_b:$fake/runtime:$apps" \
        FAKE_CUDA_RANGES=1:-5 FAKE_CUDA_RANGES_B=1:-2 ${preload:+"LD_PRELOAD=$preload"} \
        ${preload:+LD_BIND_NOW=1} PRIOSHIM_PRIORITY="$level" "$@" </dev/null
}

old_enough() {
    said=$(in_root '' default "/usr/lib/$(gcc -print-multiarch)/libc.so.6" | head -n 1)
    echo "$said"
    minor=$(echo "$said" | sed -n 's/.* release version 2\.\([0-9]*\).*/\1/p')
    [ -n "$minor" ] && [ "$minor" -le 31 ]
}

# The dl functions are where they were, and the hosts were linked so: one without libdl, one with.
without_libdl() {
    needed=$(readelf -dW "$work/old/tests/apps/$1" "$work/old/tests/fake/driver/libcuda.so.1") ||
        return
    echo "$needed"
    ! echo "$needed" | grep -q 'NEEDED.*libdl'
}

with_libdl() {
    readelf -dW "$work/old/tests/apps/$1" | grep 'NEEDED.*libdl'
}

# silent LIBRARY COMMAND...: it says nothing, and its status is 0.
silent() {
    library=$1
    shift
    in_root "$library" high "$@" >"$work/under" 2>&1
    status=$?
    echo "status $status"
    cat "$work/under"
    [ $status -eq 0 ] && [ ! -s "$work/under" ]
}

# takes_the_level COMMAND...: every stream that the bare host makes has the greatest priority under
# the library.
takes_the_level() {
    in_root '' high "$@" >"$work/bare" 2>&1
    bare_status=$?
    in_root "$library" high "$@" >"$work/under" 2>&1
    status=$?
    all_at_the_level
}

# By prio-exec, which finds its library by /proc; the mount is this one command's.
takes_the_level_by_prio_exec() {
    in_root '' high "$@" >"$work/bare" 2>&1
    bare_status=$?
    enter="sh $here/../support/enter.sh"
    in_root '' high "$prio_exec" high "$@" >"$work/under" 2>&1
    status=$?
    enter=chroot
    all_at_the_level
}

all_at_the_level() {
    made=$(grep -c ' priority=' "$work/bare")
    taken=$(grep -c ' priority=-5' "$work/under")
    echo "$made streams, $taken of them at the level; status $status, bare $bare_status"
    diff "$work/bare" "$work/under"
    [ "$made" -gt 0 ] && [ "$taken" -eq "$made" ] && [ $status -eq $bare_status ]
}

# same_as_bare LINE COMMAND...: at each level; LINE is one that the bare host prints.
same_as_bare() {
    line=$1
    shift
    for level in default low high; do
        in_root '' "$level" "$@" >"$work/bare" 2>&1
        echo "status $?" >>"$work/bare"
        in_root "$library" "$level" "$@" >"$work/under" 2>&1
        echo "status $?" >>"$work/under"
        grep -q -e "$line" "$work/bare" || {
            cat "$work/bare"
            return 1
        }
        diff "$work/bare" "$work/under" || return
    done
}

# same_but_the_level COMMAND...: the same lines, but for the priorities.
same_but_the_level() {
    in_root '' high "$@" 2>&1 | sed 's/priority=.*//' >"$work/bare"
    in_root "$library" high "$@" 2>&1 | sed 's/priority=.*//' >"$work/under"
    [ -s "$work/bare" ] && diff "$work/bare" "$work/under"
}

# several_drivers HOW: each of two drivers by its own range, though one is unloaded and comes again.
several_drivers() {
    in_root '' high "$apps/drivers" "$1" >"$work/bare" 2>&1 || return
    in_root "$library" high "$apps/drivers" "$1" >"$work/under" 2>&1 || return
    sed -e 's/^\(a: .* priority\) .*/\1 -5/' -e 's/^\(b: .* priority\) .*/\1 -2/' "$work/bare" \
        >"$work/want"
    grep -q '^b: 0, priority 0' "$work/bare" && diff "$work/want" "$work/under"
}

check_library() {
    kind=$1
    library=$2
    check "$kind: a program without CUDA is silent" silent "$library" /bin/true
    check "$kind: a shell that starts programs is silent" \
        silent "$library" /bin/sh -c 'ls / | sort >/dev/null && id -u >/dev/null'
    for way in local global program default next version defaultversion v1-handle v1-itself \
        v2-handle v2-itself entry-handle entryptsz-handle byversion-handle byversionptsz-handle; do
        check "$kind: host $way" takes_the_level "$apps/host" $way
    done
    for way in link default next program local v1-link v1-itself v2-link entry-link; do
        check "$kind: host_lazy $way" takes_the_level "$apps/host_lazy" $way
    done
    for program in host_now host_unversioned; do
        check "$kind: $program link" takes_the_level "$apps/$program" link
    done
    for plugin in libplugin.so libplugin_outer.so; do
        for way in link default default-local local; do
            check "$kind: $plugin $way" takes_the_level "$apps/plugin_host" "$apps/$plugin" $way
        done
    done
    check "$kind: errors and out-parameters are the bare program's" \
        same_as_bare '^last error' "$apps/edges"
    check "$kind: lookups of other names are glibc's own" \
        same_as_bare '^wrong in 0 threads' "$apps/lookups" "$apps/liblookups_a.so"
    check "$kind: a host that probes for CUDA finds none" \
        same_as_bare '^cuStreamCreate:' "$apps/probe"
    for how in two again; do
        check "$kind: several drivers: $how" several_drivers $how
    done
    check "$kind: a linked program without libdl" takes_the_level "$apps/linked_alone"
    check "$kind: lookups by a library that brings libdl later" \
        same_but_the_level "$apps/late_libdl"
    check "$kind: streams by a library that brings libdl later" takes_the_level "$apps/late_libdl"
}

if ! make_old_root "$root" "$work/root.log"; then
    skip "an old glibc: $missing"
    finish
fi
if ! build_for_root >"$work/build.log" 2>&1 || ! fill_root >>"$work/build.log" 2>&1; then
    check "the hosts can be built for the old glibc" \
        sh -c 'tail -n 12 "$1"; exit 1' - "$work/build.log"
    finish
fi
check "the glibc there is 2.31 or older" old_enough
check "a host that is linked to no libdl" without_libdl linked_alone
check "a host that is linked to libdl" with_libdl host

for kind in $kinds; do
    if [ -e "$root/opt/prioshim/here/$kind/libprioshim.so" ]; then
        check_library "$kind" "/opt/prioshim/here/$kind/libprioshim.so"
    fi
done
check_library "built for it" /opt/prioshim/old/lib/prioshim/libprioshim.so

# The launcher is a program, and asks for what its start files do: it is built for where it runs.
for tree in here old; do
    prio_exec=/opt/prioshim/$tree/bin/prio-exec
    case $tree in
    here) label="prio-exec" ;;
    old) label="prio-exec, built for it" ;;
    esac
    if ! said=$(in_root '' default $prio_exec --version 2>&1); then
        skip "$label: $(echo "$said" | tail -n 1 | sed 's/.*: version/version/')"
    elif ! sh "$here/../support/enter.sh" "$root" /bin/true 2>/dev/null; then
        skip "$label: no mount of one's own here, for /proc"
    else
        for way in local next; do
            check "$label: host $way" takes_the_level_by_prio_exec "$apps/host" $way
        done
        check "$label: host_lazy link" takes_the_level_by_prio_exec "$apps/host_lazy" link
    fi
done
finish
