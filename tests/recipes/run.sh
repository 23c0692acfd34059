#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BUILD_DIR [WORK_DIR] - the tier "recipes": the blocks of tools/recipes.md, as they stand
# there, with `train` a CUDA program on the stand-in driver. What each must show is that the level
# arrives at the program's streams; where the text says that it doesn't, that it doesn't.
#
# A line for each check, then "N passed, N failed, N skipped"; the status is 1 if a check failed. A
# recipe whose programs aren't there, or that this machine doesn't let run, is skipped, and the
# reason named. But for a Python package in a virtual environment nothing is installed. It takes
# root, for most: daemons are started, in name spaces of their own. Debian packages:
PACKAGES="cmake util-linux sudo systemd dbus dbus-user-session desktop-file-utils dex libgtk-3-bin
    xvfb xauth gamemode openmpi-bin openssh-client python3 python3-venv python3-torch munge
    slurm-client slurmctld slurmd podman crun"
set -u
umask 022

if [ $# -lt 1 ] || [ $# -gt 2 ] || [ ! -x "$1/bin/prio-exec" ] || [ ! -x "$1/tests/apps/host" ];
then
    echo "usage: run.sh BUILD_DIR [WORK_DIR] (a folder that prioshim was built in, with its tests)" >&2
    # shellcheck disable=SC2086 # words, on purpose
    echo "Debian packages:" $PACKAGES >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd) || exit 2
build=$(cd "$1" && pwd) || exit 2
. "$here/../support/tier.sh"
work_in ${2:+"$2"}
detail_lines=16
chmod 755 "$work" # another user comes into it

recipes=$here/../../tools/recipes.md
prefix=$work/usr/local
room=$work/room
limit=60

# all_here TITLE COMMAND...: are they all there? Where one isn't, the recipe is skipped.
all_here() {
    title=$1
    shift
    for each in "$@"; do
        if ! PATH=$PATH:/usr/games:/usr/sbin:/sbin command -v "$each" >/dev/null; then
            skip "$title: no such command: $each (PACKAGES in tests/recipes/run.sh has its package)"
            return 1
        fi
    done
}

# own_mounts TITLE: may it mount, in a name space of its own?
own_mounts() {
    unshare --mount --propagation private true 2>"$work/detail" && return
    skip "$1: takes root, and a mount name space: $(tail -n 1 "$work/detail")"
    return 1
}

# recipe NAME: the block of that name. What it finds in the system's folders the tests have in
# theirs.
recipe() {
    echo "$1" >>"$work/tried"
    sed -n "/^\`\`\`[a-z]* $1\$/,/^\`\`\`\$/{/^\`\`\`/!p}" "$recipes" |
        sed -e "s,/usr/local,$prefix,g" -e "s,/opt/prioshim,$work/opt/prioshim,g" \
            -e "s,/usr/share/applications,$room/share/applications,g" >"$work/block"
    [ -s "$work/block" ] || echo "no block '$1' in $recipes" >&2
    cat "$work/block"
}

# room: an empty folder, and in it the program, which writes down each stream that it makes. low is 3
# there and high -7: no number that a stream would have without being told.
room() {
    rm -rf "$room"
    mkdir -p "$room/share/applications" || exit 2
    cat >"$room/train" <<END
#!/bin/sh
export LD_LIBRARY_PATH=$build/tests/fake/driver:$build/tests/fake/runtime FAKE_CUDA_RANGES=3:-7
[ ! -e "$room/maps" ] || cat /proc/self/maps >>"$room/maps"
exec $build/tests/apps/host local >>"$room/streams"
END
    chmod 755 "$room/train"
    : >"$room/streams"
    chmod 666 "$room/streams"
}

# inside COMMAND...: in the room, with little in the environment.
inside() {
    (
        cd "$room" || exit 125
        exec timeout -k 5 "$limit" env -i HOME="$room" TMPDIR="$room" LC_ALL=C.UTF-8 \
            PATH="${path:-}$prefix/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/games" "$@" </dev/null
    )
}

# took PROCESSES LEVEL: so many processes ran, and each stream has the level ("none": what it has
# without one).
took() {
    case $2 in low) number=3 ;; high) number=-7 ;; none) number='\(0\|1\|-3\|-7\)' ;; esac
    all=$(grep -c ' priority=' "$room/streams")
    right=$(grep -c " priority=$number " "$room/streams")
    echo "$all streams, $right of them as they should be"
    [ "$all" -eq $(($1 * each_has)) ] && [ "$right" -eq "$all" ]
}

# runs NAME PROCESSES LEVEL COMMAND...: the block NAME, as a file that ends the command.
runs() {
    name=$1 processes=$2 level=$3
    shift 3
    recipe "$name" >"$room/$name"
    inside "$@" "./$name" && took "$processes" "$level"
}

for part in shell sudo service desktop launchers slurm container pod; do
    . "$here/$part.sh"
done

# What an earlier install wrote down, by which it can be taken away again, is not ours to lose.
manifest=$build/install_manifest.txt
rm -f "$work/manifest"
[ ! -e "$manifest" ] || cp -p "$manifest" "$work/manifest"
put_back() {
    if [ -e "$work/manifest" ]; then cp -p "$work/manifest" "$manifest"; else rm -f "$manifest"; fi
}

: >"$work/tried"
cmake --install "$build" --prefix "$prefix" >"$work/install" || exit 1
room
inside ./train
each_has=$(grep -c ' priority=' "$room/streams")
check "the program, bare: its streams have no level" took 1 none

for part in shell sudo service desktop launchers slurm container pod; do
    room
    path=''
    "${part}_recipes"
done

# sourced: a block without a name isn't tried. Does its section begin with what it was read in?
sourced() {
    awk '/^## / { section = $0; source = 0 }
        /^From documentation \(/ { source = 1 }
        /^```/ && NF == 1 && !inside && !source { print section; bad = 1 }
        /^```/ { inside = !inside }
        END { exit bad }' "$recipes"
}

all_tried() {
    sed -n 's/^```[a-z]* \(.*\)$/\1/p' "$recipes" | sort >"$work/named"
    sort -u "$work/tried" | diff "$work/named" -
}

put_back
check "each block without a name has a source" sourced
if [ "$skipped" -eq 0 ]; then
    check "each block with a name was tried" all_tried
else
    skip "each block with a name was tried: some were skipped"
fi

finish
