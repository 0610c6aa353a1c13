# The longest common subsequence: handouts of four pairs in both languages, its figures, two files compared line by line,
# an answer, a text for the terminal, a trace, and a document made from that trace. Run by demo.sh, which gives `make`.
lcs_pair() {
    name=$1
    shift
    for lang in en zh; do
        make "out/lcs-$name.$lang.pdf" lcs "$@" -l "$lang"
    done
}
lcs_pair diet DIET TIDE
lcs_pair textbook ABCBDAB BDCABA
lcs_pair spring 春眠不觉晓 不觉春晓
lcs_pair stone STONE LONGEST
for format in svg png pdf; do
    make "out/lcs-arrows.$format" lcs ABCBDAB BDCABA --figure arrows --back
    make "out/lcs-ties.$format" lcs ABCBDAB BDCABA --figure arrows --back --ties
    make "out/lcs-match.$format" lcs STONE LONGEST --figure alignment
    make "out/lcs-calls.$format" lcs DIET TIDE --figure calls --run plain
done
make out/lcs-steps lcs STONE LONGEST --figure arrows --step all -f svg
make out/lcs-lines.pdf lcs --lines docs/examples/poem.txt docs/examples/poem-again.txt
make out/lcs-long.pdf lcs --random n=60,letters=ACGT --seed 4
make out/lcs.json lcs ABCBDAB BDCABA
make out/lcs.txt lcs ABCBDAB BDCABA
make out/lcs.trace lcs ABCBDAB BDCABA
make out/lcs-from-trace.pdf render out/lcs.trace
make out/lcs.html lcs ABCBDAB BDCABA
