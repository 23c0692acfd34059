#!/bin/sh
# SPDX-License-Identifier: MIT
# bash.sh CMAKE BUILD_DIR: the completion in bash, with bash-completion, by the keys of a terminal.
. "$(dirname "$0")/cases.sh"

loader=/usr/share/bash-completion/bash_completion
if [ ! -r "$loader" ] || ! command -v script >/dev/null; then
    skip "there is no bash-completion, or no script(1)"
    exit 77
fi

cat >"$work/rc" <<END
BASH_COMPLETION_USER_DIR=$work/installed/share/bash-completion
. $loader
_nearby_tool()
{
    local words='ours theirs'
    [[ \${COMP_WORDS[COMP_CWORD]} == -* ]] && words=--of-the-tool
    COMPREPLY=(\$(compgen -W "\$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _nearby_tool nearby-tool
alias pe=prio-exec
show() { printf '%s\n' "\$@" >$work/words; }
bind '"\C-o": insert-completions'
PS1=
END

# The key inserts all candidates in the place of the word; then the whole line is shown, not run.
candidates()
{
    rm -f "$work/words"
    key='\017'
    # For a path bash-completion loads at the first key, and completes at the second (2.11).
    case $1 in /*) key=$key$key ;; esac
    printf "%s$key\\001show \\nexit\\n" "$1" |
        clean script -qec "bash --noprofile --rcfile $work/rc -i" /dev/null >"$work/terminal" 2>&1
    last=${1##* }
    # Of the words the first are those of the line; a word that stays as it was is none.
    before=$(printf '%s' "${1% *}" | wc -w)
    tail -n "+$((before + 1))" "$work/words" | sed 's/^--report=//' | grep -vxF -e "${last#--report=}"
}

cases
echo 'complete -F _prio_exec pe' >>"$work/rc" # as its file says
sed -i '1a . $BASH_COMPLETION_USER_DIR/completions/prio-exec' "$work/rc"
offers 'pe low nearby-tool t' theirs
verdict "completion in bash"
