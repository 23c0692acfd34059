# SPDX-License-Identifier: MIT
# triton.sh - Triton, whose driver is a Python extension that it compiles, links to libcuda.so.1 and
# opens. It makes no stream: it works on those that its caller made.

triton_requirement='triton==3.9.0' # 290 MB, and no other package

python_headers() {
    "$python" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))'
}

triton_client() {
    if [ -z "$python" ] || ! python_headers || ! command -v gcc >/dev/null; then
        skip "triton: no gcc or no Python.h (Debian: gcc python3-dev)"
        return
    fi
    if ! get_package "$triton_requirement"; then
        skip "triton: $missing"
        return
    fi
    # Each with nothing compiled yet, so that the compilers run under the shim too.
    for level in bare default low high; do
        client_home=$work/triton.$level
        rm -rf "$client_home"
        run triton 0:-5 "$level" "$venv/bin/python" "$here/triton_kernel.py"
    done
    client_home=$work/home
    check "triton, range 0:-5, bare: its driver works" \
        has 0 1 "^target .*backend='cuda', arch=90" "$runs/triton.0:-5.bare.out"
    check "triton, range 0:-5, bare: a kernel is compiled, which the stand-in can't load" \
        has 0 1 '^cuda cuModuleLoadData = 200$' "$runs/triton.0:-5.bare.record"
    for level in default low high; do
        compare triton 0:-5 "$level"
    done
}
