#!/bin/sh
# Trees: the calls of the card game, unfolded, as whole processes beside dot and, where it is installed, d3-flextree;
# and the layout alone, for ten thousand to a million nodes.
#
#   trees.sh [PROGRAM]        NODE_PATH may say where the modules of node are
set -eu
cd "$(dirname "$0")/../.."
command -v dot >/dev/null || { echo "skipped: dot (graphviz) is not installed"; exit 0; }
program=${1:-build/release/handtrace}
cmake --build --preset release --target bench_compare bench_tree >/dev/null
compare=build/release/tests/bench/bench_compare
layout=build/release/tests/bench/bench_tree
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# calls FORM: the tree below the first call of f in the plain run of a trace, one line a call.
calls() {
    awk -v form="$1" '
        function field(name,   at, text) {
            at = index($0, "\"" name "\":")
            if (!at) return ""
            text = substr($0, at + length(name) + 3)
            if (substr(text, 1, 1) == "\"") { text = substr(text, 2); return substr(text, 1, index(text, "\"") - 1) }
            if (substr(text, 1, 1) == "[") { text = substr(text, 2); return substr(text, 1, index(text, "]") - 1) }
            sub(/[,}].*/, "", text)
            return text
        }
        { event = field("event") }
        event == "run" { plain = field("id") == "plain" }
        !plain { next }
        event == "enter" {
            frame = field("frame"); parent = field("parent"); fn = field("fn")
            if ((!count && fn == "f") || parent in label) {
                order[++count] = frame
                above[frame] = parent
                args = field("args")
                gsub(/,/, ", ", args)
                label[frame] = fn "(" args ")"
                edge[frame] = field("edge")
                shape[frame] = fn == "f" ? "box" : "ellipse"
            }
        }
        event == "return" { value[field("frame")] = field("value") }
        END {
            if (form == "dot") print "digraph g {"
            for (k = 1; k <= count; k++) {
                f = order[k]
                if (form == "dot") {
                    printf "n%d [label=\"%s\\n%s\",shape=%s];\n", f, label[f], value[f], shape[f]
                    if (k > 1) printf "n%d -> n%d [label=\"%s\"];\n", above[f], f, edge[f]
                } else
                    printf "%d\t%d\t51\t66\t%s\t%s\t%s\n", f, above[f], label[f], value[f], edge[f]
            }
            if (form == "dot") print "}"
        }'
}

flextree=
if command -v node >/dev/null; then
    where=${NODE_PATH:-.}
    if (cd "$where" 2>/dev/null && node -e 'require.resolve("d3-flextree")' >/dev/null 2>&1); then
        flextree=$(cd "$where" && pwd)
    fi
fi
[ -n "$flextree" ] || echo 'd3-flextree is not installed: it is left out (NODE_PATH may say where it is)'
here=$(pwd)

row='3 9 1 2 12 7 5 4 8 6 11 10'
for n in 8 10 12; do
    cards=$(echo "$row" | cut -d' ' -f"1-$n")
    count=$(((1 << n) - 1))
    rounds=$((n == 12 ? 1 : n == 10 ? 3 : 10))
    # shellcheck disable=SC2086
    "$program" cards $cards -q -f trace -o "$work/$n.jsonl"
    calls dot <"$work/$n.jsonl" >"$work/$n.dot"
    for format in svg pdf; do
        # shellcheck disable=SC2086
        "$compare" "$rounds" "handtrace, $count calls, $format" "$program" cards $cards --figure calls --unfold -q \
            -o "$work/ours.$format" -- "dot, $count calls, $format" dot "-T$format" "$work/$n.dot" -o "$work/theirs.$format"
    done
    if [ -n "$flextree" ]; then
        calls flextree <"$work/$n.jsonl" >"$work/$n.txt"
        # shellcheck disable=SC2086
        "$compare" "$rounds" "handtrace, $count calls, svg" "$program" cards $cards --figure calls --unfold -q \
            -o "$work/ours.svg" -- "d3-flextree, $count calls, svg" \
            env -C "$flextree" node "$here/tests/bench/flextree.mjs" "$work/$n.txt" "$work/theirs.svg"
    fi
    echo
done

printf '%-32s %12s %12s\n' 'layout alone' 'CPU ms' 'instr/node'
for nodes in 10000 100000 1000000; do
    time=$("$layout" "$nodes" 5)
    instructions=-
    if command -v valgrind >/dev/null; then
        total=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=tree_place "$layout" "$nodes" 1 \
            2>&1 >/dev/null | sed -n 's/^==[0-9]*== Collected : *\([0-9]*\)$/\1/p')
        instructions=$((total / nodes))
    fi
    printf '%-32s %12s %12s\n' "$nodes random nodes" "$time" "$instructions"
done
