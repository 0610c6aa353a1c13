#!/bin/sh
# What a whole process takes for thirty pages of two triangular tables: matrix-chain multiplication of eight matrices, a
# page a step, each with the tables of costs and splits as they stand at that step and its cell marked. Beside it
# pdflatex, making the same pages with `article` and tabular, and with beamer and TikZ. The least of several runs, in
# turns; the goals are 5 and 100 times less time. Fails if a document does not have 30 pages.
#
#   latex.sh [PROGRAM [ROUNDS]]
set -eu
cd "$(dirname "$0")/../.."
program=${1:-build/release/handtrace}
rounds=${2:-5}
dims="30 35 15 5 10 20 25 7 40"
first=7 last=36 # the steps of a choice; steps 1 to 6 set base values, as do 7 and 8

command -v pdflatex >/dev/null || { echo "skipped: pdflatex is not installed"; exit 0; }
cmake --build --preset release --target handtrace bench_compare >/dev/null
compare=build/release/tests/bench/bench_compare
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# source STYLE: the pages as LaTeX, STYLE being tabular or tikz.
source_of() {
    awk -v dims="$dims" -v first="$first" -v last="$last" -v style="$1" '
    function head(letter, k) { return "$" letter "=" k "$" }

    # The table whose values are in v, of rows 1 … rows and columns from … n, as a tabular.
    function tabular(v, rows, from, title, i, j, cell, line) {
        printf "\\begin{tabular}[t]{r|*{%d}{c|}}\n\\multicolumn{1}{r}{} & \\multicolumn{%d}{l}{%s} \\\\\n", n - from + 1, n - from + 1, title
        line = "\\multicolumn{1}{r}{}"
        for (j = from; j <= n; j++)
            line = line " & \\multicolumn{1}{c}{\\footnotesize " head("j", j) "}"
        print line " \\\\ \\hline"
        for (i = 1; i <= rows; i++) {
            line = "\\footnotesize " head("i", i)
            for (j = from; j <= n; j++) {
                cell = (i, j) in set ? v[i, j] : ""
                line = line " & " (i == at_i && j == at_j ? "\\cellcolor{current}\\textbf{" cell "}" : cell)
            }
            print line " \\\\ \\hline"
        }
        print "\\end{tabular}"
    }

    # The same as TikZ nodes, a shape a cell; `x` is its left end.
    function tikz(v, rows, from, title, x, i, j, cell) {
        printf "\\node[anchor=west] at (%.2f,0.9) {%s};\n", x, title
        for (j = from; j <= n; j++)
            printf "\\node[head] at (%.2f,0.4) {%s};\n", x + (j - from) * 0.72 + 0.36, head("j", j)
        for (i = 1; i <= rows; i++) {
            printf "\\node[head] at (%.2f,%.2f) {%s};\n", x - 0.35, 0.3 - i * 0.5 + 0.25, head("i", i)
            for (j = i < from ? from : i + from - 1; j <= n; j++) {
                cell = (i, j) in set ? v[i, j] : ""
                printf "\\node[cell%s] at (%.2f,%.2f) {%s};\n", i == at_i && j == at_j ? ",current" : "", x + (j - from) * 0.72 + 0.36, 0.3 - i * 0.5 + 0.25, cell
            }
        }
    }

    BEGIN {
        n = split(dims, p) - 1 # p[1] is the first dimension
        if (style == "tabular") {
            print "\\documentclass[landscape]{article}\n\\usepackage[margin=15mm]{geometry}\n\\usepackage{xcolor,colortbl}"
            print "\\pagestyle{empty}\\parindent=0pt\\tabcolsep=3pt"
        } else {
            print "\\documentclass{beamer}\n\\usepackage{tikz}\n\\setbeamertemplate{navigation symbols}{}"
            print "\\tikzset{cell/.style={draw=gray,minimum width=7.2mm,minimum height=5mm,inner sep=0pt,font=\\tiny},"
            print "head/.style={font=\\tiny,gray},current/.style={draw=black,line width=1.8pt,fill=current,font=\\tiny\\bfseries}}"
        }
        print "\\definecolor{current}{HTML}{FFE7B0}\n\\begin{document}"
        for (length_ = 1; length_ <= n; length_++)
            for (i = 1; i + length_ - 1 <= n; i++) {
                j = i + length_ - 1
                if (length_ == 1)
                    m[i, j] = 0
                for (k = i; k < j; k++) {
                    cost = m[i, k] + m[k + 1, j] + p[i] * p[k + 1] * p[j + 1]
                    if (k == i || cost < m[i, j]) {
                        m[i, j] = cost
                        s[i, j] = k
                    }
                }
                set[i, j] = 1
                at_i = i
                at_j = j
                if (++step < first || step > last)
                    continue
                if (style == "tabular") {
                    tabular(m, n, 1, "$m[i,j]$: least cost")
                    print "\\quad"
                    tabular(s, n - 1, 2, "$s[i,j]$: where to split")
                    print "\\newpage"
                } else {
                    print "\\begin{frame}\n\\begin{tikzpicture}[scale=0.82,transform shape]"
                    tikz(m, n, 1, "$m[i,j]$: least cost", 0)
                    tikz(s, n - 1, 2, "$s[i,j]$: where to split", 6.7)
                    print "\\end{tikzpicture}\n\\end{frame}"
                }
            }
        print "\\end{document}"
    }'
}

source_of tabular >"$work/article.tex"
source_of tikz >"$work/beamer.tex"

# pages FILE: must be thirty.
pages() {
    count=$(pdfinfo "$1" | sed -n 's/^Pages: *//p')
    [ "$count" = 30 ] || { echo "$1 has $count pages, not 30" >&2; exit 1; }
}

set -- $dims # eight matrices
make() {
    "$program" matrix-chain "$@" --figure tables --step "$first-$last" -q -o "$work/handtrace.pdf"
}
make "$@"
for kind in article beamer; do
    (cd "$work" && pdflatex -interaction=batchmode "$kind.tex" >/dev/null) || { cat "$work/$kind.log" >&2; exit 1; }
done
for kind in handtrace article beamer; do
    pages "$work/$kind.pdf"
done

"$compare" "$rounds" 'handtrace, 30 pages' "$program" matrix-chain "$@" --figure tables --step "$first-$last" -q -o "$work/handtrace.pdf" \
    -- 'pdflatex, article and tabular' pdflatex -interaction=batchmode -output-directory "$work" "$work/article.tex"
echo
"$compare" 1 'handtrace, 30 pages' "$program" matrix-chain "$@" --figure tables --step "$first-$last" -q -o "$work/handtrace.pdf" \
    -- 'pdflatex, beamer and TikZ' pdflatex -interaction=batchmode -output-directory "$work" "$work/beamer.tex"
