#!/bin/sh
# SPDX-License-Identifier: MIT
# version.sh VERSION ROOT PRIO_EXEC: who names a version names that of CMakeLists.txt; the packages
# take theirs from it, and their changelog from README.md.
. "$(dirname "$0")/verdict.sh"

version=$1
said=$("$3" --version)
[ "$said" = "prio-exec (prioshim) $version" ] || bad "--version says '$said'"
for page in prio-exec.1 prioshim.7; do
    grep -qFx ".Os prioshim $version" "$2/tools/$page" ||
        bad "$page: $(grep '^\.Os' "$2/tools/$page")"
done
changes=$(sed -n '/^## Changes$/,$ s/^### //p' "$2/README.md" | head -n 1)
printf '%s\n' "$changes" | grep -qE "^$version \\([0-9]{4}-[0-9]{2}-[0-9]{2}\\)\$" ||
    bad "README.md, Changes: the newest is '$changes', not '$version (DATE)'"
verdict "the version, $version"
