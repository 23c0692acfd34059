# SPDX-License-Identifier: MIT
# Sourced by run.sh: runs a program in each way and compares.

# A library that does nothing: what it changes, any preloaded library does. It tells, after a
# difference, whose it is; and a program that says what is loaded is compared with it (program -c).
control=$work/control/libprioshim.so
echo >"$work/empty.c"
gcc -shared -fPIC -o "$control" "$work/empty.c" 2>"$work/detail" || control=

# run_as WAY FILTERS COMMAND...: its output, errors and status in $runs/WAY.*, filtered. $extra:
# further variables.
run_as() {
    base=$runs/$1
    kept=$2
    case $1 in
    bare*) shift 2 ;;
    prio-exec)
        shift 2
        set -- "$prio_exec" low "$@"
        ;;
    preload)
        shift 2
        set -- LD_PRELOAD="$library" PRIOSHIM_PRIORITY=low "$@"
        ;;
    control)
        shift 2
        set -- LD_PRELOAD="$control" PRIOSHIM_PRIORITY=low "$@"
        ;;
    esac
    rm -rf "$room"
    mkdir "$room" || exit 2
    (
        cd "$room" || exit 125
        # shellcheck disable=SC2086 # words, on purpose
        timeout -k 5 "$limit" env -i PATH=/usr/bin:/bin HOME="$room" TMPDIR="$room" LC_ALL=C \
            TZ=UTC0 PYTHONHASHSEED=0 SHELL=/bin/sh TERM=dumb SOURCES="$sources" BUILT="$built" \
            $extra "$@" </dev/null >"$base.raw_out" 2>"$base.raw_err"
        echo $? >"$base.status"
    ) 2>/dev/null # where the shell says that the program was killed
    filtered "$kept" "$base.raw_out" >"$base.out"
    filtered "$kept" "$base.raw_err" >"$base.err"
}

# same ONE OTHER: are two runs the same? Says where not.
same() {
    result=0
    for kind in status out err; do
        cmp -s "$runs/$1.$kind" "$runs/$2.$kind" && continue
        echo "$1 and $2 differ in $kind:"
        diff -a "$runs/$1.$kind" "$runs/$2.$kind" | head -n 8
        result=1
    done
    return $result
}

# compare REFERENCE FILTERS WAYS STATUS COMMAND...: 0 if the runs are the same, the reference run
# ends with that status and prints something: so that it's not two empty outputs that are the same.
compare() {
    reference=$1 filters=$2 ways=$3 status=$4
    shift 4
    run_as "$reference" "$filters" "$@"
    if [ "$(cat "$runs/$reference.status")" != "$status" ]; then
        echo "$reference: status $(cat "$runs/$reference.status") and not $status"
        tail -n 5 "$runs/$reference.out" "$runs/$reference.err"
        return 1
    fi
    if ! [ -s "$runs/$reference.out" ] && ! [ -s "$runs/$reference.err" ]; then
        echo "$reference: no output"
        return 1
    fi
    differs=0
    for way in $ways; do
        run_as "$way" "$filters" "$@"
        same "$reference" "$way" || differs=1
    done
    [ $differs -eq 1 ] || return 0
    # Whose fault?
    run_as bare_again "$filters" "$@"
    [ "$reference" != bare ] || same bare bare_again >/dev/null ||
        echo "(A second bare run is not as the first either.)"
    if [ -n "$control" ] && [ "$reference" = bare ]; then
        run_as control "$filters" "$@"
        same bare control >/dev/null || echo "(So does a preloaded library that does nothing.)"
    fi
    return 1
}

# The package that a program is in, where the two have different names.
package_of() {
    case $1 in
    awk) echo mawk ;;
    cmp | diff) echo diffutils ;;
    find | xargs) echo findutils ;;
    ld | nm | objdump | readelf | strip) echo binutils ;;
    script) echo bsdutils ;;
    ssh-keygen) echo openssh-client ;;
    tclsh) echo tcl ;;
    xz) echo xz-utils ;;
    *) echo "$1" ;;
    esac
}

# have NAME NEEDS: are the programs there? Else it's a skipped check.
have() {
    for need in $2; do
        PATH=/usr/bin:/bin command -v "$need" >/dev/null && continue
        skip "$1: there is no $need (package $(package_of "$need"))"
        return 1
    done
}

# program [OPTION]... NAME NEEDS COMMAND...: one check, of the command in each way.
#   -f FILTERS    what to filter (none)
#   -s STATUS     the status that the bare run must have (0)
#   -e NAME=WORD  a further variable, in each way
#   -w WAYS       other ways than both
#   -c            compare with the control library in place of the bare run
program() {
    filters='' status=0 extra='' ways='prio-exec preload' reference=bare
    OPTIND=1
    while getopts f:s:e:w:c option; do
        case $option in
        f) filters=$OPTARG ;;
        s) status=$OPTARG ;;
        e) extra="$extra $OPTARG" ;;
        w) ways=$OPTARG ;;
        c) reference=control ;;
        *) exit 2 ;;
        esac
    done
    shift $((OPTIND - 1))
    title=$1
    have "$title" "$2" || return 0
    shift 2
    if [ "$reference" = control ] && [ -z "$control" ]; then
        skip "$title: no library to compare with could be built (package gcc)"
        return 0
    fi
    compare "$reference" "$filters" "$ways" "$status" "$@" >"$work/detail" 2>&1
    verdict "$title" $?
}
