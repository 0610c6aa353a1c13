# The card game: handouts of rows from lectures in both languages, every figure, an answer, a text for the terminal, a
# trace and a document made from it, random rows. Run by demo.sh, which gives `make`.
for row in "1 2 100 4" "1 100 2" "1 8 10 6" "1 2 5 3" "3 1 4 1 5 9 2 6"; do
    name=$(echo "$row" | tr ' ' '-')
    for lang in en zh; do
        # shellcheck disable=SC2086
        make "out/cards-$name.$lang.pdf" cards $row -l "$lang"
    done
    # shellcheck disable=SC2086
    make "out/cards-$name.json" cards $row
done
for figure in calls subproblems unfold tables splits play growth; do
    for format in svg png pdf; do
        make "out/cards-$figure.$format" cards 1 8 10 6 --figure "$figure"
    done
done
make out/cards-memo.svg cards 1 8 10 6 --figure calls --run memo
make out/cards-win.svg cards 1 8 10 6 --figure calls --root win
make out/cards-folded.svg cards 3 1 4 1 5 9 2 6 --figure calls --fold
make out/cards-steps cards 1 8 10 6 --figure tables --step all -f svg
make out/cards.txt cards 1 8 10 6
make out/cards.zh.txt cards 1 8 10 6 -l zh
make out/cards.trace cards 1 8 10 6
make out/cards-from-trace.pdf render out/cards.trace
make out/cards.md cards 1 8 10 6
make out/cards.html cards 1 8 10 6
make out/cards-twenty.pdf cards 8 3 12 7 1 9 4 15 2 6 11 5 14 10 13 3 8 1 7 9
make out/cards-random cards --random n=5,greedy --count 4 --seed 3
