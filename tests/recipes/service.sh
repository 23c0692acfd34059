# SPDX-License-Identifier: MIT
# service.sh - a user's service, by a manager of its own (systemd --user) in name spaces of its own.

units=.config/systemd/user

# managed FILE...: the commands in the files, with a manager that runs. Status 77: it doesn't.
managed() {
    cat >"$room/managed" <<'END'
mount -t tmpfs tmpfs /run
mkdir -p /run/systemd/system /run/user # which say that systemd runs this machine
export XDG_RUNTIME_DIR=/run/user
chmod 700 /run/user
/lib/systemd/systemd --user --unit=basic.target >manager 2>&1 &
for try in 1 2 3 4 5 6 7 8 9 10; do
    systemctl --user --quiet is-active basic.target 2>/dev/null && break
    [ "$try" -lt 10 ] || exit 77
    sleep 0.5
done
status=0
for each in "$@"; do
    sh -e "./$each" || status=$?
done
systemctl --user exit
exit $status
END
    inside unshare --mount --pid --fork --mount-proc --propagation private sh ./managed "$@"
}

# started: the service, as its files are now.
started() {
    : >"$room/streams"
    find "$room/$units" -type f -exec cat {} +
    recipe service-start >"$room/start"
    managed start && took 1 low
}

verified() {
    inside env XDG_RUNTIME_DIR="$room" systemd-analyze --user verify "$room/$units/train.service"
}

# drop_in NAME: the service without the level, and with that drop-in.
drop_in() {
    recipe service | sed "s,^ExecStart=.*,ExecStart=%h/train," >"$room/$units/train.service"
    mkdir -p "$room/$units/train.service.d"
    recipe "$1" >"$room/$units/train.service.d/override.conf"
    verified && started
}

service_recipes() {
    all_here service systemctl systemd-analyze unshare || return
    mkdir -p "$room/$units"
    recipe service >"$room/$units/train.service"
    check "service: systemd-analyze verify" verified
    own_mounts "service, started" || return
    managed
    if [ $? -eq 77 ]; then
        skip "service, started: no manager of its own starts here: $(tail -n 1 "$room/manager")"
        return
    fi
    check "service: a command with prio-exec" started
    check "service: a drop-in with another command" drop_in service-command
    check "service: a drop-in with the variables" drop_in service-variables
}
