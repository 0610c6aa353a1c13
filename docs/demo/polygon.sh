# The polygon game: handouts of three polygons in both languages, every figure, an answer, a text for the terminal, a
# trace, and a document made from that trace. Run by demo.sh, which gives `make`.
for name in ioi small tricky; do
    for lang in en zh; do
        make "out/polygon-$name.$lang.pdf" polygon -i "docs/examples/$name.txt" -l "$lang"
    done
done
instance=docs/examples/ioi.txt
for figure in ring chain merge tables splits expression; do
    for format in svg png pdf; do
        make "out/polygon-$figure.$format" polygon -i "$instance" --figure "$figure"
    done
done
make out/polygon-steps polygon -i "$instance" --figure tables --step all -f svg
make out/polygon-pages polygon -i "$instance" -f png
make out/polygon-letter.pdf polygon -i "$instance" -p letter
make out/polygon-a5.pdf polygon -i "$instance" -p a5
make out/polygon.json polygon -i "$instance"
make out/polygon.txt polygon -i "$instance"
make out/polygon.zh.txt polygon -i "$instance" -l zh
make out/polygon.trace polygon -i "$instance"
make out/polygon-from-trace.pdf render out/polygon.trace
make out/polygon.md polygon -i "$instance"
make out/polygon.html polygon -i "$instance"
