/* Blocks to elements, one function a kind of block; figures are drawn as they come. */
#include "html.h"

#include "mathml.h"
#include "mdtext.h"
#include "numbers.h"
#include "picture.h"

typedef struct writer {
    strbuf out;
    const document *document;
    picture_book book;
    arena *arena;
    error *error;
} writer;

/* The look: that of the printed sheet, as far as a browser of any width can keep it. */
static const char style[] =
    "body{font:1.05rem/1.5 \"CMU Serif\",\"Latin Modern Roman\",Georgia,\"LXGW WenKai\",\"Songti SC\",serif;"
    "max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}"
    "h1{font-size:1.7rem;line-height:1.2}h2{font-size:1.3rem;margin-top:2rem}h3{font-size:1.1rem;margin-top:1.5rem}"
    ".figures{display:flex;flex-wrap:wrap;gap:1rem 2rem;justify-content:center;align-items:center;margin:1.2rem 0}"
    "figure{margin:0;max-width:100%}figure svg{max-width:100%;height:auto;display:block;margin:auto}"
    "figcaption{font-size:.9rem;margin:.4rem 0;text-align:center}.notes{font-size:.85rem;margin:.2rem 0}"
    "aside{background:#f3f4f6;border-radius:4px;padding:.6rem 1rem;margin:1.2rem 0}"
    "table{border-collapse:collapse;margin:1rem auto;border-top:1.5px solid;border-bottom:1.5px solid}"
    "th{border-bottom:1px solid}th,td{padding:.15rem .7rem}pre{background:#f3f4f6;padding:.6rem 1rem;overflow:auto}"
    "aside.statement{background:none;border:1px solid #c7cbd1;border-left:3px solid;border-radius:0}"
    ".qed{float:right}.numbered{display:flex;align-items:center}.numbered>math{flex:1}caption{font-size:.9rem;"
    "margin-bottom:.3rem}.algorithm{border-top:1.5px solid;border-bottom:1.5px solid;margin:1.2rem 0}.algorithm>p{"
    "margin:0;padding:.2rem 0;border-bottom:1px solid}.algorithm>ol{margin:.3rem 0;padding-left:2.5rem}"
    ".algorithm li::marker{font-size:.8em;color:#5d6168}.algorithm "
    "li.bare{list-style:none}.marks{float:right;border:1px solid;border-radius:3px;padding:.1rem .5rem .1rem "
    "2rem;font-weight:normal;font-size:"
    ".9rem}.write{border-bottom:1px "
    "solid}.written{color:#1f3fb0}footer{font-size:.85rem;margin-top:2rem;border-top:1px solid}.comment{color:#5d6168;"
    "font-size:.9em;margin-left:1.5em}"
    "math{font-family:\"Latin Modern Math\",\"STIX Two Math\",\"Cambria Math\",math}math[display=block]{margin:.8rem "
    "0}@media print{body{max-width:none}figure,aside{break-inside:avoid}}";

static void add_text(writer *w, str text) {
    xml_add(&w->out, text);
}

static void add_raw(writer *w, const char *text) {
    strbuf_add_c(&w->out, text);
}

static void add_words(writer *w, const span *s) {
    if (s->math)
        mathml_add(&w->out, s->math, false, math_spoken(s->math, w->document->lang, w->arena));
    else
        add_text(w, s->text);
}

static void add_span(writer *w, const span *s) {
    bool link = mdtext_may_link(s->link);
    if (link) {
        add_raw(w, "<a href=\"");
        add_text(w, s->link);
        add_raw(w, "\">");
    }
    add_raw(w, s->strong ? "<strong>" : "");
    add_raw(w, s->emphasis ? "<em>" : "");
    add_raw(w, s->code ? "<code>" : "");
    add_words(w, s);
    add_raw(w, s->code ? "</code>" : "");
    add_raw(w, s->emphasis ? "</em>" : "");
    add_raw(w, s->strong ? "</strong>" : "");
    add_raw(w, link ? "</a>" : "");
    add_raw(w, s->line_break ? "<br>" : "");
}

