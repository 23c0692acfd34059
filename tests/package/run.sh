#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BUILD_DIR [WORK_DIR] - the tier "package": the packages that cpack makes. They are built
# anew, without tests; the Debian package is judged by lintian, then installed, used and removed in a
# clean root of this machine's release, the tar.gz is used where it is unpacked. The hosts and the
# stand-in driver are those of BUILD_DIR.
#
# A line for each check, then "N passed, N failed, N skipped"; the status is 1 if a check failed.
# Nothing is installed on this machine. Debian packages needed:
PACKAGES="gcc libc6-dev cmake make binutils dpkg-dev file lintian debootstrap"
set -u
PATH=$PATH:/usr/sbin:/sbin

if [ $# -lt 1 ] || [ $# -gt 2 ] || [ ! -x "$1/tests/apps/host_lazy" ]; then
    echo "usage: run.sh BUILD_DIR [WORK_DIR] (a folder that prioshim and its tests were built in)" >&2
    # shellcheck disable=SC2086 # words, on purpose
    echo "Debian packages:" $PACKAGES >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd) || exit 2
source=$(cd "$here/../.." && pwd) || exit 2
tests=$(cd "$1/tests" && pwd) || exit 2
. "$here/../support/tier.sh"
work_in ${2:+"$2"}
detail_lines=24
build=$work/build
unset DESTDIR SOURCE_DATE_EPOCH

for tool in cmake dpkg-deb dpkg-shlibdeps file; do
    have $tool || finish
done

# Packed as strangers would, who can't be read by others.
pack() {
    rm -rf "$build"
    (umask 077 && cmake -S "$source" -B "$build" -DBUILD_TESTING=OFF &&
        cmake --build "$build" --parallel 2 && cd "$build" && cpack) >"$work/pack.log" 2>&1 || {
        tail -n 12 "$work/pack.log"
        return 1
    }
    deb=$(find "$build" -maxdepth 1 -name '*.deb')
    tarball=$(find "$build" -maxdepth 1 -name '*.tar.gz')
    echo "$deb" "$tarball"
    [ -f "$deb" ] && [ -f "$tarball" ]
}

packed_again() {
    mkdir -p "$work/first" && mv "$deb" "$tarball" "$work/first" && pack || return
    cmp "$work/first/${deb##*/}" "$deb" && cmp "$work/first/${tarball##*/}" "$tarball"
}

# What `uninstall` goes by is the list of what was installed last, not of what was packed.
manifest_kept() {
    cmake --install "$build" --prefix "$work/tree" && cp "$build/install_manifest.txt" "$work" &&
        (cd "$build" && cpack -G TGZ) && cmp "$work/install_manifest.txt" \
        "$build/install_manifest.txt"
}

by_lintian() {
    lintian --allow-root --fail-on error,warning "$1"
}

# lintian_sees NAME COMMAND...: run in the unpacked package, the command makes a fault of that name.
lintian_sees() {
    rm -rf "$work/faulty"
    dpkg-deb -R "$deb" "$work/faulty" || return
    fault=$1
    shift
    (cd "$work/faulty" && "$@") && dpkg-deb --root-owner-group -b "$work/faulty" "$work/faulty.deb" &&
        ! by_lintian "$work/faulty.deb" >"$work/said" 2>&1 && grep "$fault" "$work/said"
}

# The newest of glibc's versions that a program or library of the package asks for.
needs_that_glibc() {
    rm -rf "$work/unpacked"
    dpkg-deb -x "$deb" "$work/unpacked" || return
    newest=$(find "$work/unpacked" -type f -exec objdump -T {} + 2>/dev/null |
        sed -n 's/.*(\{0,1\}GLIBC_\([0-9.]*\).*/\1/p' | sort -Vu | tail -n 1)
    depends=$(dpkg-deb -f "$deb" Depends)
    echo "depends on $depends; asks for glibc $newest"
    [ "$depends" = "libc6 (>= $newest)" ]
}

named_by_version() {
    version=$("$build/bin/prio-exec" --version | sed 's/.* //')
    basename -a "$deb" "$tarball"
    [ "$(dpkg-deb -f "$deb" Version)" = "$version" ] &&
        [ "${deb##*/}" = "prioshim_${version}_$(dpkg-deb -f "$deb" Architecture).deb" ] &&
        [ "${tarball##*/}" = "prioshim-$version-linux-$(uname -m).tar.gz" ] &&
        dpkg-parsechangelog -l "$work/unpacked/usr/share/doc/prioshim/changelog.gz" -S Version |
        grep -Fx "$version"
}

licence_is_whole() {
    sed -n 's/^ //p' "$work/unpacked/usr/share/doc/prioshim/copyright" | sed 's/^\.$//' >"$work/said"
    sed '1,/^Copyright/d' "$source/LICENSE" | sed 1d | diff - "$work/said" && [ -s "$work/said" ]
}

# Each stream of a program that is linked to the driver takes the level. $run: how it is run.
takes_the_level() {
    $run FAKE_CUDA_RANGES=1:-5 "$@" "$host" link >"$work/under" 2>&1
    status=$?
    cat "$work/under"
    made=$(grep -c ' priority=' "$work/under")
    [ $status -eq 0 ] && [ "$made" -gt 10 ] && [ "$(grep -c ' priority=1 ' "$work/under")" = "$made" ]
}

does_not() {
    ! "$@"
}

unpacked_elsewhere() {
    rm -rf "$work/elsewhere"
    mkdir "$work/elsewhere" && tar -xzf "$tarball" -C "$work/elsewhere" || return
    mv "$work/elsewhere"/* "$work/elsewhere/another-name" || return
    find "$work/elsewhere" -name LICENSE | grep . &&
        takes_the_level "$work/elsewhere/another-name/bin/prio-exec" low
}

check "both packages are made" pack
[ "$failed" -eq 0 ] || finish
check "made again, each is the same to the byte" packed_again
check "cpack leaves the list of what was installed" manifest_kept
if have lintian; then
    check "lintian sees a package without its licence" \
        lintian_sees no-copyright-file rm usr/share/doc/prioshim/copyright
    check "lintian sees a page that is not compressed" \
        lintian_sees uncompressed-manual-page gunzip usr/share/man/man1/prio-exec.1.gz
    check "lintian has no error or warning for it" by_lintian "$deb"
fi
check "it depends on libc alone, as new as it asks for" needs_that_glibc
check "names, fields and changelog have the version" named_by_version
check "its licence is there word for word" licence_is_whole
run="env -i PATH=/usr/bin:/bin LD_LIBRARY_PATH=$tests/fake/driver:$tests/fake/runtime"
host=$tests/apps/host_lazy
check "a program's streams are not at the level by themselves" does_not takes_the_level
check "the tar.gz works where it is unpacked, by another name" unpacked_elsewhere

. "$here/../support/root.sh"
. "$here/installed.sh"
in_a_clean_root
finish
