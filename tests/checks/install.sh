#!/bin/sh
# SPDX-License-Identifier: MIT
# install.sh CMAKE BUILD_DIR: what is installed works from where it lies, by a link, and moved as a
# whole; and it is the launcher, the library, the probe, the manual page and the completions,
# nothing else.
set -u
. "$(dirname "$0")/verdict.sh"

cmake=$1
build=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
"$cmake" --install "$build" --prefix "$work/first" >"$work/log" 2>&1 || {
    cat "$work/log"
    bad "cannot install"
    verdict "the installed tree"
}

# maps LAUNCHER: the library that a command of it has mapped.
maps()
{
    "$1" low cat /proc/self/maps 2>&1 | sed -n 's/.* \(\/.*libprioshim\.so\)$/\1/p' | sort -u
}

library=$(cd "$work/first" && find . -name libprioshim.so | sed 's/^\.\///')
[ "$(maps "$work/first/bin/prio-exec")" = "$work/first/$library" ] || bad "not found where installed"
ln -s "$work/first/bin/prio-exec" "$work/link"
[ "$(maps "$work/link")" = "$work/first/$library" ] || bad "not found by a link"
mv "$work/first" "$work/second"
[ "$(maps "$work/second/bin/prio-exec")" = "$work/second/$library" ] || bad "not found when moved"

# The probe is found as the library is, and finds it loaded; that there is no CUDA is another matter.
said=$("$work/second/bin/prio-exec" --check --json 2>&1)
case $said in
*'"report": "check"'*'libprioshim.so is not loaded'*) bad "the probe is not preloaded: $said" ;;
*'"report": "check"'*) ;;
*) bad "no probe where installed: $said" ;;
esac

others=$(cd "$work/second" && find . -type f ! -name prio-exec ! -name libprioshim.so ! -name prioshim-probe \
    ! -name prio-exec.1 ! -name prioshim.7 ! -name _prio-exec ! -name prio-exec.fish)
[ -z "$others" ] || bad "installed besides: $others"
[ -f "$work/second/share/man/man1/prio-exec.1" ] || bad "no manual page"
[ -f "$work/second/share/man/man7/prioshim.7" ] || bad "no manual page of the library"
verdict "the installed tree"
