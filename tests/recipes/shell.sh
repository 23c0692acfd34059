# SPDX-License-Identifier: MIT
# shell.sh - an alias, and launchers that replace themselves.

# An alias without the blank at its end: prio-exec looks for a program named train.
without_the_blank() {
    recipe alias | sed "s/exec low '/exec low'/" >"$room/without"
    cat "$room/without"
    inside sh ./without
    [ $? -eq 127 ]
}

both_are_mapped() {
    sed 's/.* //' "$room/maps" | sort | uniq -c
    [ "$(grep -c 'libgamemodeauto.*r-xp\|r-xp.*libgamemodeauto' "$room/maps")" -eq 2 ] &&
        [ "$(grep -c 'r-xp.*libprioshim' "$room/maps")" -eq 2 ]
}

shell_recipes() {
    check "shell: an alias, of an alias" runs alias 1 low sh
    room
    check "shell: the alias needs the blank at its end" without_the_blank
    room
    check "shell: nice, ionice and chrt, in any order" runs nice 2 low sh -e

    all_here gamemode gamemoderun dbus-run-session || return
    room
    : >"$room/maps"
    check "shell: gamemoderun, in either order" runs gamemode 2 high dbus-run-session -- sh -e
    check "shell: gamemoderun: both libraries are mapped" both_are_mapped
}
