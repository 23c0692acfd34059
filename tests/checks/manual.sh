#!/bin/sh
# SPDX-License-Identifier: MIT
# manual.sh TOOLS [write]: the manual pages are clean to mandoc, groff and man, and no line of theirs
# is wider than 80 columns; PAGE.md, which is for GitHub (it doesn't render manual pages), is what
# mandoc makes of PAGE. With `write` the copies are made anew.
. "$(dirname "$0")/verdict.sh"

tools=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

markdown()
{
    echo '<!-- SPDX-License-Identifier: MIT -->'
    mandoc -T markdown "$1"
}

# clean COMMAND...: it has nothing to say.
clean()
{
    said=$("$@" 2>&1) && [ -z "$said" ] || bad "$* says: $said"
}


tried=
for page in "$tools"/*.[1-8]; do
    name=${page##*/}
    if command -v mandoc >/dev/null; then
        tried="$tried mandoc"
        [ "${2-}" != write ] || markdown "$page" >"$page.md"
        clean mandoc -T lint -W warning "$page"
        markdown "$page" | cmp -s - "$page.md" ||
            bad "$name.md is not made of $name: sh tests/checks/manual.sh tools write"
    fi
    if command -v groff >/dev/null; then
        tried="$tried groff"
        clean groff -ww -man -z "$page"
    fi
    if command -v man >/dev/null && man --version 2>/dev/null | grep -q '^man 2'; then
        tried="$tried man"
        LC_ALL=C.UTF-8 MANWIDTH=80 MANROFFOPT=-ww man -l "$page" >"$work/text" 2>"$work/said" ||
            bad "man cannot show $name"
        [ ! -s "$work/said" ] || bad "man says of $name: $(cat "$work/said")"
        wide=$(LC_ALL=C.UTF-8 wc -L <"$work/text")
        [ "$wide" -le 80 ] || bad "$name has a line of $wide columns"
    fi
done
if [ -z "$tried" ]; then
    skip "there is neither mandoc nor groff nor man"
    exit 77
fi
for tool in mandoc groff man; do
    case $tried in *$tool*) ;; *) skip "there is no $tool" ;; esac
done
verdict "the manual pages"
