# SPDX-License-Identifier: MIT
# Sourced by run.sh: can these checks fail, and is the library there at all while they pass?

# mapped WAY WANT COMMAND...: is the library among what the command's last process has mapped?
mapped() {
    way=$1 want=$2
    shift 2
    extra=
    run_as "$way" "" "$@"
    cat "$runs/$way.err"
    grep -q libc.so.6 "$runs/$way.out" || return 1
    if grep -qF "$library" "$runs/$way.out"; then found=yes; else found=no; fi
    [ $found = "$want" ]
}

# notices COMMAND...: does the comparison fail? With the filter that hides our own variables, so
# that it's seen that another one isn't hidden.
notices() {
    ! compare bare variables preload 0 "$@"
}

noticed_programs() {
    for way in prio-exec preload; do
        check "$way: the library is mapped" mapped $way yes cat /proc/self/maps
        check "$way: and in the programs that a program starts" \
            mapped $way yes sh -c 'sh -c "cat /proc/self/maps; :"; :'
    done
    check "bare: it is not mapped" mapped bare no cat /proc/self/maps

    if ! command -v gcc >/dev/null; then
        skip "what the comparison notices: there is no gcc (package gcc)"
        return
    fi
    own=$library
    extra=
    for fault in SPEAKS SPEAKS_LATE ENDS_OTHERWISE LEAVES_DESCRIPTOR LEAVES_VARIABLE STARTS_THREAD \
        IGNORES_SIGNAL CALLS_DLSYM BREAKS_DLERROR; do
        library=$built/$fault.so
        if ! gcc -shared -fPIC -O0 -D$fault -o "$library" "$sources/fault.c" -ldl; then
            echo "$fault.so can't be built" >"$work/detail"
            verdict "the comparison notices a library that: $fault" 1
            continue
        fi
        case $fault in
        LEAVES_DESCRIPTOR) set -- ls /proc/self/fd ;;
        LEAVES_VARIABLE) set -- env ;;
        STARTS_THREAD) set -- sh -c 'ls /proc/$$/task | wc -l' ;;
        IGNORES_SIGNAL) set -- grep SigIgn /proc/self/status ;;
        CALLS_DLSYM | BREAKS_DLERROR)
            gcc -o "$built/asks" "$sources/asks.c" -ldl || exit 2
            set -- "$built/asks"
            ;;
        *) set -- echo a word ;;
        esac
        check "the comparison notices a library that: $fault" notices "$@"
    done
    library=$own
    if [ -x "$built/asks" ]; then
        program "a program that asks for the next malloc, and for dlerror" "" "$built/asks"
    fi
}
