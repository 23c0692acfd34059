# SPDX-License-Identifier: MIT
# sudo.sh - sudo by a user that may, in a mount name space where sudoers says so.

# by_nobody FILE: what the file holds, run by a user who isn't root.
by_nobody() {
    inside unshare --mount --propagation private sh -e -c '
        mount --bind "$1/sudoers" /etc/sudoers.d
        exec setpriv --reuid nobody --regid nogroup --clear-groups sh -e "./$2"' sh "$room" "$1"
}

sudoers() {
    mkdir -p "$room/sudoers"
    cat >"$room/sudoers/recipes" <<END
nobody ALL=(ALL) NOPASSWD: ALL
Defaults:nobody secure_path="$prefix/bin:/usr/bin:/bin"
$*
END
    chmod 440 "$room/sudoers/recipes"
}

sudo_inside() {
    recipe sudo >"$room/sudo"
    by_nobody sudo && took 1 low
}

# sudo_outside: the program runs, without the level, and prio-exec has warned of it.
sudo_outside() {
    rm -f "$room/streams" # root's, now
    echo "prio-exec low sudo ./train" >"$room/outside"
    by_nobody outside 2>"$room/warning"
    cat "$room/warning"
    took 1 none && grep -q "^prio-exec: warning: 'sudo'" "$room/warning"
}

sudo_strict() {
    echo "prio-exec --strict low sudo ./train" >"$room/strict"
    by_nobody strict
    [ $? -eq 125 ]
}

sudo_recipes() {
    all_here sudo sudo setpriv unshare && own_mounts sudo || return
    if ! setpriv --reuid nobody --regid nogroup --clear-groups test -x "$build/tests/apps/host"; then
        skip "sudo: another user can't reach $build"
        return
    fi
    sudoers
    check "sudo: prio-exec after it" sudo_inside
    check "sudo: prio-exec before it reaches nothing, and says so" sudo_outside
    check "sudo: prio-exec before it, --strict" sudo_strict
    sudoers 'Defaults:nobody env_keep += "LD_PRELOAD PRIOSHIM_PRIORITY"'
    check "sudo: prio-exec before it, and env_keep" sudo_outside
}
