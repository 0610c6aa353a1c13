# Matrix-chain multiplication: handouts of chains from lectures in both languages, every figure, an answer, a text for the
# terminal, a trace and a document made from it. Run by demo.sh, which gives `make`.
for dims in "10 100 5 50" "2 1 3 4 5" "30 35 15 5 10 20 25" "2 1 3 1 2" "30 35 15 5 10 20 25 7 40"; do
    name=$(echo "$dims" | tr ' ' '-')
    for lang in en zh; do
        # shellcheck disable=SC2086
        make "out/matrix-chain-$name.$lang.pdf" matrix-chain $dims -l "$lang"
    done
done
dims="30 35 15 5 10 20 25"
for figure in tables diamond splits expression triangulation; do
    for format in svg png pdf; do
        # shellcheck disable=SC2086
        make "out/matrix-chain-$figure.$format" matrix-chain $dims --figure "$figure"
    done
done
make out/matrix-chain-calls.svg matrix-chain 30 35 15 5 10 --figure calls --fold
make out/matrix-chain-dear.svg matrix-chain 10 100 5 50 --figure expression --order "A1(A2A3)"
# shellcheck disable=SC2086
for thing in json txt trace md html; do
    make "out/matrix-chain.$thing" matrix-chain $dims
done
# shellcheck disable=SC2086
make out/matrix-chain-steps.pdf matrix-chain $dims --figure diamond --step 7-21
make out/matrix-chain-from-trace.pdf render out/matrix-chain.trace
make out/matrix-chain-long.pdf matrix-chain 10000000 1000003 10000019 1000033 10000000 3333333 8888888
make out/matrix-chain-random matrix-chain --random n=5,greedy --count 4 --seed 3
