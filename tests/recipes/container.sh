# SPDX-License-Identifier: MIT
# container.sh - podman, with an image that is made of this machine's own shell and C library.

# Where this machine is a container itself podman may set neither limits nor control groups; and crun
# refuses a machine that has both versions of the latter.
podman_in_here() {
    mkdir -p "$room/bin" "$room/etc"
    cat >"$room/etc/containers.conf" <<END
[containers]
cgroups = "disabled"
netns = "none"
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "none"
runtime = "crun"
END
    cat >"$room/etc/storage.conf" <<END
[storage]
driver = "vfs"
graphroot = "$work/podman/graph"
runroot = "$work/podman/run"
END
    # What the blocks call: the stand-in, and the record of streams, are let into each container.
    cat >"$room/bin/podman" <<END
#!/bin/sh
export CONTAINERS_CONF=$room/etc/containers.conf CONTAINERS_STORAGE_CONF=$room/etc/storage.conf
podman=/usr/bin/podman
if [ "\$1" = run ]; then
    shift
    set -- run --pull never -v "$build/tests:$build/tests:ro" -v "$room/streams:$room/streams" "\$@"
fi
[ ! -d /sys/fs/cgroup/unified ] || exec unshare --mount --propagation private sh -c \
    'umount /sys/fs/cgroup/unified; exec "\$@"' sh \$podman "\$@"
exec \$podman "\$@"
END
    chmod 755 "$room/bin/podman"
    path=$room/bin:
}

# An image named train: dash and the C library, and the program at its root. Folders first: where
# /bin is a link, what it leads to must be there.
image() {
    mkdir -p "$room/image"
    # shellcheck disable=SC2046 # words, on purpose
    { printf '%s\n' /usr /usr/bin /usr/lib /usr/lib64 /usr/sbin /etc /tmp &&
        dpkg-query -L base-files dash libc6 | grep -v -e /usr/share -e '^/\.$' | sort -u; } |
        awk '!seen[$0]++' | tar --no-recursion -cf "$room/image.tar" -T - 2>/dev/null
    tar -C "$room" -rf "$room/image.tar" train
    inside podman import --change WORKDIR=/ --change 'ENTRYPOINT ["./train"]' image.tar train
}

run_container() {
    : >"$room/streams"
    runs "$@"
}

# The image's own entry point is the program, so that a command given to `run` is its argument; for
# the two recipes that name a command it has none.
plain_image() {
    inside podman import --change WORKDIR=/ image.tar train
}

made_into_the_image() {
    : >"$room/streams"
    inside cmake --install "$build" --prefix "$room/prioshim" >/dev/null || return
    recipe image >"$room/Dockerfile"
    runs image-run 1 low sh -e
}

from_outside() {
    : >"$room/streams"
    inside prio-exec --quiet low podman run --rm train ./train && took 1 none
}

container_recipes() {
    all_here container podman crun unshare dpkg-query && own_mounts container || return
    podman_in_here
    if ! image >"$room/out" 2>&1 || ! inside podman run --rm train >"$room/out" 2>&1; then
        skip "container: none runs here: $(tail -n 1 "$room/out")"
        return
    fi
    ln -s "$build" "$room/build"
    recipe container-install >"$room/install"
    check "container: the folder to mount" inside sh -e ./install
    check "container: mounted, with the variables" run_container container-variables 1 low sh -e
    plain_image >"$room/out" 2>&1
    check "container: mounted, with prio-exec inside" run_container container-mounted 1 low sh -e
    check "container: a Dockerfile's image" made_into_the_image
    check "container: prio-exec outside reaches nothing inside" from_outside
    rm -rf "$work/podman"
}
