# SPDX-License-Identifier: MIT
# Sourced by run.sh: the Debian package in a clean root, from its installation to its purge.

root=$work/root
here_in_root=/opt/prioshim-tests

# As a user of that machine runs things; /proc is there.
enter() {
    timeout -k 5 120 sh "$here/../support/enter.sh" "$root" /usr/bin/env -i \
        PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive \
        "$@" </dev/null
}

# Its files, but for apt's memory of its own work, and the index of man.
files_of_root() {
    (cd "$root" && find . ! -path './var/cache/apt/*' ! -path './var/lib/apt/*' \
        ! -path './var/log/apt/*' ! -path './var/cache/man/*') | sort
}

library_in_use() {
    enter prio-exec low cat /proc/self/maps | grep -o '/.*/prioshim/libprioshim\.so' | sort -u |
        grep -x "/usr/lib/$(gcc -print-multiarch)/prioshim/libprioshim.so"
}

no_program() {
    ! enter sh -c 'command -v prio-exec'
}

says_version() {
    enter prio-exec --version | grep -Fx "prio-exec (prioshim) $version"
}

# page NAME SECTION: found, and formatted (-T: now, not before) without a word of groff's.
page() {
    enter man -w "$2" "$1" | grep -Fx "/usr/share/man/man$2/$1.$2.gz" || return
    enter MANWIDTH=80 man -Tutf8 --warnings=w "$2" "$1" >"$work/page" 2>"$work/said"
    status=$?
    cat "$work/said"
    [ $status -eq 0 ] && [ ! -s "$work/said" ] && grep -qi "^$1($2)" "$work/page" &&
        grep "^prioshim $version " "$work/page"
}

bash_loads() {
    enter bash -lic 'load=$(complete -p -D | sed "s/.*-F \([^ ]*\).*/\1/")
        "$load" prio-exec
        shopt -s extdebug
        declare -F "$(complete -p prio-exec | sed "s/.*-F \([^ ]*\).*/\1/")"' 2>&1 |
        grep ' /usr/share/bash-completion/completions/prio-exec$'
}

zsh_loads() {
    enter zsh -c 'autoload -Uz compinit && compinit -u -D && echo $_comps[prio-exec] &&
        autoload +X $_comps[prio-exec] && echo $functions_source[$_comps[prio-exec]]' 2>&1 |
        grep -x /usr/share/zsh/vendor-completions/_prio-exec
}

fish_loads() {
    enter fish -c 'complete -C "prio-exec --keep"' 2>&1 | grep '^--keep-explicit'
}

none_loads() {
    ! bash_loads && ! zsh_loads && ! fish_loads
}

installs() {
    enter apt-get install -y --no-install-recommends "$here_in_root/${deb##*/}"
}

removes() {
    enter apt-get remove -y prioshim && no_program
}

nothing_left() {
    enter dpkg --purge prioshim
    files_of_root | diff "$work/before" -
}

in_a_clean_root() {
    if ! [ -e "$root.complete" ]; then
        # shellcheck disable=SC1091
        if ! make_root "$root" "$work/root.log" "$(. /etc/os-release && echo "$VERSION_CODENAME")" \
            --include=man-db,bash-completion,zsh,fish; then
            skip "in a clean root: $missing"
            return
        fi
        touch "$root.complete"
    fi
    if ! enter true 2>/dev/null; then
        skip "in a clean root: no mount of one's own here, for /proc"
        return
    fi
    rm -rf "${root:?}$here_in_root"
    mkdir -p "$root$here_in_root" && cp "$deb" "$tests/apps/host_lazy" "$root$here_in_root" &&
        cp -R "$tests/fake/driver" "$tests/fake/runtime" "$root$here_in_root" || exit 2
    host=$here_in_root/host_lazy
    run="enter LD_LIBRARY_PATH=$here_in_root/driver:$here_in_root/runtime"

    check "clean root: there is no prio-exec yet" no_program
    check "clean root: no shell completes it yet" none_loads
    files_of_root >"$work/before"
    check "clean root: apt installs the package" installs
    check "installed: prio-exec low true" enter prio-exec low true
    check "installed: prio-exec --version" says_version
    check "installed: the library is the package's" library_in_use
    check "installed: a linked program's streams take the level" takes_the_level prio-exec low
    check "installed: and not by themselves" does_not takes_the_level
    check "installed: man prio-exec" page prio-exec 1
    check "installed: man 7 prioshim" page prioshim 7
    check "installed: bash completes it" bash_loads
    check "installed: zsh completes it" zsh_loads
    check "installed: fish completes it" fish_loads
    check "apt removes the package" removes
    check "purged, not one file is left over" nothing_left
}
