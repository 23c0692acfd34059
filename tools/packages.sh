# SPDX-License-Identifier: MIT
# Sourced by demo.sh and test.sh: installs Debian or Ubuntu packages that are missing.

# install PACKAGE...: says what it does; fails if apt does.
install() {
    missing=
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
            missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    if ! command -v apt-get >/dev/null; then
        echo "Not Debian or Ubuntu; if the build fails, install what these packages hold:$missing" >&2
        return 0
    fi
    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif command -v sudo >/dev/null; then
        as_root=sudo
    else
        echo "To be installed as root first: apt-get install$missing" >&2
        return 1
    fi
    # shellcheck disable=SC2086 # words, on purpose
    echo "Installing $(echo $missing | wc -w) packages and what they need:$missing"
    log=$(mktemp) || return 1
    for try in 1 2 3; do
        # shellcheck disable=SC2086 # words, on purpose
        if $as_root apt-get -q update >"$log" 2>&1 &&
            $as_root env DEBIAN_FRONTEND=noninteractive \
                apt-get -q install -y --no-install-recommends $missing >>"$log" 2>&1; then
            rm -f "$log"
            return 0
        fi
        [ "$try" = 3 ] || sleep 5
    done
    cat "$log" >&2
    rm -f "$log"
    return 1
}

# known PACKAGE...: those of them that this release has.
known() {
    for package in "$@"; do
        if apt-cache show "$package" >/dev/null 2>&1; then
            echo "$package"
        fi
    done
}

BUILD_PACKAGES="gcc libc6-dev cmake make"
