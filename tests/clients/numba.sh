# SPDX-License-Identifier: MIT
# numba.sh - Numba by two ways to the driver: numba-cuda, which goes by NVIDIA's bindings, and the
# older numba.cuda of Numba itself, which goes by ctypes. And cuda.core, which numba-cuda needs.

# NVIDIA's runtime and compiler, of the stand-in's version, as numba-cuda comes with: it asks whether
# they are there.
numba_requirements='numba-cuda==0.30.4 numba==0.68.1 cuda-core==1.2.2 nvidia-cuda-runtime==13.0.96
    nvidia-nvvm==13.0.88'

# Imports take long: what differs between the ranges, and no more.
numba_levels() {
    case $1 in
    0:*) echo default high ;;
    *) echo low high low-keep high-keep ;;
    esac
}

# numba_streams NAME COMMAND...: the client, at each level; one stream of its own.
numba_streams() {
    client=$1
    shift
    for range in 0:-5 1:-1; do
        run "$client" "$range" bare "$@"
        check "$client, range $range, bare: a stream" \
            has 0 1 '^stream cuStreamCreate priority=0$' "$runs/$client.$range.bare.out"
        check "$client, range $range, bare: copies by it" \
            has 0 1 '^copied .0 1 2 3 4 5 6 7.$' "$runs/$client.$range.bare.out"
        for level in $(numba_levels "$range"); do
            run "$client" "$range" "$level" "$@"
            compare "$client" "$range" "$level"
        done
    done
}

numba_client() {
    # The bindings stay at the stand-in's version.
    # shellcheck disable=SC2086 # words, on purpose
    if ! get_package $numba_requirements "$bindings_requirement"; then
        skip "numba: $missing"
        return
    fi
    numba_streams numba-cuda "$venv/bin/python" "$here/numba_streams.py" numba_cuda

    for range in 0:-5 1:-1; do
        run cuda-core "$range" bare "$venv/bin/python" "$here/core_streams.py"
        check "cuda-core, range $range, bare: streams" \
            has 0 3 '^stream .* priority=.*CUDA_SUCCESS' "$runs/cuda-core.$range.bare.out"
        for level in $(numba_levels "$range"); do
            run cuda-core "$range" "$level" "$venv/bin/python" "$here/core_streams.py"
            compare cuda-core "$range" "$level"
        done
    done

    # Without the start-up files of site-packages (-S): one of them puts numba-cuda in its place. It
    # takes a function with "_v2" to its name where there is one, so its driver is one without a
    # future (FAKE_CUDA_FUTURE).
    for packages in "$venv"/lib/python3*/site-packages; do :; done
    client_libraries=$build/tests/fake/driver_11
    numba_streams numba-ctypes \
        env PYTHONPATH="$packages" "$python" -S "$here/numba_streams.py" numba
    client_libraries=$driver
}
