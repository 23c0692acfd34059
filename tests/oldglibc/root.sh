# SPDX-License-Identifier: MIT
# root.sh - the root of an older release, for its glibc: unpacked, never configured or booted.

release_of() {
    # shellcheck disable=SC1091
    . /etc/os-release
    case $ID in
    ubuntu) echo focal ;;
    *) echo bullseye ;;
    esac
}

# Where this machine has its own release's packages from; nothing: debootstrap's own choice.
mirror_of() {
    # shellcheck disable=SC1091
    . /etc/os-release
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' \
        "Release: ${VERSION_CODENAME:-}" 2>/dev/null | head -n 1
}

# make_root FOLDER LOG: else says in $missing why not.
make_root() {
    folder=$1
    log=$2
    [ -e "$folder/.complete" ] && return
    if [ "$(id -u)" != 0 ]; then
        missing="chroot needs root's rights"
        return 1
    fi
    if ! command -v debootstrap >/dev/null; then
        missing="no debootstrap (Debian: debootstrap)"
        return 1
    fi
    rm -rf "$folder"
    # shellcheck disable=SC2046 # no word where there is no mirror
    if ! timeout -k 5 540 debootstrap --foreign --variant=minbase --include=libc6-dev \
        "$(release_of)" "$folder" $(mirror_of) >"$log" 2>&1; then
        missing="debootstrap $(release_of): $(grep . "$log" | tail -n 1)"
        return 1
    fi
    # What a compiler needs; debootstrap leaves these packages for later.
    for package in libc6-dev linux-libc-dev libcrypt-dev; do
        for file in "$folder/var/cache/apt/archives/${package}"_*.deb; do
            if ! timeout 60 dpkg-deb -x "$file" "$folder" >"$log" 2>&1; then
                missing="cannot unpack $package: $(tail -n 1 "$log")"
                return 1
            fi
        done
    done
    # A link that names its target from / is one out of the root, for a compiler outside it.
    find "$folder/usr/lib" "$folder/usr/lib64" -lname '/*' 2>/dev/null | while read -r link; do
        target=$folder$(readlink "$link")
        if [ -e "$target" ] || [ -L "$target" ]; then
            ln -sfnr "$target" "$link"
        fi
    done
    rm -rf "$folder/var/cache/apt/archives"
    # In a container debootstrap makes a link of it, which leads nowhere from inside.
    [ ! -L "$folder/proc" ] || rm "$folder/proc"
    mkdir -p "$folder/proc"
    touch "$folder/.complete"
}
