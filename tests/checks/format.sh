#!/bin/sh
# SPDX-License-Identifier: MIT
# format.sh ROOT: C sources are as clang-format leaves them. Each release of it writes some things
# otherwise, so it has to be Debian 12's. (The .def files are tables, and aligned by hand.)
. "$(dirname "$0")/verdict.sh"

cd "$1" || exit 1
for clang_format in clang-format-14 clang-format; do
    "$clang_format" --version 2>/dev/null | grep -q 'version 14\.' && break
    clang_format=
done
[ -n "$clang_format" ] || { skip "no clang-format 14 (Debian: clang-format-14)" && exit 77; }
files=$(git ls-files -co --exclude-standard '*.c' '*.h' '*.cu' 2>/dev/null | sort -u |
    while read -r file; do [ ! -f "$file" ] || echo "$file"; done)
[ -n "$files" ] || { skip "not a git checkout" && exit 77; }
# shellcheck disable=SC2086 # words, on purpose
if ! said=$("$clang_format" --dry-run --Werror $files 2>&1); then
    wrong=$(printf '%s\n' "$said" | sed -n 's/^\([^ :]*\):[0-9]*:[0-9]*: error: .*/\1/p' | sort -u)
    for file in $wrong; do
        bad "clang-format -i $file"
    done
    [ -n "$wrong" ] || bad "$said"
fi
verdict "$(printf '%s\n' "$files" | wc -l) C sources, as clang-format has them"
