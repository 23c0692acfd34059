#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the tests, installing what they need: sh tools/test.sh [TIER]...
#
#   quick     units, integration and checks, on the build that people get
#   clang     the same, built by clang
#   aarch64   built for 64-bit Arm, the hosts under qemu
#   clients   CUDA programs that nobody here wrote, on the stand-in driver
#   programs  programs that have nothing to do with CUDA: as if bare
#   company   together with other preloaded libraries
#   recipes   what tools/recipes.md says to type, typed (as root: it starts daemons)
#   oldglibc  the library on Debian 11's glibc 2.31, in a root made by debootstrap (as root)
#   package   the Debian package and the tar.gz, and the former in a clean root of this machine's
#             release, made by debootstrap (as root): two minutes
#   sanitize  quick once more, built for gcc's sanitizers: address and undefined, then thread
#             (on two processors some four minutes each)
#   analysis  what analyzers say of the sources (cppcheck, clang-tidy, gcc), and valgrind of hosts
#             (some two minutes)
#   bench     what the library costs, as a table, and held to its budgets: three minutes
#   mutation  do the tests see faults? tests/mutation/run.py seeds one after the other in a copy and
#             says which survive: half an hour
#   fuzz      each fuzz target for a minute (FUZZ_SECONDS), built by clang: ten minutes in all
#
# Without a name it runs the first four, with `all` every one. Tests that need a GPU, a driver or a
# CUDA toolkit are part of `quick`, and say why they are skipped where there is none.
set -u
cd "$(dirname "$0")/.." || exit 1
. tools/packages.sh

TEST_PACKAGES="pkg-config libcriterion-dev binutils musl-tools python3 valgrind
    mandoc groff-base man-db bash-completion zsh fish"
root=${BUILD_DIR:-build}
failed=

# step NAME COMMAND...: runs it and remembers a failure.
step() {
    name=$1
    shift
    echo
    echo "== $name"
    "$@" || failed="$failed $name"
}

# build FOLDER OPTION...: configured and built, warnings being errors.
build() {
    folder=$1
    shift
    mkdir -p "$folder"
    if ! { cmake -S . -B "$folder" -DBUILD_TESTING=ON -DPRIOSHIM_WERROR=ON "$@" &&
        cmake --build "$folder" --parallel 2; } >"$folder/build.log" 2>&1; then
        cat "$folder/build.log" >&2
        return 1
    fi
}

# run_tests FOLDER: ctest, and why what was skipped was skipped.
run_tests() {
    ctest --test-dir "$1" --output-on-failure --parallel 2
    status=$?
    skips=$(grep -hE '^skip|^\[SKIP\]' "$1/Testing/Temporary/LastTest.log" | sort -u)
    [ -z "$skips" ] || printf 'Skipped, and why:\n%s\n' "$skips"
    return $status
}

quick() {
    # shellcheck disable=SC2046,SC2086
    install $BUILD_PACKAGES $TEST_PACKAGES && install $(known clang-format-14) &&
        build "$root" -DPRIOSHIM_CRITERION=ON && run_tests "$root"
}

with_clang() {
    # shellcheck disable=SC2046,SC2086
    install $BUILD_PACKAGES $TEST_PACKAGES clang && install $(known libclang-rt-dev) &&
        build "$root-clang" -DCMAKE_C_COMPILER=clang && run_tests "$root-clang"
}

for_aarch64() {
    # shellcheck disable=SC2086
    install $BUILD_PACKAGES gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user &&
        build "$root-aarch64" -DPRIOSHIM_CRITERION=OFF \
            -DCMAKE_TOOLCHAIN_FILE="$(pwd)/tests/aarch64/toolchain.cmake" &&
        sh tests/aarch64/run.sh "$root-aarch64"
}

clients() {
    # shellcheck disable=SC2086
    install $BUILD_PACKAGES python3 python3-dev python3-venv hashcat &&
        build "$root" && sh tests/clients/run.sh "$root"
}

