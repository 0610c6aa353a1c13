#!/bin/sh
# The 24-point game: all 1,820 hands of four cards 1 to 13 with their counts, as one process, beside a plain brute force
# in python3 (where there is one) on every tenth of them; all 6,188 hands of five cards; and the workbook of the 1,362
# solvable hands with every class of solutions drawn as a tree. Fails beyond 2 s of CPU for the hands, beyond 10 s,
# 300 MB of memory or 15 MB on disk for the workbook.
set -eu
cd "$(dirname "$0")/../.."
program=${1:-build/release/handtrace}
rounds=${2:-3}
cmake --build --preset release --target bench_compare >/dev/null
compare=build/release/tests/bench/bench_compare
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/force.py" <<'PYTHON'
# Two numbers of a row make one, in all ways; exact fractions; stops at the first 24.
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

def makes(row):
    if len(row) == 1:
        return row[0] == 24
    for i, j in combinations(range(len(row)), 2):
        rest = [x for k, x in enumerate(row) if k not in (i, j)]
        a, b = row[i], row[j]
        values = {a + b, a - b, b - a, a * b} | ({a / b} if b else set()) | ({b / a} if a else set())
        if any(makes(rest + [v]) for v in values):
            return True
    return False

hands = list(combinations_with_replacement(range(1, 14), 4))[::10]
print(len(hands), sum(makes([Fraction(c) for c in hand]) for hand in hands))
PYTHON

if command -v python3 >/dev/null; then
    "$compare" "$rounds" 'handtrace, 1,820 hands with counts' "$program" game24 --hands all4-13 -f json -o "$work/four.json" \
        -- 'python3, 182 of them, solvable or not' python3 "$work/force.py" | tee "$work/hands"
else
    "$compare" "$rounds" 'handtrace, 1,820 hands with counts' "$program" game24 --hands all4-13 -f json -o "$work/four.json" \
        -- 'handtrace, 715 of them' "$program" game24 --hands all4-10 -f json -o "$work/ten.json" | tee "$work/hands"
fi
echo
"$compare" "$rounds" 'handtrace, workbook of 1,362 hands' "$program" game24 --hands all4-13 -t workbook -q -o "$work/book.pdf" \
    -- 'handtrace, 6,188 hands of five with counts' "$program" game24 --hands all5-13 -f json -o "$work/five.json" |
    tee "$work/book"

totals() {
    sed 's/.*"hands":"\([0-9]*\)","solvable":"\([0-9]*\)".*/\2 of \1 hands are solvable/' "$1"
}
totals "$work/four.json"
totals "$work/five.json"
size=$(wc -c <"$work/book.pdf")
echo "workbook: $size bytes"

# within FILE WORD COLUMN LIMIT: whether the line of FILE with WORD has at most LIMIT in that column, from the right.
within() {
    awk -v word="$2" -v column="$3" -v limit="$4" 'index($0, word) { found = 1; good = $(NF + 1 - column) <= limit }
        END { exit !(found && good) }' "$1" || { echo "game24: $2: more than $4 in column $3 from the right" >&2; exit 1; }
}
within "$work/hands" '1,820 hands' 3 2000
within "$work/book" 'workbook' 3 10000
within "$work/book" 'workbook' 2 286
[ "$size" -le 15000000 ] || { echo "game24: the workbook has more than 15 MB" >&2; exit 1; }
