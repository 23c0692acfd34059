#!/bin/sh
# SPDX-License-Identifier: MIT
# fish.sh CMAKE BUILD_DIR: the completion in fish, as `complete -C` tells it.
. "$(dirname "$0")/cases.sh"

mkdir -p "$work/home/.config/fish"
cat >"$work/home/.config/fish/config.fish" <<END
complete -c nearby-tool -f -a 'ours theirs'
complete -c nearby-tool -l of-the-tool
alias pe=prio-exec
END

candidates()
{
    clean XDG_DATA_DIRS="$work/installed/share:/usr/share" fish -c 'complete -C $argv[1]' "$1" |
        cut -f 1 | sed 's/^--report=//'
}

cases
offers 'pe low nearby-tool t' theirs
verdict "completion in fish"
