# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced by the run.sh of a tier: where it works, a line for each check, and the sum of them.
# detail_lines: how much of what a failed check printed is shown.
passed=0 failed=0 skipped=0

# work_in [FOLDER]: sets $work; without a folder, a temporary one that is removed at the end.
work_in() {
    if [ $# -gt 0 ]; then
        mkdir -p "$1" || exit 2
        work=$(cd "$1" && pwd) || exit 2
    else
        work=$(mktemp -d) || exit 2
        trap 'rm -rf "$work"' EXIT
        trap 'exit 130' INT TERM HUP
    fi
}

# verdict NAME STATUS: a check's line. On a failure $work/detail follows.
verdict() {
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok - $1"
    else
        failed=$((failed + 1))
        echo "not ok - $1"
        sed -n "1,${detail_lines:-12}s/^/#   /p" "$work/detail"
    fi
}

# check NAME COMMAND...: one check.
check() {
    check_name=$1
    shift
    "$@" >"$work/detail" 2>&1
    verdict "$check_name" $?
}

skip() {
    skipped=$((skipped + 1))
    echo "skip - $1"
}

# have PROGRAM: a skipped check where there is none.
have() {
    command -v "$1" >/dev/null || {
        skip "$1 is not installed"
        return 1
    }
}

finish() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
    exit
}