static void add_spans(writer *w, const block *b) {
    for (size_t k = 0; k < b->span_count; k++)
        add_span(w, &b->spans[k]);
}

static void add_blocks(writer *w, block *const *blocks, size_t count);

static void add_marks(writer *w, const block *b) {
    if (b->marks)
        strbuf_addf(&w->out, " <span class=\"marks\">/ %d</span>", b->marks);
}

static void add_heading(writer *w, const block *b) {
    int level = b->level < 1 ? 1 : b->level > 3 ? 3 : b->level;
    strbuf_addf(&w->out, "<h%d id=\"", level);
    add_text(w, b->anchor);
    add_raw(w, "\">");
    add_text(w, b->number_text);
    add_raw(w, b->number_text.len ? " " : "");
    add_spans(w, b);
    add_marks(w, b);
    strbuf_addf(&w->out, "</h%d>\n", level);
}

static void add_paragraph(writer *w, const block *b) {
    add_raw(w, "<p>");
    add_spans(w, b);
    add_marks(w, b);
    add_raw(w, b->qed ? "<span class=\"qed\">\xE2\x96\xA1</span></p>\n" : "</p>\n");
}

static void add_id(writer *w, str id) {
    if (!id.len)
        return;
    add_raw(w, " id=\"");
    add_text(w, id);
    add_raw(w, "\"");
}

static void add_formula(writer *w, const block *b) {
    if (b->number_text.len) {
        add_raw(w, "<div class=\"numbered\"");
        add_id(w, b->anchor);
        add_raw(w, ">");
    }
    mathml_add(&w->out, b->math, true, math_spoken(b->math, w->document->lang, w->arena));
    if (b->number_text.len) {
        add_raw(w, "<span>");
        add_text(w, b->number_text);
        add_raw(w, "</span></div>");
    }
    add_raw(w, "\n");
}

static void add_list(writer *w, const block *b) {
    if (b->ordered)
        strbuf_addf(&w->out, "<ol start=\"%lld\">\n", (long long)b->start);
    else
        add_raw(w, "<ul>\n");
    add_blocks(w, b->children, b->child_count);
    add_raw(w, b->ordered ? "</ol>\n" : "</ul>\n");
}

static void add_item(writer *w, const block *b) {
    add_raw(w, "<li>");
    add_blocks(w, b->children, b->child_count);
    add_raw(w, "</li>\n");
}

static void add_box(writer *w, const block *b) {
    bool run_in = b->number && b->child_count && b->children[0]->kind == BLOCK_PARAGRAPH;
    add_raw(w, b->number && !b->answer_count ? "<aside class=\"statement\"" : "<aside");
    add_id(w, b->anchor);
    add_raw(w, ">");
    if (run_in) {
        add_raw(w, "<p><strong>");
        add_spans(w, b);
        add_raw(w, "</strong> ");
        add_spans(w, b->children[0]);
        add_raw(w, "</p>\n");
        add_blocks(w, b->children + 1, b->child_count - 1);
        add_raw(w, "</aside>\n");
        return;
    }
    if (b->span_count) {
        add_raw(w, "<p><strong>");
        add_spans(w, b);
        add_raw(w, "</strong></p>\n");
    }
    add_blocks(w, b->children, b->child_count);
    add_raw(w, "</aside>\n");
}

static void add_table(writer *w, const block *b) {
    add_raw(w, "<table");
    add_id(w, b->anchor);
    add_raw(w, ">\n");
    if (b->span_count) {
        add_raw(w, "<caption><strong>");
        add_text(w, b->number_text);
        add_raw(w, "</strong> ");
        add_spans(w, b);
        add_raw(w, "</caption>\n");
    }
    add_blocks(w, b->children, b->child_count);
    add_raw(w, "</table>\n");
}

