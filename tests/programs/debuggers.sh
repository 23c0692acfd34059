# SPDX-License-Identifier: MIT
# Sourced by run.sh: programs that look into others. They work by ptrace, or run the program on a
# processor of their own, and meet the library in the program that they look at too.

# builds NAME COMMAND...: builds a program once, bare; else it's a skipped check.
builds() {
    title=$1
    shift
    (cd "$built" && "$@") >"$work/detail" 2>&1 && return
    skip "$title: can't be built here: $(grep -m 1 . "$work/detail")"
    return 1
}

debuggers_programs() {
    have "what debuggers look at" gcc &&
        builds "what debuggers look at" gcc -g -O0 -o debuggee "$sources/debuggee.c" &&
        builds "what valgrind looks at" gcc -g -O0 -pthread -o faulty "$sources/faulty.c" || return 0

    gdb_programs
    tracer_programs
    valgrind_programs
}

gdb_programs() {
    have gdb gdb || return 0
    if ! timeout 60 gdb -nx -batch -ex run -args "$built/debuggee" 2>&1 </dev/null |
        grep -q 'exited normally'; then
        skip "gdb: can't run a program here (no ptrace?)"
        return
    fi
    # The process's id, in what gdb says of its end, and argv, which a variable more moves.
    program -f "pids addresses" "gdb: a breakpoint, a backtrace, printing, a watchpoint" gdb \
        gdb -nx -q -batch -ex 'set debuginfod enabled off' -ex 'break innermost' -ex run \
        -ex backtrace -ex 'print pair' \
        -ex 'frame function main' -ex 'print argv[1]' -ex 'print pair.word' -ex 'print calls + 1' \
        -ex 'print (int)strlen("called")' -ex 'watch calls' -ex continue \
        -ex 'info breakpoints' -ex delete \
        -ex continue -args "$built/debuggee" one
    program -f "pids addresses" "gdb: a crash" gdb \
        gdb -nx -q -batch -ex 'set debuginfod enabled off' -ex run -ex backtrace \
        -ex 'print $_siginfo.si_signo' -ex kill -args "$built/debuggee" crash
    program -f "pids addresses" "gdb: threads, a fork, Python" gdb gdb -nx -q -batch \
        -ex 'set debuginfod enabled off' -ex 'set print thread-events off' -ex 'catch fork' \
        -ex run \
        -ex 'python print([f.name for f in gdb.selected_inferior().threads()])' \
        -ex 'up' -ex 'python print(gdb.lookup_symbol("lost")[0].type)' -ex delete \
        -ex continue -args "$built/faulty" threads
}

tracer_programs() {
    if have strace strace; then
        if ! timeout 60 strace -o /dev/null true 2>/dev/null; then
            skip "strace: can't trace here"
        else
            # A file for each process, in the order in which they were started.
            program -f pids "strace -f: processes, pipes, signals" strace sh -c '
                strace -ff -o t -qq -e trace=pipe,pipe2,dup2,write,kill,exit_group -e signal=USR1 \
                    sh -c "trap : USR1; echo one | cat; kill -USR1 \$\$; exit 5"; echo "status $?"
                cat $(ls -v t.*)'
            # Any preloaded library is opened and mapped. The library makes no call beyond that.
            program -c -f mappings "strace: as with a library that does nothing" strace sh -c '
                for c in "cat $SOURCES/asks.c" "$BUILT/debuggee one" "/bin/true"; do
                    strace -qq -o trace $c >/dev/null; sed "s/(.*//" trace; done'
        fi
    fi
    if have ltrace ltrace; then
        if ! (cd "$built" &&
            gcc -g -O0 -no-pie -fcf-protection=none -Wl,-z,lazy -o lazy "$sources/debuggee.c" &&
            timeout 60 ltrace -o lazy.trace -e puts ./lazy &&
            grep puts lazy.trace) >"$work/detail" 2>&1; then
            skip "ltrace: sees no calls here"
        else
            program -f "addresses pids" "ltrace: the calls that a program makes" ltrace \
                ltrace -f -a 1 -e strdup+puts+free+printf "$built/lazy" one
        fi
    fi
}

valgrind_programs() {
    have valgrind valgrind || return 0
    if ! timeout 120 valgrind -q true >"$work/detail" 2>&1 </dev/null; then
        skip "valgrind: doesn't run here: $(grep -m 1 . "$work/detail")"
        return
    fi
    # The process's id stands at the start of each line.
    program -f pids "valgrind memcheck: /bin/true" valgrind \
        valgrind --leak-check=full --show-leak-kinds=all /bin/true
    program -f "pids addresses" -s 9 "valgrind memcheck: an overflow, a leak" valgrind \
        valgrind --leak-check=full --error-exitcode=9 "$built/faulty" overflow
    program -f pids "valgrind memcheck: a program that another one starts" valgrind \
        valgrind --leak-check=full --trace-children=yes env "$built/debuggee" one
    program -f "pids addresses" -s 9 "valgrind helgrind: a race" valgrind \
        valgrind --tool=helgrind --error-exitcode=9 "$built/faulty" threads
}
