# SPDX-License-Identifier: MIT
# cupy.sh - CuPy, which carries NVIDIA's static runtime: that finds out that the stand-in is no
# driver of NVIDIA's, and makes no stream. What CuPy says to that must be the same under the shim.

cupy_requirement='cupy-cuda13x==14.2.0'

cupy_client() {
    if ! get_package "$cupy_requirement"; then
        skip "cupy: $missing"
        return
    fi
    run cupy 0:-5 bare "$venv/bin/python" "$here/cupy_calls.py"
    check "cupy, range 0:-5, bare: its runtime's answers" \
        has 0 5 ': CUDARuntimeError: ' "$runs/cupy.0:-5.bare.out"
    check "cupy, range 0:-5, bare: it asks the driver for its functions" \
        has 0 1 'cuGetProcAddress.* symbol=cuStreamCreate ' "$runs/cupy.0:-5.bare.record"
    for level in default low high; do
        run cupy 0:-5 "$level" "$venv/bin/python" "$here/cupy_calls.py"
        compare cupy 0:-5 "$level"
    done
}
