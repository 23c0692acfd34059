#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BUILD_DIR: the programs of tests/gpu and the hosts of tests/apps on a real driver: bare, at
# each level with the library preloaded, and through prio-exec. Says a line for each thing that was
# looked at and ends with the counts; 77 where there is no driver or no device.
#
#   GPU_CUDA_DIR     a folder with another libcuda.so.1 to use
#   GPU_CUDART_DIR   a folder with libcudart.so.*; else the system's places and the usual ones of
#                    toolkits are looked through
#   GPU_TIMESLICE    set to anything: the experiment of timeslice.c, too, which uses what NVIDIA does
#                    not document
#   GPU_ONLY         the names of some programs (or "hosts", "checks", "effects", "measures"), to run
#                    no others
#
# Lines of the programs: "ok", "not ok" and "skip" are counted; "=" must be the same as bare; "#" is
# for people, and "answer" for results.sh.
LC_ALL=C
export LC_ALL
build=$1
library=$build/lib/prioshim/libprioshim.so
launcher=$build/bin/prio-exec
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
skipped=0

for folder in "$GPU_CUDART_DIR" /usr/local/cuda/lib64 /usr/local/cuda/targets/*/lib; do
    if [ -n "$folder" ] && ls "$folder"/libcudart.so.* >/dev/null 2>&1; then
        runtimes=$folder
        break
    fi
done
# No empty part: that would be the current folder.
for folder in "$runtimes" "$GPU_CUDA_DIR"; do
    [ -z "$folder" ] || LD_LIBRARY_PATH=$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
done
[ -z "$LD_LIBRARY_PATH" ] || export LD_LIBRARY_PATH
unset LD_PRELOAD PRIOSHIM_PRIORITY PRIOSHIM_EXPLICIT

count()
{
    case $1 in
    'ok '*) passed=$((passed + 1)) ;;
    'not ok '*) failed=$((failed + 1)) ;;
    'skip '*) skipped=$((skipped + 1)) ;;
    *) return ;;
    esac
}

# say LINE: one line of our own.
say()
{
    printf '%s\n' "$1"
    count "$1"
}

# collect CONDITION FILE: a program's lines, told by the condition they were got in.
collect()
{
    while IFS= read -r line; do
        case $line in
        'ok '*) printf 'ok [%s] %s\n' "$1" "${line#ok }" ;;
        'not ok '*) printf 'not ok [%s] %s\n' "$1" "${line#not ok }" ;;
        'skip '*) printf 'skip [%s] %s\n' "$1" "${line#skip }" ;;
        '# '*) printf '# [%s] %s\n' "$1" "${line#\# }" ;;
        'answer '*) printf 'answer [%s] %s\n' "$1" "${line#answer }" ;;
        *) continue ;;
        esac
        count "$line"
    done <"$2"
}

# under CONDITION COMMAND...: CONDITION is bare, or LEVEL-POLICY-DOOR: low-override-preload,
# high-keep-launcher.
under()
{
    level=${1%%-*}
    policy=${1#*-}
    policy=${policy%-*}
    door=${1##*-}
    shift
    case $level-$door in
    bare-*) "$@" ;;
    *-preload)
        env LD_PRELOAD="$library" PRIOSHIM_PRIORITY="$level" PRIOSHIM_EXPLICIT="$policy" "$@"
        ;;
    *-launcher)
        if [ "$policy" = keep ]; then
            "$launcher" --keep-explicit "$level" "$@"
        else
            "$launcher" "$level" "$@"
        fi
        ;;
    esac
}

conditions='default-override-preload low-override-preload high-override-preload
    low-keep-preload high-keep-preload'
if [ -x "$launcher" ]; then
    conditions="$conditions low-override-launcher high-override-launcher high-keep-launcher"
fi

# run NAME: a program bare, then in each condition.
run()
{
    facts=$work/$1.facts
    for condition in bare $conditions; do
        level=${condition%%-*}
        policy=${condition#*-}
        out=$work/$1.$condition
        under "$condition" "$build/tests/gpu/gpu_$1" "$level" "${policy%-*}" >"$out" 2>"$out.err"
        status=$?
        collect "$1 $condition" "$out"
        if [ $status -gt 1 ]; then
            say "not ok [$1 $condition] it ended with status $status"
        fi
        if [ -s "$out.err" ]; then
            say "not ok [$1 $condition] on stderr: $(head -n 1 "$out.err")"
        fi
        grep '^= ' "$out" >"$out.facts"
        if [ "$condition" = bare ]; then
            mv "$out.facts" "$facts"
            sed 's/^= /# ['"$1"' bare] /' "$facts"
        elif diff "$facts" "$out.facts" >"$out.difference"; then
            [ ! -s "$facts" ] || say "ok [$1 $condition] $(wc -l <"$facts") results as bare"
        else
            say "not ok [$1 $condition] not as bare: $(sed -n 's/^[<>] = /&/p' "$out.difference" |
                paste -sd ';' -)"
        fi
    done
}

# What a host prints at a level: every stream that was made has that priority ("?" at the level
# none), and all else is as bare. The number stands after "priority=", or at the end of a line of
# every_way's table.
expected_at()
{
    awk -v level="$1" '
        FILENAME == ARGV[1] { number[$2] = level == "low" ? $3 : level == "high" ? $4 : "?"; next }
        {
            of = $2 ~ /^device=/ ? substr($2, 8) : 0
            if (!sub(/ priority=[-0-9]+/, " priority=" number[of]) && !/ = / &&
                match($0, / +-?[0-9]+$/))
                $0 = substr($0, 1, RSTART) sprintf("%*s", RLENGTH - 1, number[of])
            print
        }' "$work/ranges" "$2"
}

# host PROGRAM WAY [RUNTIME]: a host of tests/apps, on the runtime of that name or on none.
host()
{
    label="$(basename "$1")${2:+ $2}"
    export HOST_CUDART="$3"
    under bare "$1" "$2" >"$work/bare" 2>&1
    status=$?
    if [ $status -gt 1 ] || expected_at none "$work/bare" | cmp -s "$work/bare" -; then
        say "skip [$label bare] it makes no stream here, status $status: $(tail -n 1 "$work/bare")"
        unset HOST_CUDART
        return
    fi
    for condition in default-override-preload low-override-preload high-override-preload; do
        under "$condition" "$1" "$2" >"$work/out" 2>&1
        case $condition in
        default-*) cp "$work/bare" "$work/expected" ;;
        *) expected_at "${condition%%-*}" "$work/bare" >"$work/expected" ;;
        esac
        if diff "$work/expected" "$work/out" >"$work/difference"; then
            say "ok [$label${3:+ $3} $condition] $(wc -l <"$work/out") lines as they must be"
        else
            say "not ok [$label${3:+ $3} $condition] $(sed -n 's/^[<>]/&/p' "$work/difference" |
                paste -sd ';' -)"
        fi
    done
    unset HOST_CUDART
}

hosts()
{
    apps=$build/tests/apps
    for way in local global program default next v1-handle v2-handle v2-itself; do
        host "$apps/host" $way ""
    done
    host "$apps/every_way_driver" "" "" # linked to the driver, and every other way
    for runtime in libcudart.so.13 libcudart.so.12; do
        if ! ls "${runtimes:-/nowhere}/$runtime" >/dev/null 2>&1; then
            say "skip [hosts] no $runtime was found"
            continue
        fi
        for way in local default entry-handle entryptsz-handle byversion-handle; do
            host "$apps/host" $way $runtime
        done
        # This one is linked to version 12, and bound lazily.
        [ $runtime = libcudart.so.13 ] || host "$apps/every_way" "" $runtime
    done
    # NVIDIA's static runtime, where tests/toolkit could build with it.
    for kind in nvcc_static cc_static; do
        if [ -x "$build/tests/toolkit/creates_$kind" ]; then
            host "$build/tests/toolkit/creates_$kind" "" ""
        else
            say "skip [hosts] no program with the static runtime ($kind): it needs a toolkit"
        fi
    done
}

# The effect: by the program's own priorities, by the library's, and flattened by it.
effects()
{
    while read -r condition streams; do
        out=$work/effect
        under "$condition" "$build/tests/gpu/gpu_effect" "$streams" >"$out" 2>&1
        status=$?
        collect "effect $condition $streams" "$out"
        [ $status -le 1 ] || say "not ok [effect $condition $streams] status $status"
    done <<END
bare named
bare unnamed
high-keep-preload unnamed
low-override-preload named
END
}

# measure CONDITION PROGRAM [ARGUMENT]
measure()
{
    condition=$1
    program=$2
    shift 2
    out=$work/measure
    under "$condition" "$build/tests/gpu/gpu_$program" "$@" >"$out" 2>&1
    status=$?
    collect "$program $condition${1:+ $1}" "$out"
    [ $status -le 1 ] || say "not ok [$program $condition${1:+ $1}] status $status"
}

# What facts about drivers can't be read anywhere. A stream that the program makes takes the level as
# well, so only where that is kept does the default stream stand before it.
measures()
{
    for condition in bare low-override-preload high-override-preload high-keep-preload; do
        measure "$condition" order
        measure "$condition" latency plain
    done
    measure bare latency asks
    measure bare mps
    measure bare timeslice
}

# What prio-exec itself says of this machine: for people, with its verdict counted.
checks()
{
    "$launcher" --info 2>&1 | sed 's/^/# [info] /'
    for level in default low high; do
        "$launcher" --check $level >"$work/check" 2>"$work/check.err"
        status=$?
        sed "s/^/# [check $level] /" "$work/check"
        if [ $status -eq 0 ]; then
            say "ok [check $level] $(tail -n 1 "$work/check.err")"
        else
            say "not ok [check $level] status $status: $(paste -sd ';' "$work/check.err")"
        fi
    done
}

"$build/tests/gpu/gpu_device" >"$work/device" 2>&1
status=$?
collect device "$work/device"
if [ $status -eq 77 ]; then
    echo "# ranges, kernels, capture, effect: not measured yet on this machine"
    printf '%d passed, %d failed, %d skipped\n' $passed $failed $skipped
    exit 77
fi
if [ $status -gt 1 ]; then
    say "not ok [device] status $status: $(tail -n 1 "$work/device")"
    exit 1
fi
grep '^range ' "$work/device" >"$work/ranges"

for name in ${GPU_ONLY:-errors entries priorities green capture launches runtime hosts checks effects \
    measures}; do
    case $name in
    hosts | checks | effects | measures) $name ;;
    *) run "$name" ;;
    esac
done
printf '%d passed, %d failed, %d skipped\n' $passed $failed $skipped
[ $failed -eq 0 ]
