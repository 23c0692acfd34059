#!/bin/sh
# SPDX-License-Identifier: MIT
# needed.sh LIBRARY OBJECT...: what the library asks of its host. It is loaded into every program
# that a user starts, so all of it is a promise: libc alone, no function that could end or disturb
# the host, the oldest glibc that has what is used. OBJECT...: the object files it was linked from.
. "$(dirname "$0")/verdict.sh"

library=$(realpath "$1") || exit 1
shift
machine=$("$readelf" -hW "$library" | awk -F: '/Machine:/ { print $2 }') || exit 1
dynamic=$("$readelf" -dW "$library")
segments=$("$readelf" -lW "$library")
undefined=$("$nm" -D --undefined-only "$library")

case $undefined in
*__asan_* | *__tsan_* | *__ubsan_* | *__msan_*)
    skip "a sanitizer build: it needs what its sanitizer needs"
    exit 77
    ;;
esac

needed=$(printf '%s\n' "$dynamic" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
[ "$needed" = libc.so.6 ] || bad "needs '$needed' instead of libc.so.6 alone"
for tag in TEXTREL RPATH RUNPATH; do
    printf '%s\n' "$dynamic" | grep -q "[( ]$tag" && bad "has $tag"
done
# With lazy binding a first call into libc would take the loader's lock.
printf '%s\n' "$dynamic" | grep -q BIND_NOW || bad "is not bound at once"

# All that may be imported. Not here, and so refused: dl* (every public one comes back to us), cu*
# and cuda* (found at run time or not at all), exit and abort and assert (never end the host),
# stdio and malloc (never disturb it).
allowed=' __environ environ __errno_location getauxval memcpy memmove memset memcmp '
# The weak ones: of the compiler's start files; __environ, which is compared with NULL; and its
# aliases, which some linkers bring along.
weak=' _ITM_deregisterTMCloneTable _ITM_registerTMCloneTable __cxa_finalize __gmon_start__ '
weak="$weak __environ environ _environ "
for symbol in $(printf '%s\n' "$undefined" | awk 'NF { print $(NF - 1) "," $NF }'); do
    name=${symbol#*,}
    case $symbol in
    U,*) list=$allowed ;;
    *) list=$weak ;;
    esac
    case $list in
    *" ${name%%@*} "*) ;;
    *) bad "imports $name" ;;
    esac
done
case $undefined in
*GLIBC_PRIVATE*) bad "uses GLIBC_PRIVATE" ;;
esac

# The floor: getauxval is of 2.16; aarch64 begins with 2.17.
case $machine in
*X86-64*) floor=2.16 ;;
*AArch64*) floor=2.17 ;;
*) floor=0 && bad "no floor is declared for$machine" ;;
esac
versions=$(printf '%s\n' "$undefined" | sed -n 's/.*@GLIBC_\([0-9.]*\)$/\1/p')
highest=$(printf '%s\n' "$versions" $floor | sort -t. -k1,1n -k2,2n -k3,3n | tail -n 1)
[ "$highest" = $floor ] || bad "needs glibc $highest; the floor is $floor"

# Static TLS in a library that came late is taken from a small reserve.
tls=$(printf '%s\n' "$segments" | awk '$1 == "TLS" { print $6 }')
tls=$((${tls:-0}))
{ [ $tls -gt 1 ] && [ $tls -le 64 ]; } || bad "its thread-local storage is $tls bytes, not 2 to 64"

stack=$(printf '%s\n' "$segments" | awk '$1 == "GNU_STACK" { print $7 }')
[ "$stack" = RW ] || bad "its stack flags are '$stack', not RW"
printf '%s\n' "$segments" | grep -q ' RWE ' && bad "has a segment to write and to run"

# The mark that jumps and returns are checked. The linker keeps it if every object has it, the
# compiler's start files too, and some distributions' have not: so it is looked for in ours.
case $machine in
*X86-64*) mark='x86 feature: IBT, SHSTK' ;;
*) mark='AArch64 feature: BTI' ;;
esac
for object in "$@"; do
    "$readelf" -nW "$object" 2>/dev/null | grep -q "$mark" || bad "$object has no '$mark'"
done
[ $# -gt 0 ] || bad "no object files were named"

# Paths of source files are in the debug information only, which strip takes away.
bare=$(mktemp) || exit 1
trap 'rm -f "$bare"' EXIT
"${STRIP:-strip}" -o "$bare" "$library" || bad "cannot strip a copy"
paths=$(strings -a "$bare" | grep -E '/[^ ]*/|/.*\.so' | grep -vx -e /proc/self/task -e /proc/self/auxv)
[ -z "$paths" ] || bad "holds paths: $paths"

case $machine in
*X86-64*) native=x86_64 ;;
*) native=aarch64 ;;
esac
if [ "$(uname -m)" = $native ]; then
    said=$(env LD_BIND_NOW=1 LD_PRELOAD="$library" /bin/true 2>&1)
    status=$?
    [ $status -eq 0 ] || bad "/bin/true ends with $status under it"
    [ -z "$said" ] || bad "it says: $said"
else
    skip "/bin/true under it: built for another machine"
fi
verdict "what the library needs"
