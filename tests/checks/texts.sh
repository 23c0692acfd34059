#!/bin/sh
# SPDX-License-Identifier: MIT
# texts.sh PRIO_EXEC ROOT: levels, options and settings are the same in all that people read of them.
#
# What there is, is what `prio-exec --help` prints of options.def and settings.def. Each other text
# is brought into the form "KIND<tab>NAME<tab>WHAT IT DOES", a line each, and must have each line of
# its kinds and no other. The manual pages are read as check_manual keeps them in Markdown; there the
# first sentence of an entry is the help line. So is the beginning of a row of a table in README.md.
. "$(dirname "$0")/verdict.sh"

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
tools=$2/tools
tab=$(printf '\t')

"$1" --help >"$work/help" || bad "prio-exec --help fails"
awk '
    /^[A-Z].*:$/ { section = $1; next }
    !/^  / { section = ""; next }
    section == "Levels:" || section == "Options:" {
        text = substr($0, 22); sub(/ *$/, "", text)
        print (section == "Levels:" ? "level" : "option") "\t" $1 "\t" text
    }
    section == "Settings," && $1 ~ /^PRIOSHIM_/ { name = $1; text = substr($0, 22) }
    section == "Settings," && $1 ~ /^\(/ { sub(/^ */, ""); print "setting\t" name " " $0 "\t" text }
' "$work/help" >"$work/rows"
for kind in level option setting; do
    grep -q "^$kind$tab" "$work/rows" || bad "prio-exec --help has no $kind"
done
long=$(awk 'length > 80' "$work/help")
[ -z "$long" ] || bad "prio-exec --help has a line of more than 80 columns: $long"

# same WHAT KINDS TEXT [COLUMNS]: the text, in the form above, has the rows of these kinds; of their
# columns only the first so many if there is a number.
same()
{
    grep -E "^($2)$tab" "$work/rows" | cut -f "1-${4:-3}" | sort >"$work/wanted"
    sort "$3" | cut -f "1-${4:-3}" >"$work/found"
    missing=$(comm -23 "$work/wanted" "$work/found")
    surplus=$(comm -13 "$work/wanted" "$work/found")
    [ -z "$missing" ] || bad "$1 lacks, or has differently: $missing"
    [ -z "$surplus" ] || bad "$1 has: $surplus"
}

# entries PAGE: the entries of a page in Markdown: a line that names something, and below it a text.
entries()
{
    sed -e 's/&zwnj;//g' -e 's/&nbsp;/ /g' -e 's/[*`\\]//g' "$1" | awk '
        /^# / { section = substr($0, 3) }
        /^[^>]/ { head = $0; text = ""; next }
        /^> ./ && head != "" {
            text = text (text == "" ? "" : " ") substr($0, 3)
            if (!sub(/\.$/, "", text)) next
            if (text !~ /^[A-Z][A-Z]/) text = tolower(substr(text, 1, 1)) substr(text, 2)
            kind = section == "OPTIONS" ? "option" : section == "LEVELS" ? "level" : \
                section == "SETTINGS" ? "setting" : ""
            if (kind != "") print kind "\t" head "\t" text
            head = ""
        }'
}

entries "$tools/prio-exec.1.md" >"$work/page"
same prio-exec.1 'level|option' "$work/page"
entries "$tools/prioshim.7.md" >"$work/page"
same prioshim.7 setting "$work/page"

# Of settings prio-exec.1 has the names.
grep -oE 'PRIOSHIM_[A-Z]+' "$tools/prio-exec.1.md" | sort -u | sed "s/^/setting$tab/" >"$work/page"
sed 's/ (.*//' "$work/rows" >"$work/names"
differ=$(grep '^setting' "$work/names" | sort | comm -3 - "$work/page")
[ -z "$differ" ] || bad "of the settings that there are, and that prio-exec.1 names: $differ"

# The tables of README.md, whose texts may go on behind the help line.
sed -n -e '/^| option |/,/^[^|]/{/^| `/s/^| /option|/p}' -e '/^| variable |/,/^[^|]/{/^| `/s/^| /setting|/p}' \
    "$2/README.md" | sed -e 's/`//g' -e 's/ *| */|/g' | awk -F '|' -v rows="$work/rows" '
    BEGIN { while ((getline line <rows) > 0) { split(line, row, "\t"); help[row[2]] = row[3] } }
    {
        name = $2; text = $3
        if ($1 == "setting") {
            text = $4; words = $3; first = words; sub(/,? .*/, "", first)
            usual = index(words, first " (if unset") == 1 ? first : "nothing"
            gsub(/ \([^)]*\)/, "", words)
            name = name " (" words "; " usual " if unset)"
        }
        if (name in help && index(text, help[name]) == 1) text = help[name]
        print $1 "\t" name "\t" text
    }' >"$work/page"
same README.md 'option|setting' "$work/page"

# Of the completions that of bash has the names, the others the help line, too.
sed 's/\[=[A-Z]*\]//' "$work/rows" >"$work/plain" && mv "$work/plain" "$work/rows"
sed -n "/ options='/,/'\$/p" "$tools/completions/prio-exec.bash" | grep -oE -e '--[a-z-]+' |
    sed "s/^/option$tab/" >"$work/page"
same prio-exec.bash option "$work/page" 2
sed -n -e 's/\\:/:/g' -e "s/^    .*\(--[a-z-]*\)[}=]*[-']*\[\(.*\)\].*/option$tab\1$tab\2/p" \
    "$tools/completions/_prio-exec" >"$work/page"
same _prio-exec option "$work/page"
sed -n "s/^complete .* -l \([a-z-]*\) .*-d '\(.*\)'\$/option$tab--\1$tab\2/p" \
    "$tools/completions/prio-exec.fish" >"$work/page"
same prio-exec.fish option "$work/page"
levels=$(sed -n "s/^level$tab\([a-z]*\).*/\1/p" "$work/rows" | paste -s -d ' ')
for file in prio-exec.bash _prio-exec prio-exec.fish; do
    grep -q "['(]${levels}[')]" "$tools/completions/$file" || bad "$file does not offer: $levels"
done
verdict "levels, options and settings in the texts"
