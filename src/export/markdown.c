/* The blocks of a document as Markdown again. Nothing is cut out of the expanded text: every text is written by
 * mdtext.h, every formula from its tree, every figure as an image of its file.
 *
 *   blocks ──▶ the lines of each ──▶ joined by blank lines; behind "> " in boxes, under the mark in lists
 */
#include "markdown.h"

#include "mdtext.h"
#include "numbers.h"
#include "picture.h"
#include "utf8.h"

/* ---- spans ---- */

typedef enum between { TOGETHER, BLANK, BREAK } between;

/* Spans on their way out. Marks nest as link, strong, emphasis; blanks stand outside of marks. */
typedef struct line {
    mdtext text;
    bool strong, emphasis;
    str link;
    between pending; /* to be written before the next words */
    bool begins;     /* nothing stands on the line */
    uint32_t inside; /* a mark of emphasis was closed behind this character; 0: none was */
    bool math;       /* the last words are a formula */
    bool one_line;   /* no breaks: a heading, cell, caption */
    arena *arena;
} line;

static line line_in(arena *a, bool one_line) {
    return (line){.text = mdtext_in(a), .link = STR(""), .begins = true, .one_line = one_line, .arena = a};
}

static uint32_t last_character(const line *l) {
    str text = strbuf_text(&l->text.out);
    size_t at = text.len;
    while (at && ((unsigned char)text.ptr[at - 1] & 0xC0) == 0x80)
        at--;
    return at ? (--at, utf8_next(text, &at)) : 0;
}

static void add_mark(line *l, const char *mark) {
    strbuf_add_c(&l->text.out, mark);
}

/* Closes the marks that the next span does not go on with. */
static void close_marks(line *l, const span *next) {
    bool link = !str_equal(l->link, next->link);
    bool strong = l->strong && (link || !next->strong);
    bool emphasis = l->emphasis && (link || strong || !next->emphasis || (next->strong && !l->strong));
    uint32_t inside = last_character(l);
    if (emphasis)
        add_mark(l, "*");
    if (strong)
        add_mark(l, "**");
    if (strong || emphasis)
        l->inside = inside;
    l->strong = l->strong && !strong;
    l->emphasis = l->emphasis && !emphasis;
    if (link && l->link.len) {
        add_mark(l, "](");
        mdtext_add_target(&l->text, l->link, false);
        add_mark(l, ")");
        l->link = STR("");
        l->inside = 0;
    }
}

static void add_between(line *l) {
    if (l->pending == BREAK && !l->one_line) {
        add_mark(l, "\\\n");
        l->begins = true;
    } else if (l->pending != TOGETHER && !l->begins)
        add_mark(l, " ");
    if (l->pending != TOGETHER) {
        l->inside = 0;
        l->math = false;
    }
    l->pending = TOGETHER;
}

/* `first`: the first character inside. */
static void open_marks(line *l, const span *s, uint32_t first) {
    bool link = s->link.len && !l->link.len;
    bool strong = s->strong && !l->strong, emphasis = s->emphasis && !l->emphasis;
    if (!link && !strong && !emphasis)
        return;
    if (link && last_character(l) == '!') { /* that would make an image of it */
        l->text.out.len--;
        add_mark(l, "&#33;");
    } else if (!link && !mdtext_flanks(first, last_character(l)))
        mdtext_settle_last(&l->text);
    add_mark(l, link ? "[" : "");
    add_mark(l, strong ? "**" : "");
    add_mark(l, emphasis ? "*" : "");
    l->link = s->link;
    l->strong = s->strong;
    l->emphasis = s->emphasis;
    l->inside = 0;
    l->math = false;
    l->begins = false;
}

static void add_words(line *l, const span *s, str words, uint32_t first) {
    bool digit = first < 0x80 && char_is_digit((char)first);
    bool entity = (l->inside && !mdtext_flanks(l->inside, first)) || (l->math && digit);
    if (s->math)
        strbuf_addf(&l->text.out, "$%.*s$", STR_ARG(words));
    else if (s->code)
        mdtext_add_code(&l->text, words);
    else
        mdtext_add(&l->text, words, entity ? MDTEXT_ENTITY : l->begins ? MDTEXT_LINE : MDTEXT_INSIDE);
    l->math = s->math != NULL;
    l->inside = 0;
    l->begins = false;
}

