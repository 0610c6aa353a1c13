# Cost trees: handouts of five recurrences in both languages, the figure in its forms, the calls merged, an answer, a text for
# the terminal, a trace and a document made from it. Run by demo.sh, which gives `make`.
recurrence_sheets() {
    name=$1
    shift
    for lang in en zh; do
        make "out/recurrence-$name.$lang.pdf" recurrence "$@" -l "$lang"
    done
}
recurrence_sheets merge-sort a=2 b=2 f=n n=8
recurrence_sheets lecture a=4 b=2 f=n n=8
recurrence_sheets root a=2 b=2 "f=n^2" n=8
recurrence_sheets between a=2 b=2 "f=n log n" n=8
recurrence_sheets deep a=3 b=2 f=n n=2^20
for format in svg png pdf; do
    make "out/cost-tree.$format" recurrence a=4 b=2 f=n n=8 --figure cost-tree
    make "out/cost-tree-one-level.$format" recurrence a=4 b=2 f=n n=8 --figure cost-tree --depth 1
    make "out/cost-tree-bars.$format" recurrence a=4 b=2 f=n n=8 --figure cost-tree --tree=no
done
make out/cost-tree-steps recurrence a=3 b=2 f=n n=8 --figure cost-tree --step all -f svg
make out/cost-tree-wide.svg recurrence a=4 b=2 f=n n=2^20 --figure cost-tree
make out/recurrence-calls-merged.svg recurrence a=4 b=2 f=n n=8 --figure subproblems --run calls
make out/recurrence-merge-sort.svg recurrence a=2 b=2 f=n n=8 --figure subproblems --run parts
make out/recurrence.json recurrence a=4 b=2 f=n n=8
make out/recurrence.txt recurrence a=4 b=2 f=n n=8
make out/recurrence.trace recurrence a=4 b=2 f=n n=8
make out/recurrence-from-trace.pdf render out/recurrence.trace
make out/recurrence.html recurrence a=4 b=2 f=n n=8
make out/recurrence-random recurrence --random leaves,cost --count 4 --seed 3
