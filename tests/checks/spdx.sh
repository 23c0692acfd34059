#!/bin/sh
# SPDX-License-Identifier: MIT
# spdx.sh ROOT: each file says its licence near its top, by SPDX. Fuzz inputs are bytes, not texts.
. "$(dirname "$0")/verdict.sh"

cd "$1" || exit 1
files=$(git ls-files 2>/dev/null | grep -v -e '^tests/fuzz/corpus/' -e '^LICENSE$')
[ -n "$files" ] || { echo "not a git checkout" && exit 77; }
for file in $files; do
    head -n 3 "$file" | grep -q 'SPDX-License-Identifier: MIT' || bad "$file does not say its licence"
done
verdict "$(printf '%s\n' "$files" | wc -l) files say their licence"
