# SPDX-License-Identifier: MIT
# desktop.sh - an entry of the user's in place of the system's.

# A launcher may be gone before the program is: wait for it.
wait_for() {
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        took "$@" && return
        sleep 0.5
    done
    return 1
}

overridden() {
    recipe desktop >"$room/desktop"
    inside env XDG_DATA_DIRS="$room/share" xvfb-run -a sh -e ./desktop && wait_for 1 low
}

by_dex() {
    : >"$room/streams"
    inside dex .local/share/applications/blender.desktop && wait_for 1 low
}

desktop_recipes() {
    all_here desktop desktop-file-validate dex gtk-launch xvfb-run || return
    cat >"$room/share/applications/blender.desktop" <<END
[Desktop Entry]
Type=Application
Name=Blender
Exec=$room/train %f
END
    check "desktop: the user's entry in place of the system's, by gtk-launch" overridden
    check "desktop: the user's entry, by dex" by_dex
}
