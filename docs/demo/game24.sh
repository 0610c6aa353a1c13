# The 24-point game: handouts of five hands in both languages, every figure, a small workbook and one of all hands, answers,
# a trace and a document made from it. Run by demo.sh, which gives `make`.
for hand in "3 3 8 8" "10 12 6 9" "A J Q K" "1 1 1 1" "1 2 3 4 5"; do
    name=$(echo "$hand" | tr ' ' '-')
    for lang in en zh; do
        # shellcheck disable=SC2086
        make "out/game24-$name.$lang.pdf" game24 $hand -l "$lang"
    done
    # shellcheck disable=SC2086
    make "out/game24-$name.json" game24 $hand
done
for figure in deal sets splits gallery expression compress; do
    for format in svg png pdf; do
        make "out/game24-$figure.$format" game24 3 3 8 8 --figure "$figure" --step last
    done
done
make out/game24-pairs.svg game24 3 3 8 8 --figure set-lattice --level 2
make out/game24-memo.svg game24 2 3 4 --figure set-lattice --full
make out/game24-hits.svg game24 10 12 6 9 --figure splits --hits --run memo
make out/game24-eleven.pdf game24 2 4 8 10 --figure gallery
make out/game24-puts game24 2 3 4 --figure set-lattice --step 1-8 -f svg
for lang in en zh; do
    make "out/game24-workbook.$lang.pdf" game24 --hands "2 3 5 12; 1 4 5 6; 1 3 5 7; 3 3 8 8; 10 12 6 9; 2 4 8 10; 6 6 6 6; 1 2 3 4; 4 4 10 10" -t workbook -l "$lang"
done
make out/game24-all-hands.pdf game24 --hands all4-13 -t workbook
make out/game24.txt game24 3 3 8 8
make out/game24.zh.txt game24 3 3 8 8 -l zh
make out/game24.trace game24 3 3 8 8
make out/game24-from-trace.pdf render out/game24.trace
make out/game24.md game24 3 3 8 8
make out/game24.html game24 3 3 8 8
