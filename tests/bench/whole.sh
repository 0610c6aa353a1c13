#!/bin/sh
# What a whole process takes: the English handout of a polygon with four vertices beside dot's PDF of a graph with 15
# nodes, and the expression tree of 4,095 nodes beside dot's. The least of many runs, in turns.
#
#   whole.sh [PROGRAM [ROUNDS]]
set -eu
cd "$(dirname "$0")/../.."
command -v dot >/dev/null || { echo "skipped: dot (graphviz) is not installed"; exit 0; }
program=${1:-build/release/handtrace}
rounds=${2:-20}
cmake --build --preset release --target bench_compare >/dev/null
compare=build/release/tests/bench/bench_compare
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# graph LAST: a full binary tree whose last inner node is LAST.
graph() {
    awk -v last="$1" 'BEGIN {
        print "digraph g {"
        for (k = 1; k <= last; k++)
            printf "n%d -> n%d; n%d -> n%d;\n", k, 2 * k, k, 2 * k + 1
        print "}"
    }'
}

# trace LAST: the same tree as the nodes of a sum of ones, from the leaves up.
trace() {
    awk -v last="$1" 'BEGIN {
        print "{\"handtrace\":1,\"problem\":\"sum\",\"title\":\"A sum\",\"instance\":{}}"
        for (k = 2 * last + 1; k > last; k--) {
            value[k] = 1
            printf "{\"event\":\"node\",\"id\":%d,\"value\":\"1\"}\n", k
        }
        for (; k >= 1; k--) {
            value[k] = value[2 * k] + value[2 * k + 1]
            printf "{\"event\":\"node\",\"id\":%d,\"op\":\"+\",\"left\":%d,\"right\":%d,\"value\":\"%d\"}\n", k, 2 * k, 2 * k + 1, value[k]
        }
        print "{\"event\":\"solution\",\"node\":1}"
    }'
}

graph 7 >"$work/small.dot"
graph 2047 >"$work/large.dot"
trace 2047 >"$work/large.jsonl"

"$compare" "$rounds" 'handtrace, handout of 4 vertices' "$program" polygon -i docs/examples/ioi.txt -q -o "$work/x.pdf" \
    -- 'dot, 15 nodes' dot -Tpdf "$work/small.dot" -o "$work/small.pdf"
echo
"$compare" 2 'handtrace, tree of 4,095 nodes' "$program" render "$work/large.jsonl" --figure expression -q -o "$work/y.pdf" \
    -- 'dot, tree of 4,095 nodes' dot -Tpdf "$work/large.dot" -o "$work/large.pdf"

command -v valgrind >/dev/null || { echo "instructions skipped: valgrind is not installed"; exit 0; }

# instructions COMMAND…: how many it executes, in millions.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
        sed -n 's/^==[0-9]*== Collected : *\([0-9]*\)[0-9]\{6\}$/\1/p'
}
echo
printf 'handtrace, handout of 4 vertices: %s million instructions\n' \
    "$(instructions "$program" polygon -i docs/examples/ioi.txt -q -o "$work/x.pdf")"
printf 'dot, 15 nodes: %s million instructions\n' "$(instructions dot -Tpdf "$work/small.dot" -o "$work/small.pdf")"
