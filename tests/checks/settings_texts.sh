#!/bin/sh
# SPDX-License-Identifier: MIT
# settings_texts.sh ROWS PRIO_EXEC TOOLS: what people read of settings and options is what there is.
# ROWS is the program settings_rows, PRIO_EXEC the launcher, TOOLS the folder with the manual page
# and the completions. A part that isn't written yet is skipped, by name.
. "$(dirname "$0")/verdict.sh"

rows=$("$1") || exit 1
tools=$3

# mentions TEXT WORD: whether the word stands in the text, with no letter, digit, - or _ beside it.
mentions()
{
    printf '%s\n' "$1" | grep -qE -e "(^|[^A-Za-z0-9_-])$2([^A-Za-z0-9_-]|\$)"
}

options_of()
{
    printf '%s\n' "$1" | grep -oE -e '(^|[^A-Za-z0-9_-])--[a-z][a-z-]*' |
        grep -oE -e '--[a-z-]+' | sort -u
}

# The variables and words of every row, and no further variable.
settings_in()
{
    what=$1
    text=$2
    while read -r variable default words; do
        mentions "$text" "$variable" || bad "$what does not name $variable"
        for word in $words; do
            mentions "$text" "$word" || bad "$what does not name '$word' of $variable"
        done
        : "$default"
    done <<END
$rows
END
    for variable in $(printf '%s\n' "$text" | grep -oE 'PRIOSHIM_[A-Z_]+' | sort -u); do
        printf '%s\n' "$rows" | grep -q "^$variable " ||
            bad "$what names $variable: no such setting"
    done
}

# The options of the help text, and no further one.
options_in()
{
    theirs=$(options_of "$2")
    for option in $options; do
        printf '%s\n' "$theirs" | grep -qx -e "$option" || bad "$1 does not name $option"
    done
    for option in $theirs; do
        printf '%s\n' "$options" | grep -qx -e "$option" || bad "$1 names $option: no such option"
    done
}

if [ ! -x "$2" ]; then
    skip "help, manual page, completions: there is no prio-exec at $2 yet"
    exit 77
fi
help=$("$2" --help) || bad "prio-exec --help fails"
# An option is a line of its own in the help; '--help' in a sentence is none.
options=$(printf '%s\n' "$help" | sed -n 's/^  *\(--[a-z][a-z-]*\).*/\1/p' | sort -u)
[ -n "$options" ] || bad "prio-exec --help lists no option"
settings_in "prio-exec --help" "$help"
# In the help a row's words stand together, and the default after them.
while read -r variable default words; do
    list=$(printf '%s\n' "$words" | sed 's/ /, /g')
    mentions "$help" "$list; $default" || bad "the help of $variable is not '($list; $default ...'"
done <<END
$rows
END

page=$tools/prio-exec.1
if [ -s "$page" ]; then
    # The page as text: escaped hyphens are hyphens, font changes nothing.
    plain=$(sed -e 's/\\-/-/g' -e 's/\\f[A-Z]//g' -e 's/\\f([A-Z]*//g' -e 's/\\//g' "$page")
    settings_in prio-exec.1 "$plain"
    # An option's entry is a line of its own; elsewhere a command of an example may have options.
    options_in prio-exec.1 "$(printf '%s\n' "$plain" | sed -n 's/^\.BR* \(--[a-z][a-z-]*\)\( .*\)*$/\1/p')"
else
    skip "manual page: $page is not written yet"
fi

# fish writes options as -l NAME; the others as they are typed. Levels are offered too.
levels=$(printf '%s\n' "$rows" | sed -n 's/^PRIOSHIM_PRIORITY [^ ]* //p')
for file in prio-exec.bash _prio-exec prio-exec.fish; do
    if [ ! -s "$tools/completions/$file" ]; then
        skip "completions: $tools/completions/$file is not written yet"
        continue
    fi
    text=$(sed -e 's/^ *#.*//' -e '/^ *complete /s/ -l  *\([a-z]\)/ --\1/g' \
        "$tools/completions/$file")
    options_in "$file" "$text"
    for level in $levels; do
        mentions "$text" "$level" || bad "$file does not offer $level"
    done
done
verdict "settings and options in the texts"
