# SPDX-License-Identifier: MIT
# slurm.sh - a cluster of this one machine: munged, slurmctld and slurmd, for as long as this takes.

# The three, as the user that runs this. The machine has two processors, whatever it has.
start_cluster() {
    host=$(uname -n | sed 's/\..*//')
    user=$(id -un)
    mkdir -p "$room/state" "$room/spool"
    head -c 1024 /dev/urandom >"$room/munge.key"
    chmod 400 "$room/munge.key"
    cat >"$room/slurm.conf" <<END
ClusterName=recipes
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=26817
SlurmdPort=26818
AuthType=auth/munge
AuthInfo=socket=$room/munge.socket
SlurmUser=$user
SlurmdUser=$user
StateSaveLocation=$room/state
SlurmdSpoolDir=$room/spool
SlurmctldPidFile=$room/slurmctld.pid
SlurmdPidFile=$room/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
NodeName=$host NodeAddr=127.0.0.1 CPUs=2
SlurmdParameters=config_overrides
PartitionName=all Nodes=ALL Default=YES OverSubscribe=FORCE:4 State=UP
END
    daemons=
    daemon munged --force --foreground --key-file="$room/munge.key" --socket="$room/munge.socket" \
        --pid-file="$room/munged.pid" --seed-file="$room/munge.seed" --log-file="$room/munged.log"
    sleep 1
    daemon slurmctld -D
    sleep 1
    daemon slurmd -D
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        inside env SLURM_CONF="$room/slurm.conf" sinfo --noheader --format %T 2>&1 | grep -q idle && return
        sleep 0.5
    done
    return 1
}

# daemon COMMAND...: as inside, but $! must be its own: it ends when stop_cluster says so.
daemon() {
    (
        cd "$room" || exit 125
        exec timeout -k 5 300 env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin \
            SLURM_CONF="$room/slurm.conf" "$@"
    ) </dev/null >"$room/$1.out" 2>&1 &
    daemons="$daemons $!"
}

stop_cluster() {
    # shellcheck disable=SC2086 # words, on purpose
    kill $daemons 2>/dev/null
    # shellcheck disable=SC2086
    wait $daemons 2>/dev/null
}

# again NAME...: as runs, in the same room.
again() {
    : >"$room/streams"
    runs "$@"
}

by_batch() {
    : >"$room/streams"
    recipe sbatch >"$room/sbatch"
    inside env SLURM_CONF="$room/slurm.conf" sbatch --wait --output=batch.out ./sbatch
    cat "$room/batch.out"
    took 2 low
}

# lost EXPORT: srun, started with the level, and told to hand on little.
lost() {
    : >"$room/streams"
    inside env SLURM_CONF="$room/slurm.conf" prio-exec low srun --export="$1" ./train && took 1 none
}

handed_on() {
    : >"$room/streams"
    inside env SLURM_CONF="$room/slurm.conf" prio-exec low srun ./train && took 1 low
}

slurm_recipes() {
    all_here slurm munged slurmctld slurmd srun sbatch || return
    if ! start_cluster; then
        skip "slurm: no cluster starts here: $(cat "$room"/munged.out "$room"/slurm*.out | tail -n 1)"
        stop_cluster
        return
    fi
    check "slurm: srun" again srun 2 low env SLURM_CONF="$room/slurm.conf" sh
    check "slurm: a batch script" by_batch
    check "slurm: the variables by --export" \
        again srun-variables 2 low env SLURM_CONF="$room/slurm.conf" sh
    check "slurm: prio-exec before srun" handed_on
    check "slurm: prio-exec before srun --export=NONE is lost" lost NONE
    check "slurm: prio-exec before srun --export=PATH is lost" lost PATH
    stop_cluster
}
