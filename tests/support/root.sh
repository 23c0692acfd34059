# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced by the tiers that need one: the root of a Debian or Ubuntu release, by debootstrap.
# What runs in it does so by chroot, or by enter.sh where it needs /proc.

# Where this machine has its own release's packages from; nothing: debootstrap's own choice.
mirror_of() {
    # shellcheck disable=SC1091
    . /etc/os-release
    # shellcheck disable=SC2016 # apt expands it
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' \
        "Release: ${VERSION_CODENAME:-}" 2>/dev/null | head -n 1
}

# make_root FOLDER LOG RELEASE OPTION...: of the least size; else says in $missing why not.
make_root() {
    folder=$1 log=$2 release=$3
    shift 3
    if [ "$(id -u)" != 0 ]; then
        missing="chroot needs root's rights"
        return 1
    fi
    if ! command -v debootstrap >/dev/null; then
        missing="no debootstrap (Debian: debootstrap)"
        return 1
    fi
    rm -rf "$folder"
    # shellcheck disable=SC2046,SC2086 # no word where there is no mirror, or no right to mount
    # What it mounts is gone with it, however it ends.
    apart=$(unshare --mount true 2>/dev/null && echo unshare --mount)
    if ! timeout -k 5 540 $apart debootstrap --variant=minbase "$@" \
        "$release" "$folder" $(mirror_of) >"$log" 2>&1; then
        missing="debootstrap $release: $(grep . "$log" | tail -n 1)"
        return 1
    fi
    # In a container debootstrap makes a link of it, which leads nowhere from inside.
    [ ! -L "$folder/proc" ] || rm "$folder/proc"
    mkdir -p "$folder/proc"
}
