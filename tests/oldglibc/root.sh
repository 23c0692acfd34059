# SPDX-License-Identifier: MIT
# Sourced by run.sh: the root of an older release, for its glibc: unpacked, never configured or
# booted.

release_of() {
    # shellcheck disable=SC1091
    . /etc/os-release
    case $ID in
    ubuntu) echo focal ;;
    *) echo bullseye ;;
    esac
}

# make_old_root FOLDER LOG: else says in $missing why not.
make_old_root() {
    [ -e "$1/.complete" ] && return
    make_root "$1" "$2" "$(release_of)" --foreign --include=libc6-dev || return
    folder=$1
    log=$2
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
    touch "$folder/.complete"
}