static uint32_t first_character(const span *s, str words) {
    size_t at = 0;
    return s->math ? '$' : s->code ? '`' : utf8_next(words, &at);
}

static void add_span(line *l, const span *given) {
    span s = *given;
    if (!mdtext_may_link(s.link) || s.ref.len) /* what is referred to has no anchor there */
        s.link = STR("");
    str words = s.math ? math_tex(s.math, l->arena) : str_trim(s.text);
    bool before = !s.math && s.text.len && char_is_blank(s.text.ptr[0]);
    bool after = !s.math && s.text.len && char_is_blank(s.text.ptr[s.text.len - 1]);
    if (before && l->pending == TOGETHER)
        l->pending = BLANK;
    if (words.len) {
        uint32_t first = first_character(&s, words);
        close_marks(l, &s);
        add_between(l);
        open_marks(l, &s, first);
        add_words(l, &s, words, first);
        l->pending = after ? BLANK : TOGETHER;
    }
    if (s.line_break)
        l->pending = BREAK;
}

static void add_spans(line *l, const span *spans, size_t count) {
    for (size_t k = 0; k < count; k++)
        add_span(l, &spans[k]);
}

static str end_line(line *l) {
    close_marks(l, &(span){.link = STR("")});
    return strbuf_text(&l->text.out);
}

static str spans_text(const span *spans, size_t count, bool one_line, arena *a) {
    line l = line_in(a, one_line);
    add_spans(&l, spans, count);
    return end_line(&l);
}

static str plain_text(str words, mdtext_start start, arena *a) {
    mdtext m = mdtext_in(a);
    mdtext_add(&m, str_trim(words), start);
    return strbuf_text(&m.out);
}

/* ---- figures ---- */

typedef struct exporter {
    str stem;
    picture_book book;
    export_files *files;
    size_t count, digits;
    arena *arena;
} exporter;

static size_t count_figures(block *const *blocks, size_t count) {
    size_t all = 0;
    for (size_t k = 0; k < count; k++)
        all += blocks[k]->figure_count + count_figures(blocks[k]->children, blocks[k]->child_count);
    return all;
}

static void add_image(strbuf *b, str caption, str file) {
    mdtext m = mdtext_in(b->arena);
    mdtext_add_target(&m, file, true);
    str target = strbuf_text(&m.out);
    strbuf_addf(b, "![%.*s](%.*s)", STR_ARG(caption), STR_ARG(target));
}

static str file_of_part(exporter *x, const figure_reference *r, const pictures *p, size_t k) {
    str part = p->count > 1 ? str_format(x->arena, "-%zu", k + 1) : STR("");
    str file = str_format(x->arena, "%.*s-%0*zu-%.*s%.*s.svg", STR_ARG(x->stem), (int)x->digits, x->count,
                          STR_ARG(r->name), STR_ARG(part));
    *ARENA_PUSH(x->arena, x->files, items, count, capacity) = (export_file){file, p->parts[k].svg};
    return file;
}

/* One picture, or its parts one after the other, and its notes. In a cell all that is one line. */
static void add_picture(exporter *x, strbuf *b, const figure_reference *r) {
    pictures p;
    if (!picture_draw(&x->book, r, &p))
        return;
    x->count++;
    str caption = spans_text(r->caption, r->caption_count, true, x->arena);
    if (!caption.len)
        caption = plain_text(p.title, MDTEXT_INSIDE, x->arena);
    for (size_t k = 0; k < p.count; k++) {
        if (k)
            strbuf_add_c(b, r->in_cell ? " " : "\n\n");
        add_image(b, caption, file_of_part(x, r, &p, k));
    }
    for (size_t k = 0; k < p.note_count; k++) {
        str note = plain_text(p.notes[k], r->in_cell ? MDTEXT_INSIDE : MDTEXT_LINE, x->arena);
        strbuf_addf(b, r->in_cell ? " (%.*s)" : "\n\n%.*s", STR_ARG(note));
    }
}

