# SPDX-License-Identifier: MIT
# Sourced by run.sh: the other libraries, and how each one's job is seen.

libraries=/usr/lib/$(gcc -print-multiarch 2>/dev/null)

# there FILE PACKAGE: sets $library; a skipped check where there is none.
there() {
    library=$libraries/$1
    [ -e "$library" ] && return
    skip "$1: it isn't there (package $2)"
    return 1
}

# libfaketime leaves its shared memory behind where a program executes another one, bare too.
remove_shared_memory() {
    find /dev/shm -maxdepth 1 -user "$(id -u)" -newer "$work/started" \( -name 'faketime_shm_*' -o \
        -name 'sem.faketime_sem_*' \) 2>/dev/null | while read -r file; do
        [ -d "/proc/${file##*_}" ] || rm -f "$file"
    done
}

faketime_company() {
    there faketime/libfaketime.so.1 libfaketime || return 0
    # A time that stands still.
    variables="FAKETIME_FMT=%s FAKETIME=981173106"
    sign=^2001-02-03
    company libfaketime "before after prio-exec" date +%F
    there faketime/libfaketimeMT.so.1 libfaketime &&
        company libfaketimeMT "before after prio-exec" date +%F
    if ! [ -x /usr/bin/faketime ]; then
        skip "faketime's launcher: it isn't there (package faketime)"
        return
    fi
    library=$libraries/faketime/libfaketime.so.1
    variables="FAKETIME_FMT=%s"
    wrapper="/usr/bin/faketime -f 981173106"
    in_ways faketime "inside outside" date +%F
}

eatmydata_company() {
    there libeatmydata.so.1 libeatmydata1 || return 0
    # A pipe can't be synchronised: the kernel says so, if it is asked.
    set -- sh -c '(echo a | dd conv=fsync status=none; echo "dd $?") | cat'
    sign='^dd 0'
    company libeatmydata "before after prio-exec" "$@"
    wrapper=/usr/bin/eatmydata
    if [ -x /usr/bin/eatmydata ]; then
        in_ways eatmydata "inside outside" "$@"
    else
        skip "eatmydata's launcher: it isn't there (package eatmydata)"
    fi

    if ! timeout 20 strace -o /dev/null true 2>/dev/null; then
        skip "libeatmydata, seen by strace: it isn't there, or can't trace (package strace)"
        return
    fi
    set -- strace -f -qq -e trace=fsync,fdatasync,sync,syncfs -o trace dd if=/dev/zero of=file \
        count=1 conv=fsync status=none
    set -- sh -c "$* && echo \"reached the kernel: \$(grep -c sync trace)\""
    sign='^reached the kernel: 0'
    check "libeatmydata, seen by strace: a call reaches the kernel with prioshim alone" does_not shim "$@"
    for each in before after prio-exec; do
        check "libeatmydata, seen by strace, $each: no call reaches the kernel" does_job $each "$@"
    done
}

jemalloc_company() {
    gcc -o "$work/allocates" "$here/allocates.c" || exit 2
    there libjemalloc.so.2 libjemalloc2 || return 0
    variables=MALLOC_CONF=stats_print:true
    sign='Begin jemalloc statistics'
    told=yes
    company jemalloc "before after prio-exec" "$work/allocates"
}

tcmalloc_company() {
    gcc -o "$work/allocates" "$here/allocates.c" || exit 2
    variables=MALLOCSTATS=1
    sign='^MALLOC: .*Bytes in use by application'
    told=yes
    there libtcmalloc_minimal.so.4 libtcmalloc-minimal4 &&
        company "tcmalloc (minimal)" "before after prio-exec" "$work/allocates"
    there libtcmalloc.so.4 libgoogle-perftools4 || return 0
    company tcmalloc "before after prio-exec" "$work/allocates"
    variables=HEAPPROFILE=profile
    sign='^Dumping heap profile to profile'
    company "tcmalloc's heap profiler" "before after prio-exec" "$work/allocates"
}

