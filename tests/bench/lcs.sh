#!/bin/sh
# The answer to two texts of 2,000 letters each: at most 1 s of CPU and 64 MB, and how that compares with a program of
# today that does the same: the plain table in python3 where it is installed, else diff, which compares the letters as
# lines (by another, sparse algorithm). Also the handout of two texts of 60 letters, a table of 3,721 cells.
#
#   lcs.sh [PROGRAM [ROUNDS]]
set -eu
cd "$(dirname "$0")/../.."
program=${1:-build/release/handtrace}
rounds=${2:-5}
cmake --build --preset release --target bench_compare >/dev/null
compare=build/release/tests/bench/bench_compare
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cases=tests/cases/files/long-0-2000x2000

head -n 1 $cases.x.txt >"$work/x"
head -n 1 $cases.y.txt >"$work/y"
cat "$work/x" "$work/y" >"$work/pair"
cut -c 1-60 "$work/pair" >"$work/short"
fold -w 1 "$work/x" >"$work/x.lines"
fold -w 1 "$work/y" >"$work/y.lines"
cat >"$work/table.py" <<'PEER'
import sys
x, y = (line.rstrip("\n") for line in open(sys.argv[1]))
row = [0] * (len(y) + 1)
arrows = []
for a in x:
    new, line = [0], []
    for j, b in enumerate(y):
        if a == b:
            new.append(row[j] + 1); line.append(0)
        elif row[j + 1] >= new[j]:
            new.append(row[j + 1]); line.append(1)
        else:
            new.append(new[j]); line.append(2)
    arrows.append(line)
    row = new
i, j, found = len(x), len(y), []
while i and j:
    take = arrows[i - 1][j - 1]
    if take == 0:
        found.append(x[i - 1])
    i, j = i - (take != 2), j - (take != 1)
print("".join(reversed(found)))
PEER

# The answers are the same before they are compared.
answer() {
    "$program" lcs -i "$work/pair" -f json -o - -q | sed 's/.*"lcs":"\([^"]*\)".*/\1/'
}
[ "$(answer)" = "$(cat $cases.lcs.txt)" ] || { echo "the answer is wrong" >&2; exit 1; }

if command -v python3 >/dev/null; then
    [ "$(python3 "$work/table.py" "$work/pair")" = "$(answer)" ] || { echo "the peer is wrong" >&2; exit 1; }
    "$compare" "$rounds" 'handtrace, 2,000 × 2,000' "$program" lcs -i "$work/pair" -f json -o - -q \
        -- 'python3, 2,000 × 2,000' python3 "$work/table.py" "$work/pair" >"$work/result"
else
    "$compare" "$rounds" 'handtrace, 2,000 × 2,000' "$program" lcs -i "$work/pair" -f json -o - -q \
        -- 'diff, 2,000 × 2,000' sh -c "diff -d '$work/x.lines' '$work/y.lines' || true" >"$work/result"
fi
cat "$work/result"
echo
"$compare" "$rounds" 'handtrace, handout of 60 × 60' "$program" lcs -i "$work/short" -q -o "$work/a.pdf" \
    -- 'handtrace, handout of 7 × 6' "$program" lcs ABCBDAB BDCABA -q -o "$work/b.pdf"

awk '/^handtrace/ { if ($(NF - 2) >= 1000 || $(NF - 1) >= 64) { print "more than 1 s or 64 MB"; exit 1 } }' "$work/result"