/* The picture without its XML declaration. */
static str inline_svg(str svg) {
    size_t at = str_find(svg, STR("<svg"), 0);
    return at == SIZE_MAX ? svg : str_slice(svg, at, svg.len);
}

/* Figures of a cell, with what the template calls them below. */
static void add_cell_figures(writer *w, const block *cell) {
    for (size_t k = 0; k < cell->figure_count; k++) {
        pictures p;
        if (!picture_draw(&w->book, cell->figures[k], &p))
            return;
        for (size_t part = 0; part < p.count; part++)
            strbuf_add(&w->out, inline_svg(p.parts[part].svg));
        if (p.title.len) {
            add_raw(w, "<br><small>");
            add_text(w, p.title);
            add_raw(w, "</small>");
        }
        for (size_t n = 0; n < p.note_count; n++) {
            add_raw(w, "<br><small>");
            add_text(w, p.notes[n]);
            add_raw(w, "</small>");
        }
    }
}

static void add_cell(writer *w, const block *cell) {
    if (cell->figures_first)
        add_cell_figures(w, cell);
    if (cell->figures_first && cell->span_count)
        add_raw(w, "<br>");
    add_spans(w, cell);
    if (!cell->figures_first && cell->figure_count && cell->span_count)
        add_raw(w, "<br>");
    if (!cell->figures_first)
        add_cell_figures(w, cell);
}

static void add_row(writer *w, const block *b) {
    static const char *const aligns[] = {"", "left", "center", "right"};
    add_raw(w, "<tr>");
    for (size_t k = 0; k < b->child_count; k++) {
        const block *cell = b->children[k];
        add_raw(w, b->head ? "<th scope=\"col\"" : "<td");
        if (cell->align != ALIGN_DEFAULT)
            strbuf_addf(&w->out, " style=\"text-align:%s\"", aligns[cell->align]);
        add_raw(w, ">");
        add_cell(w, cell);
        add_raw(w, b->head ? "</th>" : "</td>");
    }
    add_raw(w, "</tr>\n");
}

static void add_caption(writer *w, const pictures *p) {
    add_raw(w, "<figcaption><strong>");
    add_text(w, p->label);
    add_raw(w, "</strong> ");
    add_text(w, p->title);
    add_raw(w, "</figcaption>\n");
}

static void add_figures(writer *w, const block *b) {
    add_raw(w, "<div class=\"figures\">\n");
    for (size_t k = 0; k < b->figure_count; k++) {
        pictures p;
        if (!picture_draw(&w->book, b->figures[k], &p))
            return;
        const char *kind = p.table ? "table" : "figure";
        str id = b->figures[k]->number ? str_format(w->arena, "%s-%zu", kind, b->figures[k]->number) : STR("");
        add_raw(w, "<figure");
        add_id(w, id);
        add_raw(w, ">\n");
        if (p.table)
            add_caption(w, &p);
        for (size_t part = 0; part < p.count; part++)
            strbuf_add(&w->out, inline_svg(p.parts[part].svg));
        for (size_t n = 0; n < p.note_count; n++) {
            add_raw(w, "<p class=\"notes\">");
            add_text(w, p.notes[n]);
            add_raw(w, "</p>\n");
        }
        if (!p.table && p.label.len)
            add_caption(w, &p);
        add_raw(w, "</figure>\n");
    }
    add_raw(w, "</div>\n");
}

static void add_code(writer *w, const block *b) {
    add_raw(w, "<pre><code>");
    add_text(w, b->text);
    add_raw(w, "</code></pre>\n");
}

static void add_line(writer *w, const block *b) {
    strbuf_addf(&w->out, b->number ? "<li value=\"%zu\"" : "<li class=\"bare\"", b->number);
    if (b->level)
        strbuf_addf(&w->out, " style=\"padding-left:%dem\"", 2 * b->level);
    add_raw(w, ">");
    add_spans(w, b);
    if (b->comment_count) {
        add_raw(w, " <span class=\"comment\">// ");
        for (size_t k = 0; k < b->comment_count; k++)
            add_span(w, &b->comment[k]);
        add_raw(w, "</span>");
    }
    add_raw(w, "</li>\n");
}

