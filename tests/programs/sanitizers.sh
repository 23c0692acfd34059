# SPDX-License-Identifier: MIT
# Sourced by run.sh: programs built with each sanitizer, by gcc and by clang, one without a fault
# and one with.

sanitizers_programs() {
    for compiler in gcc clang; do
        have "sanitizers: $compiler" $compiler || continue
        for sanitizer in address thread undefined; do
            what="$compiler -fsanitize=$sanitizer"
            binary=$built/faulty-$compiler-$sanitizer
            builds "$what" $compiler -g -O0 -pthread -fsanitize=$sanitizer -o "$binary" \
                "$sources/faulty.c" || continue
            if ! timeout 60 "$binary" none >"$work/detail" 2>&1; then
                skip "$what: such programs don't run here: $(grep -m 1 FATAL "$work/detail")"
                continue
            fi
            sanitizer_program
        done
    done
}

# The reports name addresses of the heap and of the stack, and processes and threads.
sanitizer_program() {
    case $compiler-$sanitizer in
    # gcc's runtime must be the first library or be told that it needn't; prio-exec tells it so.
    gcc-address)
        asan_option='-e ASAN_OPTIONS=verify_asan_link_order=0'
        program -w prio-exec "$what: no fault, without an option" gcc "$binary" none
        ;;
    *) asan_option= ;;
    esac
    # shellcheck disable=SC2086 # words, on purpose
    program $asan_option "$what: no fault" $compiler "$binary" none
    case $sanitizer in
    address)
        for fault in overflow leak; do
            # shellcheck disable=SC2086
            program $asan_option -s 1 -f "pids addresses" "$what: $fault" $compiler "$binary" $fault
        done
        ;;
    thread) program -s 66 -f "pids addresses" "$what: a race" "$compiler" "$binary" threads ;;
    undefined) program "$what: an overflow of integers, a shift" "$compiler" "$binary" integers ;;
    esac
}
