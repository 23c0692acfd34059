#!/bin/sh
# SPDX-License-Identifier: MIT
# links.sh ROOT: each link of a text to a file here, or to a heading, leads to one.
. "$(dirname "$0")/verdict.sh"

cd "$1" || exit 1
texts=$(git ls-files '*.md' 2>/dev/null)
[ -n "$texts" ] || { echo "not a git checkout" && exit 77; }

# headings TEXT: as GitHub names them in links.
headings()
{
    sed -n '/^```/,/^```$/d; s/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' |
        sed -e 's/[^a-z0-9 _-]//g' -e 's/ /-/g'
}

count=0
for text in $texts; do
    for link in $(tr '\n' ' ' <"$text" | grep -oE '\]\([^) ]+\)' | sed 's/^](\(.*\))$/\1/'); do
        case $link in *://*) continue ;; esac
        count=$((count + 1))
        file=${link%%#*}
        file=${file:+$(dirname "$text")/$file}
        file=${file:-$text}
        if [ ! -e "$file" ]; then
            bad "$text: $link: there is no $file"
            continue
        fi
        case $link in
        *#*) headings "$file" | grep -qxF -e "${link#*#}" || bad "$text: $link: no such heading" ;;
        esac
    done
done
[ "$count" -gt 0 ] || bad "no link in any text"
verdict "$count links lead somewhere"
