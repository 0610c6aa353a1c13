#!/bin/sh
# valgrind.sh PROGRAM: answer, sheet and one figure of every problem under valgrind, in both languages. What reads memory
# that nothing was written to, or that is not there, ends it with status 1. Leaks are not looked for: the memory of a
# command is one arena.
set -eu
program=$1
export HANDTRACE_TEMPLATES="${HANDTRACE_TEMPLATES:-$PWD/templates}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0 failed=0

# Status 9 is valgrind's; whatever else the program says must be that all went well.
check() {
    status=0
    valgrind -q --error-exitcode=9 --leak-check=no "$program" "$@" >"$folder/said" 2>&1 || status=$?
    if [ $status -eq 0 ]; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    echo "status $status: handtrace $*"
    sed -n 1,40p "$folder/said"
}

# problem FIGURE ARGUMENTS…
problem() {
    figure=$1
    shift
    check "$@" -f json -o "$folder/a.json"
    for lang in en zh; do
        check "$@" -l $lang -o "$folder/sheet.pdf"
        check "$@" -l $lang --figure "$figure" -o "$folder/figure.svg"
    done
}

problem tables polygon 4 t -7 t 4 x 2 x 5
problem play cards 1 8 10 6
problem gallery game24 3 3 8 8
problem arrows lcs ABCBDAB BDCABA
problem triangulation matrix-chain 30 35 15 5 10 20 25
problem cost-tree recurrence a=4 b=2 f=n n=8
for hand in "1 1 1 1" "1 2 3 4 5" "5 5 5 1" "7 7 7 7 7"; do
    check game24 $hand -f json -o "$folder/a.json"
    check game24 $hand -f trace -o "$folder/a.trace"
done
check check game24 3 3 8 8 --answer '8 / (3 - 8 / 3)'
check game24 3 3 8 8 --figure gallery -f png -o "$folder/figure.png"
check render tests/cases/knapsack.jsonl -o "$folder/render.pdf"

echo "valgrind: $passed passed, $failed failed"
[ $failed -eq 0 ]
