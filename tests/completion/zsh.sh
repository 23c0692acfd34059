#!/bin/sh
# SPDX-License-Identifier: MIT
# zsh.sh CMAKE BUILD_DIR: the completion in zsh, as compsys gives it in a terminal of zpty's.
. "$(dirname "$0")/cases.sh"

mkdir "$work/functions"
cat >"$work/functions/_nearby-tool" <<'END'
#compdef nearby-tool
_arguments '*:word:(ours theirs)' '--of-the-tool'
END
# compadd tells what of its words matches, too, unless that is what it was asked (-A, -D, -O).
# The key completes the line, and then runs exit in its place.
cat >"$work/inner" <<END
PS1= PROMPT_EOL_MARK= fpath=($work/installed/share/zsh/site-functions $work/functions \$fpath)
autoload -Uz compinit && compinit -u -D
alias pe=prio-exec
compadd() {
    if ((! \${@[(I)-[ADO]]})); then
        local -a matches
        builtin compadd -O matches "\$@"
        print -rl -- \${(Q)matches} >>$work/words
    fi
    builtin compadd "\$@"
}
tried() { zle complete-word; BUFFER=exit; zle accept-line; }
zle -N tried
bindkey '^I' tried
unsetopt auto_list # which would ask before many
END
cat >"$work/outer" <<'END'
zmodload zsh/zpty
zpty inner zsh -f -i
zpty -w inner ". $1"
zpty -w -n inner "$2"$'\t'
while zpty -r inner; do :; done
END

candidates()
{
    rm -f "$work/words"
    clean zsh -f "$work/outer" "$work/inner" "$1" >"$work/terminal" 2>&1
    [ ! -f "$work/words" ] || grep . "$work/words"
}

cases
offers 'pe low nearby-tool t' theirs
verdict "completion in zsh"