stdbuf_company() {
    library=$(stdbuf -oL env 2>/dev/null | sed -n 's/^LD_PRELOAD=//p')
    if [ -z "$library" ]; then
        skip "stdbuf: it isn't there (package coreutils)"
        return
    fi
    # It prints a line and kills itself: what is still in its buffer is lost.
    gcc -o "$work/cut_short" "$here/cut_short.c" || exit 2
    variables=_STDBUF_O=L
    sign='^a line$'
    company "stdbuf's library" "before after prio-exec" "$work/cut_short"
    variables=
    wrapper="stdbuf -oL"
    in_ways stdbuf "inside outside" "$work/cut_short"
}

# Three, ours in the midst of them or put there by prio-exec. (jemalloc and libfaketime can't be had
# together: the program hangs, with and without ours.)
all_at_once_company() {
    there faketime/libfaketime.so.1 libfaketime && there libeatmydata.so.1 libeatmydata1 &&
        there libtcmalloc_minimal.so.4 libtcmalloc-minimal4 || return 0
    first=$libraries/faketime/libfaketime.so.1
    others=$libraries/libeatmydata.so.1:$library
    variables="FAKETIME_FMT=%s FAKETIME=981173106 MALLOCSTATS=1"
    for sign in ^2001-02-03 '^dd 0' '^MALLOC: .*Bytes in use by application'; do
        set -- sh -c 'date +%F; (echo a | dd conv=fsync status=none; echo "dd $?") | cat; "$0"' \
            "$work/allocates"
        library=$first:$shim:$others
        check "three libraries, prioshim in the midst: $sign" does_job alone "$@"
        library=$first:$others
        check "three libraries, and prio-exec: $sign" does_job prio-exec "$@"
    done
    told=yes
    library=$first:$others
    for each in before after prio-exec; do
        check "three libraries, $each: the priority of a CUDA program's streams" streams $each
    done
}

# The sanitizers' runtimes: preloaded before a program that wasn't built with them (AddressSanitizer
# can; its replacements of C functions find a fault then), and with a program that was.
sanitizers_company() {
    asan=$(readlink -f "$(gcc -print-file-name=libasan.so)")
    tsan=$(readlink -f "$(gcc -print-file-name=libtsan.so)")
    gcc -g -O0 -fno-builtin -o "$work/overflows" "$here/overflows.c" || exit 2

    sign='AddressSanitizer: heap-buffer-overflow'
    library=$asan
    if ! [ -e "$asan" ] || ! gcc -g -O0 -fno-builtin -fsanitize=address -o "$work/overflows_asan" \
        "$here/overflows.c" 2>/dev/null; then
        skip "libasan: it isn't there (package libgcc-$(gcc -dumpversion)-dev)"
    else
        # What the driver keeps until the end is no leak of the program's. The runtime stops if it
        # is
        # not the first library, unless it is told not to; prio-exec puts it first, and tells it.
        variables=ASAN_OPTIONS=detect_leaks=0
        company libasan "before prio-exec" "$work/overflows"
        variables=ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0
        company libasan "after" "$work/overflows"
        sanitized_host address "$work/overflows_asan" "$build/tests/apps/host_asan"
    fi

    sign='ThreadSanitizer: data race'
    library=$tsan
    variables=
    if ! [ -e "$tsan" ] || ! gcc -g -O0 -pthread -fsanitize=thread -o "$work/races" "$here/races.c" \
        2>/dev/null || ! does_job bare "$work/races" >"$work/detail" 2>&1; then
        skip "libtsan: it isn't there, or doesn't run here (package libgcc-$(gcc -dumpversion)-dev)"
    else
        sanitized_host thread "$work/races"
    fi
}

# sanitized_host SANITIZER FAULTY [HOST]: programs that were built with the sanitizer.
sanitized_host() {
    for each in before after prio-exec shim; do
        check "-fsanitize=$1, $each: finds the fault" does_job $each "$2"
        [ $# -lt 3 ] || ! [ -x "$3" ] ||
            check "-fsanitize=$1, $each: the priority of its streams" streams $each "$3"
    done
}
