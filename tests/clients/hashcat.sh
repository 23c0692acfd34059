# SPDX-License-Identifier: MIT
# hashcat.sh - hashcat, which opens the driver and NVRTC by dlopen and puts all its work on one stream
# made with cuStreamCreate. It compiles its kernels, but on the stand-in they do nothing: its
# self-test fails, and without the self-test it ends with the hash not found.

# Must know the stand-in's compute capability, 9.0: 11.8 or later.
nvrtc_requirement='nvidia-cuda-nvrtc-cu12==12.9.*'

# The NVRTC of an installed toolkit, else the one from PyPI; hashcat opens it as libnvrtc.so.
find_nvrtc() {
    for nvrtc in "${CUDA_HOME:-/usr/local/cuda}"/lib64/libnvrtc.so.1[2-9]; do
        [ -e "$nvrtc" ] && return
    done
    get_package "$nvrtc_requirement" || return
    for nvrtc in "$venv"/lib/python3*/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.1[2-9]; do
        [ -e "$nvrtc" ] && return
    done
    missing="$nvrtc_requirement has no libnvrtc.so"
    return 1
}

# run_hashcat NAME RANGE LEVEL OPTION...: an attack of 100 candidates, without what differs from run
# to run in the output: times, and progress whose place depends on threads.
run_hashcat() {
    name=$1
    range=$2
    level=$3
    shift 3
    run "$name" "$range" "$level" "$hashcat" "$@" --hash-type 900 --attack-mode 3 --session prioshim \
        --backend-ignore-opencl --backend-devices 1 --hwmon-disable --potfile-disable --logfile-disable \
        --restore-disable 8743b52063cd84097a65d1633f5c74f5 '?d?d'
    tr '\r' '\n' <"$base.out" | grep -v -e '^ *$' -e '^Started:' -e '^Stopped:' -e '^Time\.' \
        -e '^Speed\.' -e '^\[s\]tatus' -e '^Approaching final keyspace' >"$base.tidy"
    mv "$base.tidy" "$base.out"
}

hashcat_client() {
    if ! hashcat=$(command -v hashcat); then
        skip "hashcat: no such command (Debian: hashcat)"
        return
    fi
    if ! find_nvrtc; then
        skip "hashcat: NVRTC: $missing"
        return
    fi
    mkdir -p "$work/nvrtc"
    ln -sf "$nvrtc" "$work/nvrtc/libnvrtc.so"
    client_libraries=$driver:$work/nvrtc:$(dirname "$nvrtc")

    # With nothing compiled yet, as far as the self-test.
    client_limit=150
    for level in bare low; do
        client_home=$work/hashcat.$level
        rm -rf "$client_home"
        run_hashcat hashcat-selftest 1:-1 "$level"
    done
    check "hashcat-selftest, range 1:-1, bare: as far as its self-test" \
        has 255 1 'kernel self-test failed' "$runs/hashcat-selftest.1:-1.bare.err"
    compare hashcat-selftest 1:-1 low

    # With the kernels compiled above, to the end.
    client_home=$work/hashcat.bare
    client_limit=60
    for range in 0:-5 1:-1; do
        run_hashcat hashcat "$range" bare --self-test-disable
        check "hashcat, range $range, bare: to the end" \
            has 1 1 '^Status.*: Exhausted' "$runs/hashcat.$range.bare.out"
        check "hashcat, range $range, bare: one stream" \
            has 1 1 '^cuda cuStreamCreate flags=0 = 0' "$runs/hashcat.$range.bare.record"
        for level in default low high high-keep; do
            run_hashcat hashcat "$range" "$level" --self-test-disable
            compare hashcat "$range" "$level"
        done
    done
}
