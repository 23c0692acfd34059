# SPDX-License-Identifier: MIT
# fish completion for prio-exec(1)

# Whether the level may come next, after options alone.
function __prio_exec_wants_level
    for word in (commandline -opc)[2..]
        contains -- $word --help --version -h
        and return 1
        string match -q -- '-*' $word
        or return 1
    end
end

# Whether it is a command that comes after the level.
function __prio_exec_wants_command
    set -l words (commandline -opc)
    set -e words[1]
    while set -q words[1]; and string match -q -- '-*' $words[1]
        contains -- $words[1] --check --info --help --version -h
        and return 1
        set -e words[1]
    end
    set -q words[1]
end

complete -c prio-exec -f
complete -c prio-exec -n __prio_exec_wants_level -l keep-explicit -d 'leave alone a priority that the program itself named'
complete -c prio-exec -n __prio_exec_wants_level -l report -F -d 'have each process say what became of its streams'
complete -c prio-exec -n __prio_exec_wants_level -l no-mps -d 'at low: leave CUDA_MPS_CLIENT_PRIORITY alone'
complete -c prio-exec -n __prio_exec_wants_level -l dry-run -d 'print the environment and the command, run nothing'
complete -c prio-exec -n __prio_exec_wants_level -l strict -d 'refuse a command that cannot be reached'
complete -c prio-exec -n __prio_exec_wants_level -l quiet -d 'do not warn of a command that cannot be reached'
complete -c prio-exec -n __prio_exec_wants_level -l check -d 'test whether streams take LEVEL (or high) on this machine'
complete -c prio-exec -n __prio_exec_wants_level -l info -d 'say what LEVEL (or each) can do on this machine'
complete -c prio-exec -n __prio_exec_wants_level -l json -d 'with --check or --info: print JSON'
complete -c prio-exec -n __prio_exec_wants_level -l help -d 'print a summary and exit, as -h does'
complete -c prio-exec -n __prio_exec_wants_level -l version -d 'print the version and exit'
complete -c prio-exec -n __prio_exec_wants_level -a 'default low high'
complete -c prio-exec -n __prio_exec_wants_command -a '(__fish_complete_subcommand --fcs-skip=2)'
