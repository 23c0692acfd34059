# SPDX-License-Identifier: MIT
# fish completion for prio-exec(1)

# Words before the command: options, then the level.
function __prio_exec_wants_level
    for word in (commandline -opc)[2..]
        string match -q -- '-*' $word
        or return 1
    end
end

function __prio_exec_command
    set -l words (commandline -opc) (commandline -ct)
    set -e words[1]
    while set -q words[1]; and string match -q -- '-*' $words[1]
        set -e words[1]
    end
    set -e words[1] # the level
    test "$words[1]" = --; and set -e words[1]
    complete -C "$words"
end

complete -c prio-exec -f
complete -c prio-exec -n __prio_exec_wants_level -l keep-explicit -d 'leave alone a priority that the program itself named'
complete -c prio-exec -n __prio_exec_wants_level -l report -d 'have each process say what became of its streams'
complete -c prio-exec -n __prio_exec_wants_level -l no-mps -d 'at low: leave CUDA_MPS_CLIENT_PRIORITY alone'
complete -c prio-exec -n __prio_exec_wants_level -l dry-run -d 'print the environment and the command, run nothing'
complete -c prio-exec -n __prio_exec_wants_level -l strict -d 'refuse a command that cannot be reached'
complete -c prio-exec -n __prio_exec_wants_level -l quiet -d 'do not warn of a command that cannot be reached'
complete -c prio-exec -n __prio_exec_wants_level -l check -d 'say whether LEVEL (high, if none is given) arrives, and how'
complete -c prio-exec -n __prio_exec_wants_level -l info -d 'say what LEVEL (or each) can do on this machine'
complete -c prio-exec -n __prio_exec_wants_level -l json -d 'with --check or --info: print JSON'
complete -c prio-exec -n __prio_exec_wants_level -l help -d 'print this text and exit'
complete -c prio-exec -n __prio_exec_wants_level -l version -d 'print the version and exit'
complete -c prio-exec -n __prio_exec_wants_level -a 'default low high'
complete -c prio-exec -n 'not __prio_exec_wants_level' -a '(__prio_exec_command)'