/* Side by side in one paragraph; what has parts or notes is a paragraph of its own. */
static str figures_text(exporter *x, const block *b, const char *between) {
    strbuf all = strbuf_in(x->arena);
    bool apart = false;
    for (size_t k = 0; k < b->figure_count && !error_set(x->book.error); k++) {
        strbuf one = strbuf_in(x->arena);
        add_picture(x, &one, b->figures[k]);
        bool alone = str_find(strbuf_text(&one), STR("\n\n"), 0) != SIZE_MAX;
        if (k)
            strbuf_add_c(&all, alone || apart ? "\n\n" : between);
        strbuf_add(&all, strbuf_text(&one));
        apart = alone;
    }
    return strbuf_text(&all);
}

/* ---- blocks ---- */

static str blocks_text(exporter *x, block *const *blocks, size_t count, bool tight);

/* The lines of a text, the first behind `first`, the others behind `other`; no blanks end a line. */
static str behind(str text, const char *first, const char *other, arena *a) {
    strbuf b = strbuf_in(a);
    for (size_t at = 0; at <= text.len;) {
        size_t end = str_find(text, STR("\n"), at);
        str one = str_slice(text, at, end);
        const char *mark = at ? other : first;
        strbuf_add(&b, one.len ? str_of(mark) : str_trim(str_of(mark)));
        strbuf_add(&b, one);
        if (end != SIZE_MAX)
            strbuf_add_byte(&b, '\n');
        at = end == SIZE_MAX ? text.len + 1 : end + 1;
    }
    return strbuf_text(&b);
}

/* The marks of a task stand in brackets behind it. */
static str with_marks(exporter *x, const block *b, str words) {
    return b->marks ? str_format(x->arena, "%.*s \\[/ %d\\]", STR_ARG(words), b->marks) : words;
}

static str heading_text(exporter *x, const block *b) {
    int level = b->level < 1 ? 1 : b->level > 3 ? 3 : b->level;
    str words = with_marks(x, b, spans_text(b->spans, b->span_count, true, x->arena));
    return str_format(x->arena, "%.*s %.*s%s%.*s", level, "###", STR_ARG(b->number_text), b->number ? " " : "",
                      STR_ARG(words));
}

/* Of single paragraphs, with lists in them at most: no blank lines between. */
static bool is_tight(const block *list) {
    for (size_t k = 0; k < list->child_count; k++) {
        const block *item = list->children[k];
        for (size_t c = 0; c < item->child_count; c++) {
            const block *part = item->children[c];
            bool nested = c == 1 && part->kind == BLOCK_LIST && !part->ordered && is_tight(part);
            if (!nested && !(c == 0 && part->kind == BLOCK_PARAGRAPH))
                return false;
        }
    }
    return true;
}

static str list_text(exporter *x, const block *b) {
    strbuf all = strbuf_in(x->arena);
    bool tight = is_tight(b);
    for (size_t k = 0; k < b->child_count; k++) {
        const block *item = b->children[k];
        str mark = b->ordered ? str_format(x->arena, "%lld. ", (long long)b->start + (long long)k) : STR("- ");
        str indent = str_format(x->arena, "%*s", (int)mark.len, "");
        str words = blocks_text(x, item->children, item->child_count, tight);
        if (k)
            strbuf_add_c(&all, tight ? "\n" : "\n\n");
        strbuf_add(&all, behind(words, mark.ptr, indent.ptr, x->arena));
    }
    return strbuf_text(&all);
}

static str box_text(exporter *x, const block *b) {
    bool run_in = b->number && b->child_count && b->children[0]->kind == BLOCK_PARAGRAPH;
    str title = spans_text(b->spans, b->span_count, false, x->arena);
    str rest = blocks_text(x, b->children, b->child_count, false);
    const char *between = title.len && rest.len ? (run_in ? " " : "\n\n") : "";
    return behind(str_format(x->arena, "%.*s%s%.*s", STR_ARG(title), between, STR_ARG(rest)), "> ", "> ", x->arena);
}

static str cell_text(exporter *x, const block *cell) {
    str words = spans_text(cell->spans, cell->span_count, true, x->arena);
    str figures = figures_text(x, cell, " ");
    str first = cell->figures_first ? figures : words, second = cell->figures_first ? words : figures;
    return str_format(x->arena, "%.*s%s%.*s", STR_ARG(first), first.len && second.len ? " " : "", STR_ARG(second));
}