# packages FILE: what its PACKAGES="..." names, as far as this release has it.
packages() {
    # shellcheck disable=SC2046
    known $(sed -n '/^PACKAGES="/{:more; /"$/!{N; b more}; s/^PACKAGES=//p; q}' "$1" | tr -d '"')
}

programs() {
    # shellcheck disable=SC2046,SC2086
    install $BUILD_PACKAGES && install $(packages tests/programs/run.sh) &&
        build "$root" && sh tests/programs/run.sh "$root"
}

company() {
    # shellcheck disable=SC2046,SC2086
    install $BUILD_PACKAGES && install $(packages tests/company/run.sh) &&
        build "$root" && sh tests/company/run.sh "$root"
}

recipes() {
    # shellcheck disable=SC2046,SC2086
    install $BUILD_PACKAGES && install $(packages tests/recipes/run.sh) &&
        build "$root" && sh tests/recipes/run.sh "$root"
}

oldglibc() {
    # shellcheck disable=SC2086
    install $BUILD_PACKAGES binutils debootstrap && build "$root" &&
        sh tests/oldglibc/run.sh "$root"
}

package() {
    # shellcheck disable=SC2046,SC2086
    install $BUILD_PACKAGES && install $(packages tests/package/run.sh) &&
        build "$root" && sh tests/package/run.sh "$root"
}

bench() {
    # shellcheck disable=SC2086
    install $BUILD_PACKAGES binutils python3 valgrind && build "$root" &&
        python3 tests/bench/run.py "$root" && echo &&
        python3 tests/bench/run.py --budgets "$root"
}

mutation() {
    # shellcheck disable=SC2086
    install $BUILD_PACKAGES $TEST_PACKAGES python3 && python3 tests/mutation/run.py
}

fuzz() {
    # shellcheck disable=SC2046,SC2086
    install $BUILD_PACKAGES clang && install $(known libclang-rt-dev) &&
        build "$root-fuzz" -DCMAKE_C_COMPILER=clang -DPRIOSHIM_FUZZ=ON -DPRIOSHIM_CRITERION=OFF &&
        sh tests/fuzz/run.sh "$root-fuzz"
}

# sanitized NAME SANITIZERS: in a folder that was made for another compiler cmake forgets options,
# and tests without the sanitizers would pass as well.
sanitized() {
    build "$root-$1" -DPRIOSHIM_CRITERION=ON -DCMAKE_C_COMPILER=gcc -DPRIOSHIM_SANITIZE="$2" &&
        grep -q "^PRIOSHIM_SANITIZE:STRING=$2\$" "$root-$1/CMakeCache.txt" && run_tests "$root-$1"
}

sanitize() {
    # shellcheck disable=SC2086
    install $BUILD_PACKAGES $TEST_PACKAGES || return 1
    sanitized asan address,undefined
    status=$?
    sanitized tsan thread && return $status
}

analysis() {
    # shellcheck disable=SC2046,SC2086
    install $BUILD_PACKAGES && install $(packages tests/analysis/run.sh) &&
        build "$root" && sh tests/analysis/run.sh "$root"
}

usual="quick clang aarch64 clients"
tiers="$usual programs company recipes oldglibc package sanitize analysis bench mutation fuzz"
case "$*" in
all) set -- $tiers ;;
-h | --help)
    echo "usage: test.sh [TIER]... (of: $tiers; or all; without a name: $usual)"
    exit
    ;;
esac
for tier in "$@"; do
    case " $tiers " in
    *" $tier "*) ;;
    *)
        echo "test.sh: there is no tier '$tier' (there are: $tiers; or all)" >&2
        exit 2
        ;;
    esac
done
for tier in ${*:-$usual}; do
    case $tier in
    clang) step clang with_clang ;;
    aarch64) step aarch64 for_aarch64 ;;
    *) step "$tier" "$tier" ;;
    esac
done

echo
if [ -n "$failed" ]; then
    echo "Failed:$failed"
    exit 1
fi
echo "All tiers passed: ${*:-$usual}"
