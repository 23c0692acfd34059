# SPDX-License-Identifier: MIT
# launchers.sh - mpirun and torchrun, on this machine alone.

# As root, and on a machine with one processor.
mpi="OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1"
# Debian 12's PyTorch 1.13 reads "0" for these, its default, as None with its Python 3.11.
torch="PET_REDIRECTS=1 PET_TEE=1"

launchers_recipes() {
    # shellcheck disable=SC2086 # words, on purpose
    if all_here mpirun mpirun; then
        check "mpirun: prio-exec after it" runs mpirun 2 low env $mpi sh
        room
        check "mpirun: the variables by -x" runs mpirun-variables 2 low env $mpi sh
        room
        check "mpirun: prio-exec before it" runs mpirun-here 2 low env $mpi sh
    fi
    room
    # shellcheck disable=SC2086
    if all_here torchrun torchrun; then
        echo "import os; os.execv('./train', ['./train'])" >"$room/train.py"
        check "torchrun: prio-exec before it, and after it" runs torchrun 4 low env $torch sh -e
    fi
}
