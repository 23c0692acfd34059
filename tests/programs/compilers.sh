# SPDX-License-Identifier: MIT
# Sourced by run.sh: compilers, linkers, make, cmake and git: programs that start many others.

compilers_programs() {
    program "gcc: compiles, links and runs, with warnings" gcc sh -c '
        cp "$SOURCES/debuggee.c" a.c && gcc -Wall -Wextra -O2 -pipe -DWARN -o a a.c && ./a one two'
    program -s 1 "gcc: a program that doesn't compile" gcc sh -c '
        echo "int main(void) { return x }" >a.c; gcc a.c'
    program "gcc: a plug-in of the linker's, by -flto" gcc sh -c '
        cp "$SOURCES/debuggee.c" a.c && gcc -O1 -flto=2 -o a a.c && ./a &&
            gcc -S -g0 -O2 -o - a.c | sha256sum'
    program "binutils: a library that is looked into" "gcc readelf objdump nm strip" sh -c '
        cp "$SOURCES/debuggee.c" a.c && gcc -g -shared -fPIC -Wl,--build-id=none -o a.so a.c
        nm -D a.so; readelf -dW a.so; objdump -d --no-show-raw-insn a.so | sha256sum; strip a.so
        sha256sum a.so'
    program "make -j: a small project" "make gcc" sh -c '
        sh "$SOURCES/project.sh" && make -s -j2 && ./program && make -j2 &&
            sha256sum program part*.o | sort'
    program -s 2 "make: a rule that fails" make sh -c '
        printf "all: a\na:\n\t@echo making; exit 3\n" >Makefile; make'
    program "g++: exceptions, threads, a library that throws" g++ sh -c '
        cp "$SOURCES"/throws.cc "$SOURCES"/thrower.cc . &&
            g++ -O1 -shared -fPIC -o thrower.so thrower.cc &&
            g++ -O1 -pthread -o throws throws.cc -ldl && ./throws ./thrower.so
        ./throws uncaught; echo "uncaught $?"'
    program "clang: compiles, links and runs, with warnings" clang sh -c '
        cp "$SOURCES/debuggee.c" a.c && clang -Wall -Wextra -O2 -DWARN -o a a.c && ./a one two'
    # CMake from 3.26 on says how long it took.
    program -f times "cmake: configures, builds, tests" "cmake gcc make" sh -c '
        sh "$SOURCES/project.sh" && cmake -S . -B b && cmake --build b && b/program &&
            cmake -E sha256sum b/program'
    git='export GIT_CONFIG_NOSYSTEM=1
        export GIT_AUTHOR_DATE="2001-01-01T00:00:00Z" GIT_COMMITTER_DATE="2001-01-01T00:00:00Z"
        git config --global user.name A && git config --global user.email a@example.com
        git config --global init.defaultBranch main && git init -q one && cd one || exit
        for n in 1 2 3 4 5; do seq $n 300 >f$n && git add . && git commit -q -m "commit $n"; done'
    program "git: commits, branches, a merge, a rebase, a hook" git sh -c "$git"'
        printf "#!/bin/sh\necho the hook: \$(git diff --cached --name-only)\n" >.git/hooks/pre-commit
        chmod +x .git/hooks/pre-commit && git checkout -b side && echo side >side && git add side
        git commit -m side && git checkout -q main && echo main >main && git add main &&
            git commit -m main
        git merge -m merged side && git rebase -q --onto HEAD~2 HEAD~1 &&
            git log --graph --oneline --stat
        git stash list; git blame f1 | head -n 2; git grep -n -P "^29\d$" | wc -l; git status
        git show no-such-one'" \
; echo \"status \$?\""
    program "git: clones, packs, checks" git sh -c "$git"'
        cd .. && git clone -q file://$PWD/one two && cd two && git gc -q &&
            git repack -q -a -d -f --threads=2
        git fsck --strict && git count-objects -v | grep -e packs -e in-pack && git log --oneline
        git archive HEAD | sha256sum && git bundle create -q ../b HEAD && git bundle verify ../b'
}
