# SPDX-License-Identifier: MIT
# enter.sh ROOT COMMAND...: chroot, with /proc there, by a mount that this command alone sees.
PATH=$PATH:/usr/sbin:/sbin
exec unshare --mount sh -c 'mount --rbind /proc "$1/proc" && exec chroot "$@"' - "$@"
