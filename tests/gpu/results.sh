#!/bin/sh
# SPDX-License-Identifier: MIT
# results.sh BUILD_DIR [FILE]: run.sh, and what it measured as a page, in FILE (RESULTS.md beside this
# script). Nothing is written where there is no device, or one that runs no kernels. What run.sh
# reads from the environment holds here too.
LC_ALL=C
export LC_ALL
here=$(dirname "$0")
file=${2:-$here/RESULTS.md}
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT

sh "$here/run.sh" "$1" >"$log"
status=$?
cat "$log"
if ! grep -q '^ok .*a kernel.s work is done' "$log"; then
    echo "nothing was measured: no kernel ran here; $file is as it was"
    exit 77
fi

kernel=$(sed -n 's/^NVRM version: *//p' /proc/driver/nvidia/version 2>/dev/null)
{
    cat <<END
<!-- SPDX-License-Identifier: MIT -->
# What was measured on a GPU

Written by \`sh tests/gpu/results.sh BUILD_DIR\` on $(date -u +%Y-%m-%d). In brackets: the program of
tests/gpu, and whether it ran bare, or at which level and policy with the library preloaded.

- kernel module: ${kernel:-not told}
- $(uname -sm), $(getconf GNU_LIBC_VERSION)
- all of tests/gpu: $(tail -n 1 "$log")
END
    grep '^answer ' "$log" | awk '
        {
            match($0, /\[[^]]*\]/)
            where = substr($0, RSTART, RLENGTH)
            text = substr($0, RSTART + RLENGTH + 1)
            end = index(text, "?: ")
            question = substr(text, 1, end)
            if (!(question in seen)) {
                seen[question] = ++count
                order[count] = question
            }
            said[question] = said[question] "- " where " " substr(text, end + 3) "\n"
        }
        END {
            for (i = 1; i <= count; i++)
                printf "\n## %s\n\n%s", order[i], said[order[i]]
        }'
    if grep -q '^not ok ' "$log"; then
        printf '\n## What failed\n\n'
        sed -n 's/^not ok /- /p' "$log"
    fi
} >"$file"
echo "written: $file"
exit $status
