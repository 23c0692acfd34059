#!/bin/sh
# SPDX-License-Identifier: MIT
# install.sh CMAKE ROOT COMPILER: built without tests, which asks for nothing but a C compiler, and
# installed in each way that people install things. What is installed is what is listed here, works
# from where it lies, by a link and moved as a whole, and is taken away by the target `uninstall`.
. "$(dirname "$0")/verdict.sh"

cmake=$1
root=$2
compiler=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
build=$work/build
umask 022
unset DESTDIR MAKEFLAGS

# quietly WHAT COMMAND...: shows what it printed where it fails.
quietly()
{
    what=$1
    shift
    "$@" >"$work/log" 2>&1 || {
        tail -n 20 "$work/log"
        bad "$way: cannot $what"
        return 1
    }
}

# The same folder each time, for its objects, but nothing that was remembered.
build_with()
{
    rm -f "$build/CMakeCache.txt" "$build/install_manifest.txt"
    quietly configure "$cmake" -S "$root" -B "$build" -DCMAKE_C_COMPILER="$compiler" \
        -DBUILD_TESTING=OFF "$@" && quietly build "$cmake" --build "$build"
}

# The library that a command of the launcher $1 has mapped.
mapped_by()
{
    "$1" low cat /proc/self/maps 2>&1 | sed -n 's/.* \(\/.*libprioshim\.so\)$/\1/p' | sort -u
}

# works TREE WHERE: the launcher there finds the library and the probe there.
works()
{
    [ "$(mapped_by "$1/$bin/prio-exec")" = "$1/$lib/prioshim/libprioshim.so" ] ||
        bad "$way: the library is not found $2"
    # That there is no CUDA here is another matter.
    said=$("$1/$bin/prio-exec" --check --json 2>&1)
    case $said in
    *'libprioshim.so is not loaded'*) bad "$way: the probe is not preloaded $2: $said" ;;
    *'"report": "check"'*) ;;
    *) bad "$way: no probe $2: $said" ;;
    esac
}

# All that is installed, below the prefix, with its mode.
expected()
{
    sort <<END
755 $bin/prio-exec
644 $lib/prioshim/libprioshim.so
755 $lib/prioshim/prioshim-probe
644 share/bash-completion/completions/prio-exec
644 share/doc/prioshim/LICENSE
644 share/doc/prioshim/README.md
644 share/doc/prioshim/tools/limits.md
644 share/doc/prioshim/tools/recipes.md
644 share/doc/prioshim/tools/troubleshooting.md
644 share/doc/prioshim/tools/way-in.svg
644 share/fish/vendor_completions.d/prio-exec.fish
644 share/man/man1/prio-exec.1
644 share/man/man7/prioshim.7
644 share/zsh/site-functions/_prio-exec
END
}

# Some CMakes make a library executable, as some distributions want it.
installed()
{
    (cd "$1" && find . ! -type d -printf '%m %P\n') | sed 's/^755 \(.*\.so\)$/644 \1/' | sort
}

# check_way WAY BIN LIB PREFIX DESTDIR [OPTION]...: without PREFIX that of the build is taken.
check_way()
{
    way=$1
    bin=$2
    lib=$3
    prefix=$4
    destdir=$5
    shift 5
    build_with "$@" || return
    quietly install env ${destdir:+"DESTDIR=$destdir"} "$cmake" --install "$build" \
        ${prefix:+--prefix "$prefix"} || return
    tree=$destdir${prefix:-$(sed -n 's/^CMAKE_INSTALL_PREFIX:PATH=//p' "$build/CMakeCache.txt")}

    expected >"$work/expected"
    installed "$tree" | diff "$work/expected" - || bad "$way: other files than expected"
    works "$tree" "where installed"
    ln -sf "$tree/$bin/prio-exec" "$work/link"
    [ "$(mapped_by "$work/link")" = "$tree/$lib/prioshim/libprioshim.so" ] ||
        bad "$way: the library is not found by a link"
    mkdir "$work/moved"
    mv "$tree" "$work/moved/tree"
    works "$work/moved/tree" "when moved"
    mv "$work/moved/tree" "$tree"
    rmdir "$work/moved"

    # Somebody else's file beside ours stays, and the folder with it; the other one of ours goes.
    echo mine >"$tree/$lib/prioshim/mine"
    quietly uninstall env ${destdir:+"DESTDIR=$destdir"} "$cmake" --build "$build" \
        --target uninstall || return
    left=$(cd "$tree" && find . ! -type d)
    [ "$left" = "./$lib/prioshim/mine" ] || bad "$way: uninstall leaves: $left"
    [ ! -e "$tree/share/doc/prioshim" ] || bad "$way: uninstall leaves a folder"
    rm -rf "${work:?}/tree" "${work:?}/destdir"
}

multiarch=lib/$(uname -m)-linux-gnu
check_way "a prefix at installation" bin lib "$work/tree" '' -DCMAKE_INSTALL_LIBDIR=lib
check_way "a prefix of the build" bin lib '' '' -DCMAKE_INSTALL_LIBDIR=lib \
    -DCMAKE_INSTALL_PREFIX="$work/tree"
check_way "lib64" bin lib64 '' '' -DCMAKE_INSTALL_LIBDIR=lib64 -DCMAKE_INSTALL_PREFIX="$work/tree"
check_way "folders elsewhere" sbin/deep usr/lib '' '' -DCMAKE_INSTALL_BINDIR=sbin/deep \
    -DCMAKE_INSTALL_LIBDIR=usr/lib -DCMAKE_INSTALL_PREFIX="$work/tree"
check_way "DESTDIR" bin "$multiarch" '' "$work/destdir" -DCMAKE_INSTALL_LIBDIR="$multiarch" \
    -DCMAKE_INSTALL_PREFIX=/usr
if [ -e /etc/debian_version ]; then
    check_way "DESTDIR, by the distribution's own rule" bin "$multiarch" '' "$work/destdir" \
        -DCMAKE_INSTALL_PREFIX=/usr
fi

found=$(grep -E '^(PKG_CONFIG|CRITERION|CMAKE_CXX_COMPILER|Python)' "$build/CMakeCache.txt")
[ -z "$found" ] || bad "built without tests it looks for: $found"
rm "$build/install_manifest.txt"
! "$cmake" --build "$build" --target uninstall >"$work/log" 2>&1 ||
    bad "uninstall says nothing where nothing was installed"
verdict "the installed tree"
