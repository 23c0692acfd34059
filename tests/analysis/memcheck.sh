# SPDX-License-Identifier: MIT
# Sourced by run.sh: hosts under valgrind's memcheck, bare and under the library.

fakes=$build/tests/fake
apps=$build/tests/apps
library=$build/tests/lib/optimised/libprioshim.so

# Says what memcheck says of a host, in a run with this LD_PRELOAD (empty: bare). Leaks count as
# errors only where nothing points to them any more.
memcheck() {
    preload=$1
    shift
    timeout -k 5 120 env -i PATH=/usr/bin:/bin \
        LD_LIBRARY_PATH="$fakes/driver:$fakes/runtime:$fakes/driver_b:$apps" \
        ${preload:+LD_PRELOAD="$preload"} PRIOSHIM_PRIORITY=high COPIES="$work/copies" \
        valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=definite \
        --errors-for-leak-kinds=definite --log-file="$work/memcheck" "$@" \
        >"$work/output" 2>&1 </dev/null
    status=$?
    cat "$work/memcheck"
    [ $status -eq 0 ] && [ ! -s "$work/memcheck" ]
}

# Bare it may say something of the host: then it must say no more under the library. The level must
# have been taken, or the library wasn't there.
clean() {
    memcheck "" "$@" >"$work/bare"
    bare=$?
    if ! memcheck "$library" "$@" >"$work/under" && [ $bare -eq 0 ]; then
        cat "$work/under"
        return 1
    fi
    sed 's/==[0-9]*==//' "$work/bare" >"$work/bare.text"
    sed 's/==[0-9]*==//' "$work/under" | diff "$work/bare.text" - || return 1
    case $1 in
    */lookups | */heap_names) ;; # they make no stream
    *) grep -q 'priority[ =]-5' "$work/output" ;;
    esac
}

memcheck_hosts() {
    have valgrind || return
    mkdir "$work/copies" || exit 2
    for i in 0 1 2 3 4 5 6 7 8 9; do
        cp "$fakes/driver/libcuda.so.1" "$work/copies/libcuda-$i.so"
    done
    for host in "host local" "host default" "host v2-itself" "host_now link" \
        "plugin_host $apps/libplugin.so link" "drivers two" "drivers again" "drivers many" \
        "lookups $apps/liblookups_a.so" heap_names; do
        # shellcheck disable=SC2086
        check "memcheck: ${host%% /*}" clean "$apps"/$host
    done
}
