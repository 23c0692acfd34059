#!/bin/sh
# SPDX-License-Identifier: MIT
# rooms.sh ROOT: the house keeps its order. Which room may include which is written here, once; a
# room that isn't listed has no arrows, so a new one must be entered.
. "$(dirname "$0")/verdict.sh"

cd "$1" || exit 1

# Files that git would take; without git, all but build trees.
files=$(git ls-files -co --exclude-standard 2>/dev/null)
if [ -z "$files" ]; then
    files=$(find . -path './build*' -prune -o -path ./.git -prune -o -type f -print |
        sed 's|^\./||')
fi

# A tree that isn't seen would be in the best of order.
printf '%s\n' "$files" | grep -qx shim/start.c || bad "no sources are seen under $(pwd)"

# The core's arrows, down only: FILE may include these. Every room may include its own header, and
# the core knows no runtime's folder.
core_arrows()
{
    case $1 in
    start.c) echo asked.h report.h symbols.h ;;
    objects.c) echo loader.h symtab.h system.h warm.h ;;
    loader.c) echo symtab.h system.h ;;
    asked.c | asked.h) echo loader.h log.h settings.h warm.h ;;
    settings.c) echo settings.def ;;
    settings.h) echo priority.h settings.def ;;
    lookup.c) echo runtime.h runtime.def symbols.h text.h ;;
    lookup_*.S) echo runtime.def ;;
    runtime.h) echo direct.h runtime.def ;;
    lookup.h) echo direct.h ;;
    symbols.c | symbols.h) echo loader.h objects.h symtab.h warm.h ;;
    symtab.c) echo text.h ;;
    report.c) echo asked.h counts.h log.h report_text.h system.h ;;
    report_text.c) echo asked.h counts.h system.h ;;
    report_text.h) echo line.h report.h ;;
    counts.c) echo asked.h system.h ;;
    counts.h) echo report.h ;;
    log.[ch]) echo line.h system.h ;;
    line.[ch] | priority.[ch] | objects.h | symtab.h | text.h | direct.h | loader.h | report.h | system.h | warm.h) ;;
    *) return 1 ;;
    esac
}

# What a runtime's folder may take from the core: not the lookup and the start, which come to it.
runtime_arrows='../asked.h ../direct.h ../log.h ../priority.h ../objects.h ../report.h ../runtime.h ../settings.h ../symbols.h
    ../symtab.h ../system.h ../text.h ../warm.h'
# What the launcher and its probe share with the library. The probe is a program of its own.
tools_arrows='settings.h priority.h line.h'

# included FILE: the names that it includes, of files of this project as far as the form can tell.
included()
{
    sed -n -e 's/^[ \t]*#[ \t]*include[ \t]*"\([^"]*\)".*/\1/p' \
        -e 's/^[ \t]*#[ \t]*include[ \t]*<\([^>]*\)>.*/<\1/p' "$1" | while read -r name; do
        case $name in
        '<'*) [ ! -e "shim/${name#<}" ] || echo "${name#<}" ;; # <lookup.h> is no way around
        *) echo "$name" ;;
        esac
    done
}

# is_own FOLDER NAME: a file of that folder; a path would lead out of it.
is_own()
{
    [ "${2#*/}" = "$2" ] && [ -f "$1/$2" ]
}

# is_among WORD LIST: the list is on one line or several.
is_among()
{
    case " $(printf '%s ' "$2" | tr -s '\n ' '  ') " in
    *" $1 "*) ;;
    *) return 1 ;;
    esac
}

for file in $files; do
    case $file in
    *.c | *.h | *.S | *.cu) ;;
    *) continue ;;
    esac
    [ -f "$file" ] || continue # deleted, and git not told yet
    folder=$(dirname "$file")
    own=$(basename "${file%.*}").h
    case $file in
    shim/*/*/*) bad "$file: a runtime's folder has no folders" ;;
    shim/*/*)
        for name in $(included "$file"); do
            case $name in
            ../*) is_among "$name" "$runtime_arrows" || bad "$file includes $name" ;;
            */*) bad "$file includes $name: another runtime is none of its business" ;;
            *) is_own "$folder" "$name" || bad "$file includes $name, which is not of its folder" ;;
            esac
        done
        ;;
    shim/*)
        arrows=$(core_arrows "${file#shim/}") || bad "$file: no arrows are declared for this room"
        for name in $(included "$file"); do
            is_among "$name" "$own $arrows" || bad "$file includes $name"
        done
        ;;
    tools/*/*)
        for name in $(included "$file"); do
            is_own "$folder" "$name" || is_among "$name" "$tools_arrows" || bad "$file includes $name"
        done
        ;;
    tools/*)
        for name in $(included "$file"); do
            is_own tools "$name" || is_among "$name" "$tools_arrows" || bad "$file includes $name"
        done
        ;;
    tests/fake/*)
        # With hooks.def a wrong row would be wrong on both sides; so with anything of ours.
        for name in $(included "$file"); do
            is_own tests/fake "$name" || bad "$file includes $name, which is not the stand-in's own"
        done
        ;;
    esac
done
# By the build's include folders it would go unseen.
sed 's/#.*//' tests/fake/CMakeLists.txt | grep -q shim && bad "tests/fake/CMakeLists.txt names shim"

for file in $files; do
    [ -f "$file" ] || continue
    case $file in
    tools/*.[17] | tools/*.[17].md) ;; # manual pages, one to a subject
    shim/* | tools/*)
        lines=$(wc -l <"$file")
        [ "$lines" -le 400 ] || bad "$file has $lines lines; no file needs more than 400"
        ;;
    esac
    case $file in
    */utils.* | */util.* | */common.* | */misc.* | */helpers.* | */utils/* | */common/* | */misc/*)
        bad "$file: a name that says nothing"
        ;;
    esac
    # A user's file beside them is none of the project's, as far as git can tell.
    case $file in
    */*) ;;
    *) git ls-files --error-unmatch "$file" >/dev/null 2>&1 || ! git rev-parse >/dev/null 2>&1 || continue ;;
    esac
    case ${file%%/*} in
    shim | tests | tools | CMakeLists.txt | README.md | LICENSE | .*) ;;
    *) bad "${file%%/*}: not a permitted entry of the top level" ;;
    esac
done
verdict "rooms and arrows"
