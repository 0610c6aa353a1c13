/* Documents: a template expanded with a story, read as Markdown into blocks. */
#ifndef HANDTRACE_DOCUMENT_H
#define HANDTRACE_DOCUMENT_H

#include "math.h"
#include "mustache.h"
#include "phrases.h"
#include "story.h"

typedef struct span {
    str text; /* words; for mathematics its TeX source */
    bool strong, emphasis, code;
    const math *math; /* inline mathematics, or NULL */
    bool line_break;  /* a forced break after it */
    str link;         /* target, or empty */
    str ref;          /* \ref{NAME}: the name of what is referred to; its number becomes the text */
    size_t at;        /* byte offset in the expanded Markdown */
} span;

typedef struct figure_reference {
    str name;            /* of the figure kind */
    const datum *params; /* map of texts, or NULL */
    span *caption;       /* the image's alternative text in the template: may be empty */
    size_t caption_count, caption_capacity;
    double most_width, most_height; /* points that it may take, from width= and height=; 0: what there is */
    str told;                       /* states that legends before it tell of: "current,read", "all"; see figure.h */
    bool in_cell;                   /* of a table: it has no number */
    str label;                      /* {#NAME} behind it, or empty */
    size_t number;                  /* among the figures or tables; 0: not known yet, or it has none */
    story_moment moment;            /* where it stands */
    const context *context;
    const source *source; /* of the image in the template, for errors */
    size_t at, length;
    size_t markdown_at, markdown_length; /* the whole image in the expanded Markdown */
} figure_reference;

enum { DOCUMENT_DEPTH = 32 }; /* lists and boxes inside one another; deeper is refused, so walking blocks may recurse */

typedef enum block_kind {
    BLOCK_HEADING,
    BLOCK_PARAGRAPH,
    BLOCK_FORMULA,
    BLOCK_LIST,
    BLOCK_ITEM,
    BLOCK_BOX, /* a quote; its title are the bold words it opens with, if it does; with a number a statement */
    BLOCK_TABLE,
    BLOCK_ROW,
    BLOCK_CELL,
    BLOCK_FIGURES,
    BLOCK_CODE,
    BLOCK_ALGORITHM, /* its words are the head, its children lines */
    BLOCK_LINE,      /* of an algorithm: words, level, number (0: none), a comment */
    BLOCK_ANSWERS,   /* the place of all answers; they become its children */
    BLOCK_FIELDS,    /* \fields NAME, CLASS: words with lines to write on behind them, and room for the sum of marks */
    BLOCK_WRITE,     /* \write{N} WORDS: N lines to write on, and what a key writes there */
    BLOCK_RULE,
    BLOCK_PAGE_BREAK
} block_kind;

typedef struct block block;
struct block {
    block_kind kind;
    int level;     /* heading 1 … 3; list nesting is by children */
    bool ordered;  /* list */
    int64_t start; /* ordered list: its first number */
    bool head;     /* row of a table head */
    enum { ALIGN_DEFAULT, ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT } align; /* cell */
    span *spans; /* heading, paragraph, cell, box title (its opening bold words) */
    size_t span_count, span_capacity;
    const math *math; /* formula */
    str text;         /* formula: TeX; code: its text */
    block **children; /* list, item, box, table, row */
    size_t child_count, child_capacity;
    figure_reference **figures; /* side by side; in a cell before or after its words */
    size_t figure_count, figure_capacity;
    bool figures_first; /* cell */
    str anchor;         /* heading, and what has a label */
    str label;          /* {#NAME} of a formula, table, algorithm or statement; empty: nothing refers to it */
    size_t number;      /* line; the running number of an algorithm, a table with a caption, a statement, a formula */
    str number_text;    /* "Algorithm 1", "Theorem 2", "(3)" as references say it; empty: it has none */
    bool qed;           /* paragraph: it ends a proof */
    int marks;          /* heading, paragraph: \marks{N} at its end; fields: the sum of all; 0: none */
    int lines;          /* to write on */
    span *comment;      /* line */
    size_t comment_count;
    block **answer; /* box: what stands behind \answer */
    size_t answer_count, answer_capacity;
    size_t at; /* byte offset in the expanded Markdown */
};

typedef struct document {
    str title, author, subject, lang;
    const datum *front; /* the front matter: title, paper, …; marks in `front_source` */
    const source *front_source;
    str markdown;               /* as expanded */
    const expansion *expansion; /* whence each byte of it came */
    block **blocks;
    size_t count, capacity;
    bool numbered; /* figures, statements and the like have their numbers */
} document;

/* Expands a template (its front matter too: values there may hold {{…}}) and reads it. `lang` is used when the front
 * matter says none. The template's own text may ask for what the front matter says of itself: {{title}}, {{author}},
 * {{subject}}, {{lang}}. NULL on error, at the template's own line and column. */
document *document_make(const source *template, const context *c, const phrases *p, str lang, arena *a, error *e);
/* The front matter alone: what must be known before there is a story (paper, theme, runs). Values are as written, not
 * expanded. An empty map where there is none. NULL on error. */
const datum *document_front(const source *template, arena *a, error *e);
/* An error about bytes [at, at + length) of the expanded Markdown, shown where the template has them. Returns false. */
bool document_error(const document *d, size_t at, size_t length, error *e, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* Takes {#NAME} off the end of words: the name, or empty if there is none. */
str spans_take_label(span *spans, size_t *count);
/* The next of the words that BLOCK_FIELDS has, cut at commas of any kind from byte `*at` on; false if none is left. */
bool fields_next(str words, size_t *at, str *field);
/* Words of spans without markup. */
str spans_plain(const span *spans, size_t count, arena *a);

#endif
