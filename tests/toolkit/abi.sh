#!/bin/sh
# SPDX-License-Identifier: MIT
# abi.sh CC SHIM INCLUDE...: hooks.def and abi.h agree with the headers of a CUDA toolkit. Generates
# what abi_rows.c includes, builds it with CC and runs it. SHIM is the folder shim/ of the sources.
LC_ALL=C
export LC_ALL
here=$(dirname "$0")
cc=$1
shim=$2
shift 2
for folder in "$@"; do
    set -- "$@" -I "$folder"
    shift
done
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

printf '#include <%s>\n' cuda.h cudaTypedefs.h cuda_runtime_api.h >"$work/all.c"
"$cc" -E -P -D__CUDA_API_VERSION_INTERNAL "$@" -o "$work/all.i" "$work/all.c" || {
    echo "skip: cuda.h, cudaTypedefs.h and cuda_runtime_api.h can't all be read"
    exit 77
}
grep -oE '[A-Za-z_][A-Za-z0-9_]*' "$work/all.i" | sort -u >"$work/names"

# known NAME: 1 if the headers have it, else 0.
known()
{
    grep -qx -e "$1" "$work/names" && echo 1 || echo 0
}

# new_in NAME: the version of CUDA that brought it; a header of that age must have it. What is older
# than cuGetProcAddress itself was always there.
new_in()
{
    case $1 in
    cudaExecution*) echo 13010 ;;
    cudaGetDriverEntryPointByVersion* | cuGreenCtxStreamCreate) echo 12050 ;;
    cuLaunchKernelEx* | CUlaunch* | CU_LAUNCH_ATTRIBUTE_*) echo 11080 ;;
    CUgreenCtx | cuCtxFromGreenCtx) echo 12040 ;;
    cuGetProcAddress_v2 | *QueryResult) echo 12000 ;;
    *) echo 11030 ;;
    esac
}

# about NAME: what abi_rows.c is told of it.
about()
{
    echo "#define KNOWN_$1 $(known "$1")"
    echo "#define NEW_IN_$1 $(new_in "$1")"
}

types=$(sed -n -e 's/^typedef .*[ *]\([A-Za-z0-9_]*\);.*/\1/p' -e 's/^} \([A-Za-z0-9_]*\);/\1/p' \
    "$shim/cuda/abi.h")
numbers=$(grep -oE '(CUDA_(SUCCESS|ERROR_[A-Z_]*)|CU_[A-Z_]*) = [0-9]+' "$shim/cuda/abi.h" | sed 's/ .*//')
limit=$(sed -n 's/.*CUDA_ABI_KNOWN = \([0-9]*\).*/\1/p' "$shim/cuda/abi.h")
# One line a row: KIND NAME BASE SINCE UNTIL. Only a row stands at a line's beginning.
word='([A-Za-z0-9_]+)'
rows=$(sed -nE -e "s/^HOOK\($word, $word, $word, \"$word?\", $word, $word,.*/hook \3 _\4 \5 \6/p" \
    -e "s/^COMPANION\($word, $word,.*/companion \2/p" "$shim/cuda/hooks.def")
count=$(grep -cE '^(HOOK|COMPANION)\(' "$shim/cuda/hooks.def")
if [ "$(printf '%s\n' "$rows" | wc -l)" -ne "$count" ]; then
    echo "not ok: a row of hooks.def has a form that this check doesn't read"
    exit 1
fi
if [ -z "$types" ] || [ -z "$numbers" ] || [ -z "$limit" ]; then
    echo "not ok: abi.h has a form that this check doesn't read"
    exit 1
fi

for name in $types $numbers CUDA_ABI_KNOWN; do
    echo "#define $name abi_$name" >>"$work/apart.h"
    echo "#undef $name" >>"$work/together.h"
    about "$name" >>"$work/known.h"
done
# abi.h's macros would clash with the headers' own.
sed -n 's/^#define \(CU_[A-Z_]*\) .*/#undef \1/p' "$shim/cuda/abi.h" >>"$work/together.h"
for name in $types; do
    echo "TYPE($name)" >>"$work/types.h"
done
for name in $numbers; do
    echo "NUMBER($name)" >>"$work/types.h"
done

printf '%s\n' "$rows" | awk '{ print $2 }' | sort -u | while read -r name; do
    about "$name"
done >>"$work/known.h"
printf '%s\n' "$rows" | grep '^hook ' >"$work/hooks"
while read -r kind name base since until; do
    base=${base#_}
    case $name in
    *_ptsz) form=_ptsz ;;
    *) form= ;;
    esac
    if [ -z "$base" ]; then
        has=none
    else
        has=$(known "PFN_${base}_v$since$form")
        if [ "$has" = 0 ] && [ "$(known "$name")" = 1 ]; then
            echo "not ok: $kind $name: cudaTypedefs.h has no PFN_${base}_v$since$form"
        fi
        # Another ABI within the row's versions would be called by the wrong arguments.
        [ "$until" = CUDA_ABI_KNOWN ] && until=$limit
        sed -n "s/^PFN_${base}_v\([0-9]*\)$form\$/\1/p" "$work/names" | while read -r version; do
            if [ "$version" -gt "$since" ] && [ "$version" -le "$until" ]; then
                echo "not ok: $kind $name: $base has another ABI since $version"
            fi
        done
    fi
    echo "#define HAS_SINCE_$name $has"
    echo "#define SINCE_$name PFN_${base}_v$since$form"
done <"$work/hooks" >"$work/since"
grep '^not ok' "$work/since" && failed=1
grep '^#define' "$work/since" >>"$work/known.h"

"$cc" -std=gnu17 -Wall -Wno-deprecated-declarations -I "$work" -I "$shim" "$@" \
    -o "$work/rows" "$here/abi_rows.c" || {
    echo "not ok: the rows do not compile with the headers' types"
    exit 1
}
"$work/rows" || failed=1
exit $failed