static void add_alignments(strbuf *b, const block *row) {
    static const char *const aligns[] = {" --- |", " :-- |", " :-: |", " --: |"};
    strbuf_add_c(b, "\n|");
    for (size_t k = 0; k < row->child_count; k++)
        strbuf_add_c(b, aligns[row->children[k]->align]);
}

/* The number in bold before the words. */
static str titled(exporter *x, str number, const block *b) {
    str words = spans_text(b->spans, b->span_count, true, x->arena);
    return str_format(x->arena, "**%.*s** %.*s", STR_ARG(number), STR_ARG(words));
}

static str fields_text(exporter *x, const block *b) {
    str all = spans_plain(b->spans, b->span_count, x->arena);
    strbuf out = strbuf_in(x->arena);
    str field;
    for (size_t at = 0; fields_next(all, &at, &field);) {
        str words = plain_text(field, out.len ? MDTEXT_INSIDE : MDTEXT_LINE, x->arena);
        strbuf_addf(&out, "%s%.*s \\_\\_\\_\\_\\_\\_\\_\\_", out.len ? " " : "", STR_ARG(words));
    }
    return with_marks(x, b, strbuf_text(&out));
}

/* What a key writes, or a line. */
static str write_text(exporter *x, const block *b) {
    str words = spans_text(b->spans, b->span_count, false, x->arena);
    return words.len ? words : STR("\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_");
}

static str paragraph_text(exporter *x, const block *b) {
    str words = with_marks(x, b, spans_text(b->spans, b->span_count, false, x->arena));
    return b->qed ? str_format(x->arena, "%.*s \xE2\x96\xA1", STR_ARG(words)) : words;
}

/* A table of two columns, the numbers of the lines and the lines. */
static str algorithm_text(exporter *x, const block *b) {
    strbuf all = strbuf_in(x->arena);
    str head = titled(x, b->number_text, b);
    strbuf_addf(&all, "| | %.*s |\n| --: | :-- |", STR_ARG(head));
    for (size_t k = 0; k < b->child_count; k++) {
        const block *line = b->children[k];
        strbuf_add_c(&all, "\n| ");
        if (line->number)
            strbuf_addf(&all, "%zu", line->number);
        strbuf_add_c(&all, " | ");
        for (int level = 0; level < line->level; level++)
            strbuf_add_c(&all, "\xE2\x80\x83\xE2\x80\x83");
        strbuf_add(&all, spans_text(line->spans, line->span_count, true, x->arena));
        str comment = spans_text(line->comment, line->comment_count, true, x->arena);
        if (comment.len)
            strbuf_addf(&all, "\xE2\x80\x83// %.*s", STR_ARG(comment));
        strbuf_add_c(&all, " |");
    }
    return strbuf_text(&all);
}

static str table_text(exporter *x, const block *b) {
    strbuf all = strbuf_in(x->arena);
    str caption = b->span_count ? titled(x, b->number_text, b) : STR("");
    if (b->span_count)
        strbuf_addf(&all, "%.*s\n\n", STR_ARG(caption));
    for (size_t r = 0; r < b->child_count; r++) {
        const block *row = b->children[r];
        strbuf_add_c(&all, r ? "\n|" : "|");
        for (size_t k = 0; k < row->child_count; k++) {
            str cell = cell_text(x, row->children[k]);
            strbuf_addf(&all, cell.len ? " %.*s |" : " %.*s|", STR_ARG(cell));
        }
        if (r == 0)
            add_alignments(&all, row);
    }
    return strbuf_text(&all);
}

static str code_text(exporter *x, const block *b) {
    mdtext m = mdtext_in(x->arena);
    mdtext_add_code_block(&m, b->text);
    return strbuf_text(&m.out);
}

