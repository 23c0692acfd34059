# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# shellcheck disable=SC2034 # nm and readelf are for those who source it
# Sourced by the checks: says what is wrong, all of it, and ends with the sum.
# C: the order of sort and comm, and the words of the tools.
LC_ALL=C
export LC_ALL
failed=0

# The binutils; a cross build names its own.
nm=${NM:-nm}
readelf=${READELF:-readelf}

bad()
{
    printf 'not ok: %s\n' "$*"
    failed=$((failed + 1))
}

# What can't be checked here, and why. It is no failure, and it is never silent.
skip()
{
    printf 'skip: %s\n' "$*"
}

# verdict WHAT: the last line and the exit status.
verdict()
{
    if [ "$failed" -ne 0 ]; then
        printf '%s: %d wrong\n' "$1" "$failed"
        exit 1
    fi
    printf 'ok: %s\n' "$1"
    exit 0
}
