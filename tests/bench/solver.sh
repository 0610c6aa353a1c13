#!/bin/sh
# Instructions that filling the polygon's tables takes, n = 60: the untraced solver beside a plain loop in the same number
# type. Counted by callgrind within these functions only. The solver may execute 0.1 % more at most.
set -eu
cd "$(dirname "$0")/../.."
command -v valgrind >/dev/null || { echo "skipped: valgrind is not installed"; exit 0; }
cmake --build --preset release --target bench_solver >/dev/null
program=build/release/tests/bench/bench_solver

# instructions FUNCTION WHAT SIZE
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect="$1" "$program" "$2" "$3" 2>&1 >/dev/null |
        sed -n 's/^==[0-9]*== Collected : *//p'
}

status=0
for size in small large; do
    [ "$($program plain $size)" = "$($program solver $size)" ] || { echo "the loops disagree" >&2; exit 1; }
    plain=$(instructions plain_fill plain $size)
    solver=$(instructions polygon_table_fill solver $size)
    more=$(awk "BEGIN { printf \"%+.3f\", 100 * ($solver - $plain) / $plain }")
    printf 'n = 60, %s numbers: plain loop %s, untraced solver %s instructions: %s %%\n' "$size" "$plain" "$solver" "$more"
    awk "BEGIN { exit !($more <= 0.1) }" || status=1
done
[ $status = 0 ] || echo "more than 0.1 %" >&2
exit $status
