# SPDX-License-Identifier: MIT
# Sourced by run.sh: cppcheck, clang-tidy and gcc's analyzer over shim/ and tools/.

# As the build has them; the values are of no matter here.
flags='-std=gnu17 -Ishim -Itools -D_GNU_SOURCE'
library_places='-DPRIOSHIM_LIBDIR_FROM_BINDIR="../lib"'
multiarch='-DPRIOSHIM_MULTIARCH="x86_64-linux-gnu"'
version='-DPRIOSHIM_VERSION="0"'

# judge TOOL FILE...: the lines "FILE:LINE: TEXT [CHECK]" of $work/found against accepted.txt, of
# which only the lines for that tool and those files count. An accepted text is a part of one line.
judge() {
    tool=$1
    shift
    awk -F ' *[|] *' -v tool="$tool" -v files=" $* " '
        FNR == NR {
            if ($1 == tool && index(files, " " $2 " ")) {
                file[++n] = $2
                text[n] = $3
            }
            next
        }
        {
            for (i = 1; i <= n; i++)
                if (index($0, file[i] ":") == 1 && index($0, text[i])) {
                    used[i] = 1
                    next
                }
            print
            bad = 1
        }
        END {
            for (i = 1; i <= n; i++)
                if (!used[i]) {
                    print "accepted.txt: " tool " no longer says of " file[i] ": " text[i]
                    bad = 1
                }
            exit bad
        }' "$here/accepted.txt" "$work/found"
}

# What a tool says, without colours and notes, and with paths from the root.
findings() {
    sed -n -e "s|^$root/||" -e 's/^\([A-Za-z0-9_/.-]*:[0-9]*\):[0-9]*: \(warning\|error\):/\1:/p'
}

# A tool that found nothing because it understood nothing would be in the best of order: so each
# must first see a fault that it knows.
gcc_sees() {
    # shellcheck disable=SC2086
    gcc $flags "$library_places" "$multiarch" "$version" -O2 -fanalyzer -c -o "$work/object" \
        "$@" 2>&1
}

tidy_sees() {
    # shellcheck disable=SC2086
    clang-tidy --quiet --config-file="$here/clang-tidy.yaml" "$@" -- \
        $flags "$library_places" "$multiarch" "$version" 2>&1
}

# style is left out: it is matters of taste.
cppcheck_sees() {
    # shellcheck disable=SC2086
    cppcheck --quiet --enable=warning,performance,portability --std=c17 -Ishim -Itools \
        -D_GNU_SOURCE "$library_places" "$multiarch" "$version" '-DElfW(type)=Elf64_##type' \
        --template='{file}:{line}:0: warning: {message} [{id}]' "$@" 2>&1
}

# cppcheck before 2.11 cannot expand __VA_OPT__, and leaves a file that has it alone.
cppcheck_copy() {
    case $1 in
    tools/prio-exec.c)
        mkdir -p "$work/tools"
        sed 's/__VA_OPT__(, ) __VA_ARGS__/, ##__VA_ARGS__/' "$1" >"$work/$1"
        echo "$work/$1"
        ;;
    *) echo "$1" ;;
    esac
}

plant() {
    cat >"$work/planted.c" <<'END'
int *planted(int n);
int *planted(int n)
{
    int *p = 0;
    if (n > 3)
        *p = n;
    return p;
}
END
}

by_gcc() {
    gcc_sees "$1" | findings >"$work/found"
    judge gcc "$1"
}

by_tidy() {
    tidy_sees "$1" | findings >"$work/found"
    judge clang-tidy "$1"
}

by_cppcheck() {
    cppcheck_sees "$(cppcheck_copy "$1")" | sed "s|^$work/||" | findings >"$work/found"
    judge cppcheck "$1"
}

# A line for a source or a tool that isn't there would never be looked at.
accepted_is_of_sources() {
    sed 1,2d "$here/accepted.txt" | {
        status=0
        while IFS='|' read -r tool file said reason; do
            case $tool in
            'gcc '* | 'clang-tidy '* | 'cppcheck '*) ;;
            *) echo "no tool: $tool" && status=1 ;;
            esac
            [ -f "$(echo $file)" ] || { echo "no source: $file" && status=1; }
            { [ -n "${said# }" ] && [ -n "${reason# }" ]; } || { echo "no reason: $file" && status=1; }
        done
        return $status
    }
}

# each NAME KIND: the tool's own check, then one for each source.
each() {
    check "$1 sees a fault that is planted" eval "$2_sees '$work/planted.c' | grep -q 'planted.c:6'"
    for source in shim/*.c shim/cuda/*.c tools/*.c; do
        check "$1: $source" "by_$2" "$source"
    done
}

analyze_sources() {
    cd "$root" || exit 2
    plant
    check "accepted.txt is of tools and sources" accepted_is_of_sources
    have gcc && each "gcc's analyzer" gcc
    have clang-tidy && each clang-tidy tidy
    have cppcheck && each cppcheck cppcheck
}
