# SPDX-License-Identifier: MIT
# bash completion for prio-exec(1)

_prio_exec()
{
    local i options='--keep-explicit --report --no-mps --dry-run --strict --quiet --check --info
        --json --help --version'
    local current=${COMP_WORDS[COMP_CWORD]}

    COMPREPLY=()
    # bash splits --report=FILE into three words.
    if [[ $current == = || ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
        COMPREPLY=($(compgen -f -- "${current#=}"))
        return
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ ${COMP_WORDS[i]} == = ]]; then
            ((i++)) # and the file
        elif [[ ${COMP_WORDS[i]} != -* ]]; then
            # The level is there: what follows is a command with its own completion.
            ((i++))
            [[ ${COMP_WORDS[i]} == -- ]] && ((i < COMP_CWORD)) && ((i++))
            if declare -F _command_offset >/dev/null; then
                _command_offset "$i"
            elif ((i == COMP_CWORD)); then
                COMPREPLY=($(compgen -c -- "$current"))
            else
                COMPREPLY=($(compgen -f -- "$current"))
            fi
            return
        fi
    done
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
    else
        COMPREPLY=($(compgen -W 'default low high' -- "$current"))
    fi
}

complete -F _prio_exec prio-exec