/* Empty where a block has no place in Markdown: the end of a page. */
static str block_text(exporter *x, const block *b) {
    switch (b->kind) {
    case BLOCK_HEADING:
        return heading_text(x, b);
    case BLOCK_PARAGRAPH:
        return paragraph_text(x, b);
    case BLOCK_FIELDS:
        return fields_text(x, b);
    case BLOCK_WRITE:
        return write_text(x, b);
    case BLOCK_FORMULA: {
        str tex = math_tex(b->math, x->arena);
        const char *gap = b->number_text.len ? " \\qquad " : "";
        return str_format(x->arena, "$$ %.*s%s%.*s $$", STR_ARG(tex), gap, STR_ARG(b->number_text));
    }
    case BLOCK_LIST:
        return list_text(x, b);
    case BLOCK_ITEM:
        return blocks_text(x, b->children, b->child_count, false);
    case BLOCK_BOX:
        return box_text(x, b);
    case BLOCK_TABLE:
        return table_text(x, b);
    case BLOCK_FIGURES:
        return figures_text(x, b, "\n");
    case BLOCK_CODE:
        return code_text(x, b);
    case BLOCK_ALGORITHM:
        return algorithm_text(x, b);
    case BLOCK_ANSWERS:
        return blocks_text(x, b->children, b->child_count, false);
    case BLOCK_RULE:
        return STR("***");
    case BLOCK_ROW:
    case BLOCK_CELL:
    case BLOCK_LINE:
    case BLOCK_PAGE_BREAK:
        break;
    }
    return STR("");
}

static str blocks_text(exporter *x, block *const *blocks, size_t count, bool tight) {
    strbuf all = strbuf_in(x->arena);
    for (size_t k = 0; k < count && !error_set(x->book.error); k++) {
        str one = block_text(x, blocks[k]);
        if (one.len && all.len)
            strbuf_add_c(&all, tight ? "\n" : "\n\n");
        strbuf_add(&all, one);
    }
    return strbuf_text(&all);
}

/* ---- front matter ---- */

/* Readers take the values as Markdown too, so they are written as texts of it. Where these have backslashes they stand
 * in single quotes, which leave them as they are: a reader that knows no front matter sees the same escapes. */
static void add_quoted(strbuf *b, const char *key, str value) {
    str words = plain_text(value, MDTEXT_LINE, b->arena);
    if (!words.len)
        return;
    bool single = str_find(words, STR("\\"), 0) != SIZE_MAX;
    const char *quote = single ? "'" : "\"";
    strbuf_addf(b, "%s: %s", key, quote);
    for (size_t k = 0; k < words.len; k++) {
        if (single && words.ptr[k] == '\'')
            strbuf_add_byte(b, '\'');
        strbuf_add_byte(b, char_is_blank(words.ptr[k]) ? ' ' : words.ptr[k]);
    }
    strbuf_addf(b, "%s\n", quote);
}

/* Front matter as Pandoc and Quarto read it. The title stands in the text already, so it is given as what it is called
 * in lists and windows only. */
static void add_front(strbuf *b, const document *d) {
    strbuf_add_c(b, "---\n");
    add_quoted(b, "pagetitle", d->title);
    add_quoted(b, "title-meta", d->title);
    add_quoted(b, "author", d->author);
    add_quoted(b, "subject", d->subject);
    add_quoted(b, "lang", d->lang);
    strbuf_add_c(b, "---\n\n");
}

bool markdown_export(document *d, const export_options *o, str stem, export_files *out, arena *a, error *e) {
    exporter x = {.stem = stem,
                  .book = {.options = o, .lang = d->lang, .arena = a, .error = e},
                  .files = out,
                  .digits = 1,
                  .arena = a};
    if (!sheet_number(d, o->phrases, a, e))
        return false;
    for (size_t n = count_figures(d->blocks, d->count); n >= 10; n /= 10)
        x.digits++;
    *ARENA_PUSH(a, out, items, count, capacity) = (export_file){.name = str_format(a, "%.*s.md", STR_ARG(stem))};
    strbuf text = strbuf_in(a);
    add_front(&text, d);
    strbuf_add(&text, blocks_text(&x, d->blocks, d->count, false));
    if (o->foot.len)
        strbuf_addf(&text, "\n\n---\n\n%.*s", STR_ARG(plain_text(o->foot, MDTEXT_LINE, a)));
    strbuf_add_c(&text, "\n");
    out->items[0].bytes = mdtext_visible(strbuf_text(&text), a);
    return !error_set(e);
}