static void add_algorithm(writer *w, const block *b) {
    add_raw(w, "<section class=\"algorithm\"");
    add_id(w, b->anchor);
    add_raw(w, ">\n<p><strong>");
    add_text(w, b->number_text);
    add_raw(w, "</strong> ");
    add_spans(w, b);
    add_raw(w, "</p>\n<ol>\n");
    add_blocks(w, b->children, b->child_count);
    add_raw(w, "</ol>\n</section>\n");
}

static void add_answers(writer *w, const block *b) {
    add_blocks(w, b->children, b->child_count);
}

static void add_rule(writer *w, const block *b) {
    (void)b;
    add_raw(w, "<hr>\n");
}

/* Words with room behind each, in one line. */
static void add_fields(writer *w, const block *b) {
    str all = spans_plain(b->spans, b->span_count, w->arena);
    add_raw(w, "<p class=\"fields\">");
    str field;
    for (size_t at = 0; fields_next(all, &at, &field);) {
        add_text(w, field);
        add_raw(w, " <span class=\"blank\">____________</span> ");
    }
    if (b->marks)
        strbuf_addf(&w->out, "<span class=\"marks\">/ %d</span>", b->marks);
    add_raw(w, "</p>\n");
}

static void add_write(writer *w, const block *b) {
    strbuf_addf(&w->out, "<p class=\"write\" style=\"min-height:%dem\">", b->lines * 2);
    add_spans(w, b);
    add_raw(w, "</p>\n");
}

static void add_nothing(writer *w, const block *b) {
    (void)w;
    (void)b;
}

static void (*const adders[])(writer *w, const block *b) = {
    [BLOCK_HEADING] = add_heading,    [BLOCK_PARAGRAPH] = add_paragraph,
    [BLOCK_FORMULA] = add_formula,    [BLOCK_LIST] = add_list,
    [BLOCK_ITEM] = add_item,          [BLOCK_BOX] = add_box,
    [BLOCK_TABLE] = add_table,        [BLOCK_ROW] = add_row,
    [BLOCK_CELL] = add_nothing,       [BLOCK_FIGURES] = add_figures,
    [BLOCK_CODE] = add_code,          [BLOCK_RULE] = add_rule,
    [BLOCK_PAGE_BREAK] = add_nothing, [BLOCK_ALGORITHM] = add_algorithm,
    [BLOCK_LINE] = add_line,          [BLOCK_ANSWERS] = add_answers,
    [BLOCK_FIELDS] = add_fields,      [BLOCK_WRITE] = add_write,
};

static void add_blocks(writer *w, block *const *blocks, size_t count) {
    for (size_t k = 0; k < count && !error_set(w->error); k++)
        adders[blocks[k]->kind](w, blocks[k]);
}

static void add_head(writer *w) {
    add_raw(w, "<!DOCTYPE html>\n<html lang=\"");
    add_text(w, w->document->lang);
    add_raw(w, "\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    add_text(w, w->document->title);
    add_raw(w, "</title>\n<style>");
    add_raw(w, style);
    add_raw(w, "</style>\n</head>\n<body>\n<main>\n");
}

str html_export(document *d, const export_options *o, arena *a, error *e) {
    writer w = {.out = strbuf_in(a),
                .document = d,
                .book = {.options = o, .lang = d->lang, .arena = a, .error = e},
                .arena = a,
                .error = e};
    if (!sheet_number(d, o->phrases, a, e))
        return STR("");
    add_head(&w);
    add_blocks(&w, d->blocks, d->count);
    if (o->foot.len) {
        add_raw(&w, "<footer><p>");
        add_text(&w, o->foot);
        add_raw(&w, "</p></footer>\n");
    }
    add_raw(&w, "</main>\n</body>\n</html>\n");
    return error_set(e) ? STR("") : strbuf_text(&w.out);
}
