# SPDX-License-Identifier: MIT
# Sourced by run.sh: shells and the small tools that every script is made of.

shell_programs() {
    program "bash: arrays, coprocess, process substitution, traps" bash bash -c '
        declare -A ages=([ann]=3 [bob]=5)
        for name in $(printf "%s\n" "${!ages[@]}" | sort); do echo "$name ${ages[$name]}"; done
        coproc upper { tr a-z A-Z; }
        echo through a coprocess >&"${upper[1]}"
        exec {upper[1]}>&-
        cat <&"${upper[0]}"
        diff <(seq 3) <(seq 4)
        trap "echo trapped" USR1
        kill -USR1 $$
        printf -v text "%(%F)T" 86400
        echo "$text ${BASH_VERSINFO[0]}"
        set -o pipefail
        false | true
        echo "pipe $?"
        ulimit -n
        (exit 3) & wait $!
        echo "job $?"
        no-such-command 2>/dev/null
        echo "missing $?"'
    program -s 139 "bash: ends by a signal" bash bash -c 'echo before; kill -SEGV $$'
    program -s 127 "bash: a command that isn't there" bash \
        bash -c 'no-such-command; exit $?'
    program "bash: an empty environment" "bash env" \
        bash -c 'env -i /bin/bash -c "echo \$PATH; env | wc -l"'
    program -s 42 "dash: pipelines, here-documents, status" dash dash -c '
        cat <<END | sort -r | head -n 2
a $((1 + 2))
b
c
END
        trap "echo bye; exit 42" EXIT
        f() { return 7; }
        f || echo "function $?"
        sh -c "kill -TERM \$\$"
        echo "signal $?"
        sleep 0 & wait $!' 
    program "dash: descriptors closed and opened again" dash dash -c '
        ls -1 /proc/self/fd
        exec 3>three 0<&-
        echo to three >&3
        exec 3>&- 0<three
        read line
        echo "$line"
        (exec >&-; echo lost) 2>&1 | sed "s/^[0-9]*: //"
        ls -1 /proc/self/fd'
    program -f variables "env: the environment, but for our own variables" env env
    program "signals: what is ignored, blocked and caught" grep \
        grep -E '^(Sig[PBIC]|Shd|Threads|NoNewPrivs|Seccomp)' /proc/self/status
    program "coreutils: text" sort sh -c '
        seq 1 60 >numbers
        sort -R --random-source=numbers numbers | sort -n | uniq -c | tail -n 2
        shuf --random-source=numbers -n 3 numbers
        factor 1234567890 && numfmt --to=iec 123456789
        cut -c 1 numbers | paste -s -d, | fold -w 40 | nl
        tac numbers | head -n 2 | od -c
        pr -3 -t numbers | expand | tail -n 2
        join numbers numbers | wc
        split -n 3 numbers part && wc -c part*
        csplit -s numbers 20 40 && cksum xx*
        md5sum numbers; sha1sum numbers; sha256sum numbers; b2sum numbers; base64 numbers | sum
        fmt -w 30 numbers | tr -s " 1" "_" | comm - numbers 2>&1 | head -n 3'
    program "coreutils: files" stat sh -c '
        mkdir -p d/e && echo x >d/a && cp -a d copy && ln d/a d/hard && ln -s a d/soft
        touch -d 2001-02-03T04:05:06Z d/a d d/e && touch -h -d @0 d/soft
        install -m 750 d/a d/b && mkfifo d/pipe && truncate -s 5000 d/b && touch -d @1 d/b d/pipe d
        ls -lR --time-style=full-iso d | grep -v total
        stat -c "%a %F %h %N %s" d/*
        dd if=/dev/zero of=zero bs=1k count=3 status=none && cat zero | tee one two | wc -c
        cmp one two && readlink -f d/soft | sed s,.*/,, && realpath --relative-to=. copy/a
        mv copy moved && rm -r moved && test ! -e moved && chmod -R go-w d && ls -a
        date -u -d @1000000000 +%c && basename /a/b.c .c && dirname /a/b/c && pathchk x &&
            echo fine'
    program "coreutils: processes" timeout sh -c '
        timeout 0.1 sleep 5; echo "timeout $?"
        timeout -s KILL 0.1 sleep 5; echo "killed $?"
        nice -n 5 nice; env A=b printenv A; nohup echo hup 2>&1
        sh -c "kill -9 \$\$"; echo "signal $?"
        id -un; nproc --all >/dev/null && echo counted; uname -s; tty; stdbuf -oL echo buffered
        (yes | head -n 1)'
    program -s 2 "coreutils: errors" ls sh -c '
        echo x >/dev/full; cat no-such-file; mkdir /proc/x; cp -x; sort --no-such-option
        ls no-such'
    program "findutils: find and xargs in parallel" "find xargs" sh -c '
        mkdir -p a/b/c && seq 20 | sed s,^,a/b/, | xargs -P 2 -n 3 touch
        find a -type f -newer a/b/c -name "1*" | sort
        find a -name "*5" -exec sh -c "echo found \$1" - {} \; | sort
        find a -type f -print0 | xargs -0 -P 2 -n 1 echo | sort -t / -k 3 -n | tail -n 2
        seq 3 | xargs -n 1 sh -c "exit \$0" || echo "xargs $?"
        find a -empty -delete && ls'
    program "grep, sed, diff and patch" "grep sed diff patch" sh -c '
        seq 200 >a && sed -E "s/^(.)(.)$/\2\1/; 50,60d; /7$/{h;G}" a >b
        diff -u --label a --label b a b >d; echo "diff $?"; grep -c "^[-+]" d
        patch -s a d && cmp a b && echo patched
        grep -n -P "(?<=1)7\b" a; grep -E -o "^(1)\1." b; echo abc | sed -n l; grep x a
        echo "none $?"'
    program "awk" awk awk 'BEGIN { for (i = 0; i < 5; i++) a[i] = i * i
        printf "%d %.3f %s\n", a[3], exp(1), toupper(substr("awk", 2)); "echo inner" | getline line
        print line; print "b\na" | "sort"; close("sort"); system("exit 3"); exit 0 }'
    program "gawk: with an extension that it loads" gawk gawk -l filefuncs -l fork 'BEGIN {
        stat("/", s); print s["type"]; PROCINFO["sorted_in"] = "@ind_str_asc"
        if ((pid = fork()) == 0) { print "child"; fflush(); exit 4 }
        wait(pid); print strftime("%F", 0), gensub(/a(b)/, "\\1", "g", "abab") }'
    program "bc" bc sh -c 'echo "scale=30; 4*a(1); 2^100" | bc -l'
    program "file" file file -b /bin/ls /etc/passwd /dev/null "$sources/asks.c"
    program "busybox: its own shell and tools" busybox env busybox sh -c '
        seq 5 | busybox awk "{ s += \$1 } END { print s }"
        busybox tar -c "$SOURCES"/asks.c 2>/dev/null |
            busybox gzip -n | busybox zcat | busybox tar -t | busybox sed s,.*/,,
        busybox | head -n 1'
    program "script: a program on a terminal" script script -qec \
        'tty >/dev/null && stty rows 20 cols 70 && stty size; exit 0' /dev/null
    program "libc: name services and character sets that it loads" "getent iconv locale" sh -c '
        getent passwd root daemon; getent hosts 127.0.0.1 >/dev/null; getent protocols udp
        printf "\344\366" | iconv -f latin1 -t utf-8 | od -c
        printf "\303\244x" | iconv -f utf-8 -t utf-16 | od -c
        LC_ALL=C.UTF-8 locale charmap; LC_ALL=C.UTF-8 printf "%s\n" ä | wc -m'
    program -c -f "folder addresses" "ldd: as with any preloaded library" ldd ldd /bin/ls
}
