#!/bin/sh
# Time of a whole process, milliseconds: the English handout of a polygon with four vertices, beside what dot takes for a
# PDF of a graph with 15 nodes. The least of many runs each, in turns, so that both meet the same machine.
set -eu
cd "$(dirname "$0")/../.."
program=${1:-build/release/handtrace}
rounds=${2:-15}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{
    echo 'digraph g {'
    k=1
    while [ $k -le 7 ]; do
        echo "n$k -> n$((2 * k)); n$k -> n$((2 * k + 1));"
        k=$((k + 1))
    done
    echo '}'
} >"$work/tree.dot"

now() {
    date +%s%N
}

# time_of COMMAND…: nanoseconds.
time_of() {
    start=$(now)
    "$@"
    end=$(now)
    echo $((end - start))
}

least_handout= least_dot=
k=0
while [ $k -lt "$rounds" ]; do
    t=$(time_of "$program" polygon -i docs/examples/ioi.txt -q -o "$work/x.pdf")
    [ -n "$least_handout" ] && [ "$least_handout" -le "$t" ] || least_handout=$t
    t=$(time_of dot -Tpdf "$work/tree.dot" -o "$work/tree.pdf")
    [ -n "$least_dot" ] && [ "$least_dot" -le "$t" ] || least_dot=$t
    k=$((k + 1))
done

# Nanoseconds as milliseconds with one decimal.
ms() {
    echo "$(($1 / 1000000)).$(($1 / 100000 % 10))"
}
printf 'handout, n = 4, English, whole process   %8s ms\n' "$(ms "$least_handout")"
printf 'dot -Tpdf, 15 nodes, whole process       %8s ms\n' "$(ms "$least_dot")"
printf 'handout : dot                            %8s\n' "$((least_handout * 100 / least_dot)) %"
