# Sheets with runs of their own: the lecture in both languages and in other formats, and a small one. Run by demo.sh, which
# gives `make`.
for lang in en zh; do
    make "out/lecture.$lang.pdf" sheet lecture -l "$lang"
    make "out/lecture-exercise.$lang.pdf" sheet lecture-exercise -l "$lang"
done
make out/lecture-pages sheet lecture -f png
make out/lecture.html sheet lecture
make out/lecture.md sheet lecture
make out/two-trees.pdf sheet docs/examples/two.en.md --seed 5
