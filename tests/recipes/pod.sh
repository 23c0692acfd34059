# SPDX-License-Identifier: MIT
# pod.sh - the text for Kubernetes, by Kubernetes' schema as a package from PyPI has it.

validator='kubernetes-validate==1.37.*'

validated() {
    inside "$work/python/bin/kubernetes-validate" --strict "$1"
}

# The validator must find what a slip of the pen does.
refused() {
    sed 's/mountPath/mountpath/' "$room/pod.yaml" >"$room/slip.yaml"
    ! validated slip.yaml
}

pod_recipes() {
    all_here pod python3 || return
    if ! { /usr/bin/python3 -m venv "$work/python" &&
        "$work/python/bin/pip" install --quiet --disable-pip-version-check "$validator"; } \
        >"$room/pip" 2>&1; then
        skip "pod: no $validator: $(tail -n 1 "$room/pip")"
        return
    fi
    recipe pod >"$room/pod.yaml"
    check "pod: Kubernetes' schema takes it" validated pod.yaml
    check "pod: and refuses it with a slip" refused
}
