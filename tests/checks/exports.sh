#!/bin/sh
# SPDX-License-Identifier: MIT
# exports.sh LIBRARY LIST: the library exports the names of LIST, as functions, and nothing else.
# Every exported name shadows one of the host's, so one more is a defect and one fewer a missing
# hook. None has a version: a versioned reference accepts an unversioned definition, and no other.
. "$(dirname "$0")/verdict.sh"

# With a version nm writes NAME@@VERSION, but not every nm does.
symbols=$("$nm" -D --defined-only --extern-only "$1" | sed 's/@.*//') || exit 1
found=$(printf '%s\n' "$symbols" | awk 'NF { print $NF }' | sort)
expected=$(grep -v '^#' "$2" | sort) || exit 1

"$readelf" -dW "$1" | grep -q VERDEF && bad "the exported names have versions"
for name in $found; do
    printf '%s\n' "$expected" | grep -qx -e "$name" || bad "$name is exported, not in the list"
done
for name in $expected; do
    printf '%s\n' "$symbols" | grep -q " T $name\$" || bad "$name is no exported function"
done
verdict "$(printf '%s\n' "$expected" | wc -l) exported names"
