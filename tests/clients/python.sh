# SPDX-License-Identifier: MIT
# python.sh - CPython, which opens the driver by ctypes.

python_client() {
    if [ -z "$python" ]; then
        skip "python: no python3 (Debian: python3)"
        return
    fi
    for range in 0:-5 1:-1; do
        run python "$range" bare "$python" "$here/ctypes_streams.py"
        check "python, range $range, bare: streams by each way" \
            has 0 16 '^stream .* error=0 ' "$runs/python.$range.bare.out"
        for level in default low high low-keep high-keep; do
            run python "$range" "$level" "$python" "$here/ctypes_streams.py"
            compare python "$range" "$level"
        done
    done

    run python-missing 0:-5 bare "$python" "$here/ctypes_missing.py"
    for level in default low; do
        run python-missing 0:-5 "$level" "$python" "$here/ctypes_missing.py"
        compare python-missing 0:-5 "$level"
    done
    check "python-missing, range 0:-5, bare: none is there" \
        has 0 2 ': not there$' "$runs/python-missing.0:-5.bare.out"
    check "python-missing, range 0:-5, bare: the loader says so" \
        has 0 2 ': undefined symbol: ' "$runs/python-missing.0:-5.bare.out"
}
