# SPDX-License-Identifier: MIT
# bindings.sh - NVIDIA's Python bindings, which find the driver's functions by cuGetProcAddress.

# Of the stand-in's own version: later ones may ask for what it hasn't got.
bindings_requirement='cuda-bindings==13.0.*'

bindings_client() {
    if ! get_package "$bindings_requirement"; then
        skip "bindings: $missing"
        return
    fi
    for range in 0:-5 1:-1; do
        run bindings "$range" bare "$venv/bin/python" "$here/bindings_streams.py"
        check "bindings, range $range, bare: a stream by each function" \
            has 0 4 '^stream .* priority=' "$runs/bindings.$range.bare.out"
        for level in default low high low-keep high-keep; do
            run bindings "$range" "$level" "$venv/bin/python" "$here/bindings_streams.py"
            compare bindings "$range" "$level"
        done
    done

    # The runtime in them finds out that the stand-in is no driver of NVIDIA's, and makes no stream.
    run bindings-runtime 0:-5 bare "$venv/bin/python" "$here/bindings_runtime.py"
    check "bindings-runtime, range 0:-5, bare: it asks the driver for its functions" \
        has 0 1 'cuGetProcAddress.* symbol=cuStreamCreate ' "$runs/bindings-runtime.0:-5.bare.record"
    for level in default low high; do
        run bindings-runtime 0:-5 "$level" "$venv/bin/python" "$here/bindings_runtime.py"
        compare bindings-runtime 0:-5 "$level"
    done
}
