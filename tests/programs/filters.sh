# SPDX-License-Identifier: MIT
# Sourced by run.sh: the filters, each a sed script (-E) that takes out of an output what differs
# from one bare run to the next, or what we put there. Most programs need none.

# Process and thread ids, as valgrind, the sanitizers, gdb and strace write them. (strace fills its
# lines up behind them.)
filter_pids() {
    printf '%s\n' 's/^([=-][=-])[0-9]+([=-][=-])/\1PID\2/
        s/(^|[^a-z])(pid|tid|process|\[pid)([ =])[0-9]+/\1\2\3PID/g
        s/(kill\()[0-9]+([^=]*[^ =]) += /\1PID\2 = /g'
}

# Addresses, which the kernel draws anew for each process; and which, where it doesn't (gdb,
# valgrind), any further library or variable moves. Short numbers, such as offsets in a file, stay.
filter_addresses() {
    printf '%s\n' 's/0x[0-9a-fA-F]{6,}/ADDRESS/g'
}

# How long something took.
filter_times() {
    printf '%s\n' 's/[0-9]+(\.[0-9]+)? ?(ms|s)\b/TIME/g'
}

# The variables by which the library is there at all, in a listing of the environment.
filter_variables() {
    printf '%s\n' '/^LD_PRELOAD=/d
        /^PRIOSHIM_PRIORITY=/d
        /^CUDA_MPS_CLIENT_PRIORITY=/d'
}

# The folder that a library was preloaded from, where the comparison is with the control library,
# which has the same name and another folder.
filter_folder() {
    printf '%s\n' "s,$build/lib/prioshim/,FOLDER/,g
        s,$work/control/,FOLDER/,g"
}

# The calls by which the loader maps libraries: how many segments one has doesn't matter here.
filter_mappings() {
    printf '%s\n' '/^(mmap|mprotect|munmap|brk|pread64)$/d'
}

# filtered FILTERS FILE: the file after the filters.
filtered() {
    script=
    for filter in $1; do
        script="$script
            $(filter_"$filter")"
    done
    LC_ALL=C sed -E "$script" "$2"
}
