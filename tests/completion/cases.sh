# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced by SHELL.sh CMAKE BUILD_DIR, which then defines `candidates LINE`: what its shell offers for
# the last word of a line, one a line, and calls `cases`. The completion is where it gets installed,
# and found there by its name, as each shell does. 77: the shell isn't here.
. "$(dirname "$0")/../checks/verdict.sh"
LC_ALL=C.UTF-8

shell=$(basename "$0" .sh)
if ! command -v "$shell" >/dev/null; then
    skip "there is no $shell"
    exit 77
fi
work=$(cd "$(mktemp -d)" && pwd -P) || exit 1
trap 'rm -rf "$work"' EXIT
"$1" --install "$2" --prefix "$work/installed" >"$work/log" 2>&1 || {
    cat "$work/log"
    bad "cannot install"
    verdict "completion in $shell"
}
mkdir "$work/home" "$work/here" "$work/bin"
touch "$work/here/one file" "$work/here/onefile"
# The first gets a completion of the test's making, the second has none.
for name in nearby-tool nearby-other; do
    printf '#!/bin/sh\n' >"$work/bin/$name"
    chmod +x "$work/bin/$name"
done
cd "$work/here" || exit 1
# clean COMMAND...: run in an environment built from nothing.
clean()
{
    env -i HOME="$work/home" TERM=dumb LC_ALL=C.UTF-8 \
        PATH="$work/installed/bin:$work/bin:/usr/bin:/bin" "$@"
}

# offers LINE [WORD]...: exactly these, in any order.
offers()
{
    line=$1
    shift
    wanted=$([ $# = 0 ] || printf '%s\n' "$@" | sort)
    got=$(candidates "$line" | sort -u)
    [ "$got" = "$wanted" ] || bad "'$line' offers: $(echo $got); not: $(echo $wanted)"
}

# What the program knows.
help=$(clean prio-exec --help)
options=$(printf '%s\n' "$help" | sed -n 's/^  \(--[a-z-]*\).*/\1/p')
levels=$(printf '%s\n' "$help" | sed -n '/^Levels:/,/^$/s/^  \([a-z]*\) .*/\1/p')

cases()
{
    # shellcheck disable=SC2086 # words, on purpose
    {
        offers 'prio-exec ' $levels
        offers 'prio-exec h' high
        offers 'prio-exec --' $options
        offers 'prio-exec --quiet --no' --no-mps
        offers 'prio-exec --report=o' 'one file' onefile
        offers 'prio-exec --report=' 'one file' onefile
        offers 'prio-exec --report=onefile ' $levels
        offers 'prio-exec --report ' $levels
        offers 'prio-exec --quiet -- ' $levels
        offers 'prio-exec --quiet -- --'
        # What follows a question is a level, and nothing else.
        offers 'prio-exec --check ' $levels
        offers 'prio-exec --info --json d' default
        offers 'prio-exec --check low '
        offers 'prio-exec --info low onef'
        offers 'prio-exec --help '
        offers 'prio-exec --version l'
        # The command, from PATH, and its own words.
        offers 'prio-exec low nearby-' nearby-other nearby-tool
        offers 'prio-exec low -- nearby-' nearby-other nearby-tool
        offers 'prio-exec --strict --report=onefile high nearby-t' nearby-tool
        offers 'prio-exec low nearby-tool ' ours theirs
        offers 'prio-exec low nearby-tool t' theirs
        offers 'prio-exec low -- nearby-tool o' ours
        offers 'prio-exec low nearby-tool ours --' --of-the-tool
        offers 'prio-exec --quiet low nearby-tool ours --o' --of-the-tool
        offers 'prio-exec low nearby-other onef' onefile
        offers 'prio-exec low nearby-other --report=x --no'
        offers "$work/installed/bin/prio-exec low nearby-tool t" theirs
        offers "$work/installed/bin/prio-exec h" high
    }
}
