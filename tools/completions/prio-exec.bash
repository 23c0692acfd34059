# SPDX-License-Identifier: MIT
# bash completion for prio-exec(1)
#
# bash doesn't look into aliases: after alias pe=prio-exec, complete -F _prio_exec pe (once this is
# loaded) does it for that name.

# What compgen gives, by lines: names of files may have spaces.
_prio_exec_reply()
{
    mapfile -t COMPREPLY < <(compgen "$@")
}

_prio_exec()
{
    local options='--keep-explicit --report --no-mps --dry-run --strict --quiet --check --info
        --json --help --version'
    local current=${COMP_WORDS[COMP_CWORD]} i question= operands=

    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        --help | --version | -h) return ;;
        --check | --info) question=yes ;;
        --) operands=yes ;;
        =) # bash splits --report=FILE into three words
            ((++i < COMP_CWORD)) && continue
            break
            ;;
        -*) ;;
        *) # The level is there: what follows is a command with its own completion.
            [[ $question ]] && return
            ((i++))
            [[ ${COMP_WORDS[i]} == -- ]] && ((i < COMP_CWORD)) && ((i++))
            if declare -F _command_offset >/dev/null; then
                _command_offset "$i"
            elif ((i == COMP_CWORD)); then
                _prio_exec_reply -c -- "$current"
            else
                compopt -o filenames
                _prio_exec_reply -f -- "$current"
            fi
            return
            ;;
        esac
    done
    if [[ $current == = || ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
        compopt -o filenames
        _prio_exec_reply -f -- "${current#=}"
    elif [[ $current == -* && ! $operands ]]; then
        _prio_exec_reply -W "$options" -- "$current"
    else
        _prio_exec_reply -W 'default low high' -- "$current"
    fi
}

complete -F _prio_exec prio-exec
