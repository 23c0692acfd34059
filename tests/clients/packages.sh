# SPDX-License-Identifier: MIT
# packages.sh - Python packages, fetched into a virtual environment of the tier's own.

venv=$work/venv

last_words() {
    grep . "$work/pip.log" | tail -n 1
}

# get_package REQUIREMENT...: installs them in the virtual environment; else says in $missing why not.
get_package() {
    if [ -z "$python" ]; then
        missing="no python3"
        return 1
    fi
    if [ ! -x "$venv/bin/pip" ] && ! timeout 120 "$python" -m venv "$venv" >"$work/pip.log" 2>&1; then
        rm -rf "$venv"
        missing="no virtual environment (Debian: python3-venv): $(last_words)"
        return 1
    fi
    if ! timeout 300 "$venv/bin/pip" install --quiet --disable-pip-version-check \
        --only-binary :all: "$@" >"$work/pip.log" 2>&1; then
        missing="pip can't fetch $*: $(last_words)"
        return 1
    fi
}
