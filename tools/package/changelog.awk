# SPDX-License-Identifier: MIT
# The section "Changes" of README.md, as Debian writes a changelog: "### VERSION (DATE)", then "- "
# before each change. -v package=NAME -v maintainer="NAME <ADDRESS>".
function sign(    command, stamp)
{
    command = "LC_ALL=C date -u -R -d " date
    command | getline stamp
    close(command)
    printf "\n -- %s  %s\n", maintainer, stamp
}

/^## / {
    inside = $0 == "## Changes"
    next
}
!inside || /^$/ {
    next
}
/^### / {
    if (date) {
        sign()
        print ""
    }
    date = substr($3, 2, length($3) - 2)
    printf "%s (%s) unstable; urgency=medium\n\n", package, $2
    next
}
{
    if (!date)
        exit 1
    print /^- / ? "  * " substr($0, 3) : "  " $0
}
END {
    if (!date)
        exit 1
    sign()
}
