/* TeX's mathematics, the part that sheets need: read into a tree of atoms, and said in words.
 *
 * Known: letters, digits, Unicode − × ÷ ≤ ≥ ≠ · …, _ ^ {} (groups), \frac, \min \max \log \sum \bigcup \lim with limits
 * below in display, \begin{cases} … & … \\ … \end{cases}, \left \right and brackets that grow, Greek letters, \times
 * \div \le \ge \ne \in \cup \uplus \vee \wedge \to \cdots \ldots \Theta \quad \, \; \  \text{…} \mathrm{…} \mathit{…}
 * \operatorname{…} \{ \} and more (signs.c has the whole list), raised and lowered characters (n², a₁), Chinese words.
 * Read as what they are set like: \left\{ \begin{array}{ll} … \end{array} \right. and dcases as cases, \bigl( as (,
 * \substack as its lines with commas between, \mbox, \textbf and their kin as \text, in which $…$ is mathematics.
 * \displaystyle, \limits and \nonumber are passed over. \blank{4} leaves room for four characters to be written, as a
 * character of cloze.h does. An unknown command is an error that names it at its place. */
#ifndef HANDTRACE_MATH_H
#define HANDTRACE_MATH_H

#include "error.h"

typedef enum math_kind {
    MATH_ROW,      /* children in a line */
    MATH_SYMBOL,   /* `text` in italics (a letter) or upright, by `upright` */
    MATH_TEXT,     /* upright words */
    MATH_FRACTION, /* children: above, below */
    MATH_SCRIPTS,  /* children: base, sub, sup (each may be NULL) */
    MATH_BIG,      /* \min, \sum, \log …: text; children: below, above (each may be NULL), by `limits` */
    MATH_FENCED,   /* children: inside; left, right: brackets that grow, empty for none */
    MATH_CASES,    /* children: rows; each a row of cells */
    MATH_SPACE,    /* `width` in em */
    MATH_CLOZE,    /* room to write (cloze.h): `text` as it stands there */
} math_kind;

/* How an atom keeps its distance from its neighbours, as in TeX. */
typedef enum math_class {
    MATH_ORD,
    MATH_OP,
    MATH_BIN,
    MATH_REL,
    MATH_OPEN_,
    MATH_CLOSE_,
    MATH_PUNCT,
    MATH_INNER
} math_class;

enum { MATH_DEPTH = 120 };

typedef struct math math;
struct math {
    math_kind kind;
    math_class class;
    str text;
    bool upright;
    bool large;  /* \sum, \bigcup: a larger glyph in display style */
    bool limits; /* \min, \sum: scripts stand below and above in display style; \log: always beside */
    double width;
    str left, right;
    math **children; /* NULL entries allowed where said */
    size_t count, capacity;
    size_t at; /* byte offset in the source */
};

/* Reads bytes [at, at + length) of `where` as mathematics: a MATH_ROW. A sign that TeX would set without distance
 * though it is a binary operator (the − of −7, the + of "op = +") has MATH_ORD already. Nesting is bounded: the tree is
 * never deeper than MATH_DEPTH. NULL on error: an unknown command is named at its place, a brace, bracket or
 * environment that is not closed at the place where it was opened. */
math *math_read(const source *where, size_t at, size_t length, arena *a, error *e);
/* Said in words, for alternative text: "m of i, j, 1 equals the maximum over …" (en), in Chinese for "zh". */
str math_spoken(const math *m, str lang, arena *a);
/* The same in one line of plain text with Unicode signs: for terminals and Markdown-less places. */
str math_plain(const math *m, arena *a);
/* The same as TeX, which LaTeX (with amsmath and amssymb), MathJax, KaTeX and pandoc read. It holds no command but
 * those named above, whatever words are in the tree, and in Markdown that knows no mathematics it is plain words. */
str math_tex(const math *m, arena *a);

#endif
