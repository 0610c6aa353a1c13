/* The blocks of a document as rows, a function a kind of block. A list or a box makes the column narrower for what
 * stands in it:
 *
 *   x├──────────── column ────────────┤     x: left edge of what is set next
 *    • x├───────── column ────────────┤     in an item
 *    ┊pad┊x├────── column ───────┤┊pad┊     in a box
 */
#include "galley.h"

#include "grapheme.h"

#include <math.h>

/* The rhythm of the page, points; it does not stretch, so that pages end where they do, and only what is about tables
 * and figures may give way. Headings hold to what follows. Paragraphs are told by their indents. */
static const struct { double above, below; } heading_space[] = {{0, 0}, {20, 9}, {15, 5}, {10, 3}};

static const double item_space = 2, list_space = 4, block_space = 6, formula_space = 7, figure_space = 8;

static double body(const galley *g) {
    return g->options->theme->type.body;
}

static void space_of(galley *g, double points) {
    galley_space(g, galley_rhythm(g, points), 0, 0);
}

/* About tables and figures. */
static void giving_space(galley *g, double points) {
    double space = galley_rhythm(g, points);
    galley_space(g, space, 0, space * 0.4);
}

static bool ends_with_colon(const block *b) {
    str last = b->span_count ? str_trim(b->spans[b->span_count - 1].text) : STR("");
    return str_ends(last, ":") || str_ends(last, "\xEF\xBC\x9A");
}

/* A sentence that a formula is to end: its last word is not a formula, and no stop, quote or bracket follows it. */
static bool is_open_sentence(const block *b) {
    static const char *const ends[] = {".", "!", "?", ")", "”", "。", "！", "？", "）"};
    const span *last = b->span_count ? &b->spans[b->span_count - 1] : NULL;
    str words = last && !last->math ? str_trim(last->text) : STR("");
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
        if (str_ends(words, ends[k]))
            return false;
    return words.len > 0;
}

static void heading_done(galley *g) {
    galley_keep(g);
    g->lines = 0;
    g->flush = true;
}

/* A single line under a heading is not enough to end a page with. */
static void block_done(galley *g, double space) {
    space_of(g, space);
    if (g->lines < 2)
        galley_keep(g);
    g->flush = g->in_head = false;
}

static void add_heading(galley *g, const block *b) {
    const theme *t = g->options->theme;
    int level = b->level < 1 ? 1 : b->level > 3 ? 3 : b->level;
    double sizes[] = {0, t->type.page_title, t->type.heading, t->type.figure_title};
    static const role roles[] = {ROLE_NONE, ROLE_HEADING_1, ROLE_HEADING_2, ROLE_HEADING_3};
    if (g->count)
        space_of(g, heading_space[level].above);
    words w = {0};
    text_style style = galley_style(g, b->number ? FACE_ROMAN : FACE_BOLD, b->number ? body(g) : sizes[level]);
    span number = {.text = str_format(g->arena, "%.*s\xE2\x80\x83", STR_ARG(b->number_text)), .strong = true};
    if (b->number)
        words_add_spans(g, &w, &number, 1, style);
    words_add_spans(g, &w, b->spans, b->span_count, style);
    flow f = words_flow(g, &w, g->column - galley_marks_width(b->marks), false);
    size_t first = g->count;
    tag *own = galley_open(g, roles[level]);
    own->group.anchor = b->anchor;
    for (size_t k = 0; k < f.count; k++) {
        scene *s = scene_new(g->arena);
        scene_take(s, f.lines[k].scene, g->x, line_baseline(&f.lines[k]), STR(""));
        if (k)
            galley_keep(g);
        galley_add(g, ROW_HEADING, f.lines[k].height, s);
    }
    galley_close(g);
    if (g->count > first && b->marks)
        galley_marks(g, &g->rows[g->count - 1], line_baseline(&f.lines[f.count - 1]), b->marks);
    if (g->count > first) {
        g->rows[first].level = level;
        g->rows[first].title = spans_plain(b->spans, b->span_count, g->arena);
    }
    space_of(g, heading_space[level].below);
    heading_done(g);
}

/* A formula is parted from the one before, or from the words about it, only at a cost. */
static void hold_to_formula(galley *g, double cost) {
    if (g->next.cost >= 0)
        g->next.cost = fmax(g->next.cost, cost);
}

static const double parting_words = 30, parting_formulas = 90;

/* A square at the right end of the last line; where there is no room for it, on a line of its own. */
static void end_proof(galley *g, const flow *f) {
    double side = body(g) * 0.6, line = body(g) * g->options->theme->space.leading;
    bool room = f->count && f->lines[f->count - 1].width + 2 * side <= g->column;
    scene *s = room ? g->rows[g->count - 1].content : scene_new(g->arena);
    double base = room ? line_baseline(&f->lines[f->count - 1]) : line * 0.75;
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    scene_rect(s, (box){g->x + g->column - side - 0.5, base - side, side, side}, 0,
               paint_stroke(g->options->theme->color.ink, 0.6));
    scene_close(s);
    if (!room) {
        galley_keep(g);
        galley_add(g, ROW_TEXT, line, s);
    }
}

/* Whether a paragraph goes on with the sentence of the formula before it. */
static bool goes_on(const galley *g, const block *b) {
    static const char *const words[] = {"其中", "这里", "即"};
    if (!g->after_formula || !b->span_count)
        return false;
    str text = str_trim(b->spans[0].text);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (str_starts(text, words[k]))
            return true;
    return !b->spans[0].math && text.len && text.ptr[0] >= 'a' && text.ptr[0] <= 'z';
}

/* In English the first paragraph after a heading or a box is flush, in Chinese only one that opens a box. */
static double indent_of(const galley *g, const block *b) {
    static const double english = 1.4, chinese = 2; /* em */
    bool flush = galley_is_chinese(g) ? g->in_head : g->flush;
    if (flush || g->in_list || goes_on(g, b))
        return 0;
    return (galley_is_chinese(g) ? chinese : english) * body(g);
}

static void add_paragraph(galley *g, const block *b) {
    if (g->after_formula)
        hold_to_formula(g, parting_words);
    galley_open(g, ROLE_PARAGRAPH);
    flow f = galley_paragraph(g, b->spans, b->span_count, indent_of(g, b));
    galley_lines(g, &f, g->x, g->in_panel ? ROW_OTHER : ROW_TEXT);
    if (b->qed)
        end_proof(g, &f);
    galley_close(g);
    if (f.count && b->marks)
        galley_marks(g, &g->rows[g->count - 1], line_baseline(&f.lines[f.count - 1]), b->marks);
    if (f.count)
        g->rows[g->count - 1].open_end = ends_with_colon(b);
    block_done(g, g->in_list ? item_space : 0);
    if (f.count && g->rows[g->count - 1].open_end)
        galley_keep(g);
    g->open_sentence = is_open_sentence(b);
}

static void add_blocks(galley *g, block *const *blocks, size_t count);

/* Lists. */

/* Chinese numbers its items （1）; the blank of the bracket is the gap after it. */
static const piece *marker_of(galley *g, const block *list, size_t k) {
    piece *p = ARENA_NEW(g->arena, piece);
    str text = STR("\xE2\x80\xA2");
    const char *form = galley_is_chinese(g) ? "（%lld）" : "%lld.";
    if (list->ordered)
        text = str_format(g->arena, form, (long long)list->start + (long long)k);
    text_style style = galley_style(g, FACE_ROMAN, body(g));
    p->scene = scene_new(g->arena);
    p->width = scene_text(p->scene, g->options->fonts, style, (point){0, 0}, ANCHOR_LEFT, text);
    return p;
}

/* How far a list or box may move its text in: `wanted`, but less where the column would become too narrow for words. */
static double inset(const galley *g, double wanted, double sides) {
    static const double least = 9; /* × the size of the body */
    double room = g->column - fmin(least * body(g), g->width / 2);
    return fmax(0, fmin(wanted, room / 2 / sides));
}

static void add_list(galley *g, const block *b) {
    double gap = b->ordered && galley_is_chinese(g) ? 0 : body(g) * 0.6, indent = body(g) * 1.2;
    space_of(g, g->in_list ? item_space : list_space);
    const piece **markers = ARENA_ARRAY(g->arena, const piece *, b->child_count + 1);
    for (size_t k = 0; k < b->child_count; k++) {
        markers[k] = marker_of(g, b, k);
        indent = fmax(indent, markers[k]->width + gap);
    }
    indent = inset(g, indent, 1);
    double x = g->x, column = g->column;
    bool inner = g->in_list;
    g->in_list = true;
    galley_open(g, ROLE_LIST);
    for (size_t k = 0; k < b->child_count; k++) {
        galley_open(g, ROLE_ITEM);
        g->x = x + indent;
        g->column = column - indent;
        g->marker = markers[k];
        g->marker_x = x + indent - gap;
        add_blocks(g, b->children[k]->children, b->children[k]->child_count);
        g->marker = NULL;
        galley_close(g);
    }
    g->in_list = inner;
    g->x = x;
    g->column = column;
    galley_close(g);
    block_done(g, inner ? item_space : list_space);
}

/* Boxes. */

static const double box_pad = 7, box_side = 11; /* inside a box, above and below and beside */

static void add_pad(galley *g, double height) {
    galley_add(g, ROW_OTHER, height, NULL);
}

/* Opens a pale ground: what follows stands inside it. Returns the one that it stands in itself, or NULL. */
static const panel *open_panel(galley *g, double pad, bool statement) {
    const panel *outer = g->panel;
    panel *p = ARENA_NEW(g->arena, panel);
    *p = (panel){g->x, g->column, g->options->theme->space.radius, statement};
    g->panel = p;
    g->in_panel = true;
    g->x += pad;
    g->column -= 2 * pad;
    add_pad(g, galley_rhythm(g, box_pad));
    galley_keep(g);
    g->flush = g->in_head = true;
    return outer;
}

static void close_panel(galley *g, double pad, const panel *outer) {
    g->next = (break_row){.cost = BREAK_NEVER};
    add_pad(g, galley_rhythm(g, box_pad));
    g->x -= pad;
    g->column += 2 * pad;
    g->panel = outer;
    g->in_panel = outer != NULL;
    g->next.cost = 0;
}

/* A box that is not tall stays whole; a taller one is parted where much of a page would be empty else. */
static void keep_whole(galley *g, size_t first, double most) {
    static const double small = 0.22, parting = 160;
    double height = 0;
    for (size_t k = first; k < g->count; k++)
        height += g->rows[k].measure.height + g->rows[k].measure.space;
    double cost = height < g->height * small ? BREAK_NEVER : parting;
    for (size_t k = first + 1; k < g->count && height < most; k++)
        if (g->rows[k].measure.cost >= 0)
            g->rows[k].measure.cost = fmax(g->rows[k].measure.cost, cost);
}

static str say_box(galley *g, const char *key) {
    context here = {0};
    return phrases_have(g->options->phrases, str_of(key))
               ? phrases_say(g->options->phrases, str_of(key), &here, NULL, g->arena, g->error)
               : STR("");
}

/* A box that asks "before you turn the page" belongs at the end of one. Where it stands elsewhere, its title says so.
 */
static bool add_title_inside(galley *g, const block *b, size_t title) {
    str turn = say_box(g, "box.predict"), here = say_box(g, "box.predict_here");
    if (!turn.len || !here.len || !str_equal(str_trim(spans_plain(b->spans, b->span_count, g->arena)), str_trim(turn)))
        return false;
    span words = {.text = here};
    flow f = galley_flow(g, &words, 1, galley_style(g, FACE_BOLD, body(g)), g->column, false);
    if (f.count != 1 || g->count != title + 1)
        return false;
    scene *s = scene_new(g->arena);
    scene_place(s, f.lines[0].scene, g->x, line_baseline(&f.lines[0]), 1, STR(""));
    g->rows[title].inside = s;
    return true;
}

/* The first paragraph of a numbered box, its title before its words: "Theorem 1. Let …" */
static block *run_in(galley *g, const block *b) {
    const block *first = b->children[0];
    block *whole = ARENA_NEW(g->arena, block);
    *whole = *first;
    whole->span_capacity = b->span_count + 1 + first->span_count;
    whole->spans = ARENA_ARRAY(g->arena, span, whole->span_capacity);
    whole->span_count = 0;
    for (size_t k = 0; k < b->span_count; k++)
        whole->spans[whole->span_count++] = b->spans[k];
    bool chinese = str_starts(g->document->lang, "zh");
    whole->spans[whole->span_count++] = (span){.text = chinese ? STR("\xE3\x80\x80") : STR(" ")};
    for (size_t k = 0; k < first->span_count; k++)
        whole->spans[whole->span_count++] = first->spans[k];
    return whole;
}

static void add_box(galley *g, const block *b) {
    double pad = inset(g, galley_rhythm(g, box_side), 2);
    space_of(g, block_space);
    static const double turning = 60; /* worth a sixth of a page left empty */
    size_t first = g->count;
    bool turns = false;
    galley_open(g, ROLE_BOX)->group.anchor = b->anchor;
    bool statement = b->number && !b->answer_count; /* a numbered question has the look of a box */
    const panel *outer = open_panel(g, pad, statement);
    block *const *children = b->children;
    size_t count = b->child_count;
    if (b->number && count && children[0]->kind == BLOCK_PARAGRAPH) {
        block *first = run_in(g, b);
        add_blocks(g, &first, 1);
        children++;
        count--;
    } else if (b->span_count) {
        size_t title = g->count;
        galley_open(g, ROLE_PARAGRAPH);
        flow f = galley_flow(g, b->spans, b->span_count, galley_style(g, FACE_BOLD, body(g)), g->column, false);
        galley_lines(g, &f, g->x, ROW_OTHER);
        galley_close(g);
        turns = add_title_inside(g, b, title);
        space_of(g, item_space);
        galley_keep(g);
        g->in_head = false;
    }
    add_blocks(g, children, count);
    close_panel(g, pad, outer);
    galley_close(g);
    keep_whole(g, first, g->height * 0.4);
    block_done(g, block_space);
    g->flush = true;
    g->next.merit = turns ? turning : 0;
}

static size_t leading_blanks(str line) {
    size_t count = 0;
    while (count < line.len && line.ptr[count] == ' ')
        count++;
    return count;
}

/* How much of a line of code fits a width: up to a blank in its second half, else up to a grapheme; one at least. */
static size_t code_fitting(const galley *g, str line, text_style style, double width) {
    const fonts *f = g->options->fonts;
    if (text_measure(f, style, line).width <= width)
        return line.len;
    size_t fits = grapheme_end(line, 0), blank = 0;
    for (size_t next = fits; next < line.len;) {
        next = grapheme_end(line, next);
        if (text_measure(f, style, str_slice(line, 0, next)).width > width)
            break;
        fits = next;
        blank = line.ptr[next - 1] == ' ' ? next : blank;
    }
    return blank > fits / 2 ? blank : fits;
}

/* What is too long goes on below, two characters further in, behind a mark that is no part of the code. */
static void add_code_line(galley *g, str line, double size) {
    const sheet_options *o = g->options;
    text_style style = galley_style(g, FACE_MONO, size), mark = style;
    mark.color = o->theme->color.mute;
    double height = size * o->theme->space.leading, two = text_measure(o->fonts, style, STR("00")).width;
    double hang = fmin((double)leading_blanks(line) * two / 2 + 2 * two, g->column / 2);
    for (size_t from = 0; from < line.len || from == 0;) {
        scene *s = scene_new(g->arena);
        double x = from ? hang : 0;
        str rest = str_slice(line, from, line.len);
        size_t fits = rest.len ? code_fitting(g, rest, style, g->column - x) : 1;
        if (from) {
            scene_open(s, (group){.role = ROLE_ARTIFACT});
            scene_text(s, o->fonts, mark, (point){g->x + x - two * 0.4, height * 0.72}, ANCHOR_RIGHT,
                       STR("\xE2\x86\xAA"));
            scene_close(s);
            galley_keep(g);
        }
        scene_text(s, o->fonts, style, (point){g->x + x, height * 0.72}, ANCHOR_LEFT, str_slice(rest, 0, fits));
        galley_add(g, ROW_OTHER, height, s);
        from += fits;
    }
}

static void add_code(galley *g, const block *b) {
    double pad = inset(g, body(g) * 0.7, 2), size = body(g) * 0.9;
    space_of(g, block_space);
    size_t first = g->count;
    galley_open(g, ROLE_PARAGRAPH);
    const panel *outer = open_panel(g, pad, false);
    str text = b->text;
    for (size_t from = 0; from < text.len;) {
        size_t end = str_find(text, STR("\n"), from);
        add_code_line(g, str_slice(text, from, end), size);
        from = end == SIZE_MAX ? text.len : end + 1;
    }
    close_panel(g, pad, outer);
    galley_close(g);
    keep_whole(g, first, g->height * 0.4);
    block_done(g, block_space);
}

/* Algorithms: a head between rules, lines with their numbers.
 *
 *   ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
 *   Algorithm 1  LCS-LENGTH(X, Y)
 *   ─────────────────────────────────
 *    1  for i = 1 to m                      numbers end at `number_end`, words begin at `text`
 *    2     c[i,0] = 0        // a comment   one `level` deeper; what is too long goes on two levels deeper
 *   ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
 */
static const struct {
    double number_end, text, level, number, comment, line, thick, thin;
} algorithm = {1.4, 2.2, 1.4, 0.78, 0.87, 1.315, 0.9, 0.5}; /* × the size of the body; rules in points */

static void add_algorithm_rule(galley *g, double stroke) {
    scene *s = scene_new(g->arena);
    scene_line(s, (point){g->x, stroke / 2}, (point){g->x + g->column, stroke / 2},
               paint_stroke(g->options->theme->color.ink, stroke));
    scene *whole = scene_new(g->arena);
    scene_open(whole, (group){.role = ROLE_ARTIFACT});
    scene_take(whole, s, 0, 0, STR(""));
    scene_close(whole);
    tag *outer = g->tag;
    g->tag = NULL;
    galley_add(g, ROW_OTHER, stroke, whole);
    g->tag = outer;
}

static void add_algorithm_head(galley *g, const block *b) {
    words w = {0};
    bool chinese = str_starts(g->document->lang, "zh");
    span number = {.text = str_format(g->arena, "%.*s%s", STR_ARG(b->number_text),
                                      b->span_count ? (chinese ? "\xE3\x80\x80" : "\xE2\x80\x83") : ""),
                   .strong = true};
    text_style style = galley_style(g, FACE_ROMAN, body(g));
    words_add_spans(g, &w, &number, 1, style);
    words_add_spans(g, &w, b->spans, b->span_count, style);
    flow f = words_flow(g, &w, g->column, false);
    galley_open(g, ROLE_PARAGRAPH);
    galley_lines(g, &f, g->x, ROW_OTHER);
    galley_close(g);
}

/* On the line if there is room, else on the next one. */
static void add_comment(galley *g, const block *b, double x, scene *line, double base, double used) {
    text_style style = galley_style(g, FACE_ROMAN, body(g) * algorithm.comment);
    style.color = g->options->theme->color.mute;
    words w = {0};
    span slashes = {.text = STR("// ")};
    words_add_spans(g, &w, &slashes, 1, style);
    words_add_spans(g, &w, b->comment, b->comment_count, style);
    flow f = words_flow(g, &w, fmax(g->x + g->column - x, body(g) * 6), false);
    double free = g->x + g->column - x - used;
    if (f.count == 1 && f.lines[0].width + 1.5 * body(g) <= free) {
        scene_take(line, f.lines[0].scene, x + used + 1.5 * body(g), base, STR(""));
        return;
    }
    for (size_t k = 0; k < f.count; k++) {
        scene *s = scene_new(g->arena);
        scene_take(s, f.lines[k].scene, x, line_baseline(&f.lines[k]), STR(""));
        galley_keep(g);
        galley_add(g, ROW_OTHER, f.lines[k].height, s);
    }
}

static void add_algorithm_line(galley *g, const block *b) {
    double size = body(g), height = size * algorithm.line, deep = algorithm.level * size;
    double x = g->x + size * algorithm.text + deep * b->level, hang = 2 * deep;
    text_style style = galley_style(g, FACE_ROMAN, size), number = galley_style(g, FACE_ROMAN, size * algorithm.number);
    number.color = g->options->theme->color.mute;
    words w = {0};
    words_add_spans(g, &w, b->spans, b->span_count, style);
    double room = fmax(g->x + g->column - x, size * 6);
    flow f = words_flow(g, &w, room, false);
    if (f.count > 1)
        f = words_flow(g, &w, fmax(room - hang, size * 6), false);
    galley_open(g, ROLE_PARAGRAPH);
    for (size_t k = 0; k < f.count || k == 0; k++) {
        scene *s = scene_new(g->arena);
        double own = f.count ? fmax(f.lines[k].height, height) : height;
        double base = f.count ? line_baseline(&f.lines[k]) + (own - f.lines[k].height) / 2 : height * 0.75;
        if (k == 0 && b->number)
            scene_text(s, g->options->fonts, number, (point){g->x + size * algorithm.number_end, base}, ANCHOR_RIGHT,
                       str_format(g->arena, "%zu", b->number));
        if (f.count)
            scene_take(s, f.lines[k].scene, x + (k ? hang : 0), base, STR(""));
        if (k)
            galley_keep(g);
        galley_add(g, ROW_OTHER, own, s);
        if (b->comment_count && k + 1 >= f.count)
            add_comment(g, b, x, s, base, f.count ? f.lines[k].width + (k ? hang : 0) : 0);
    }
    galley_close(g);
}

static void add_algorithm(galley *g, const block *b) {
    space_of(g, block_space);
    size_t first = g->count;
    galley_open(g, ROLE_BOX)->group.anchor = b->anchor;
    add_algorithm_rule(g, algorithm.thick);
    galley_space(g, 2, 0, 0);
    galley_keep(g);
    add_algorithm_head(g, b);
    galley_space(g, 2, 0, 0);
    galley_keep(g);
    add_algorithm_rule(g, algorithm.thin);
    galley_space(g, 2, 0, 0);
    for (size_t k = 0; k < b->child_count; k++) {
        if (k < 2 || k + 1 == b->child_count) /* no line alone */
            galley_keep(g);
        add_algorithm_line(g, b->children[k]);
    }
    galley_space(g, 2, 0, 0);
    galley_keep(g);
    add_algorithm_rule(g, algorithm.thick);
    galley_close(g);
    keep_whole(g, first, g->height * 0.5);
    g->lines = 2;
    block_done(g, block_space);
}

static void add_answers(galley *g, const block *b) {
    add_blocks(g, b->children, b->child_count);
}

static void add_rule(galley *g, const block *b) {
    (void)b;
    const theme *t = g->options->theme;
    space_of(g, block_space);
    scene *s = scene_new(g->arena);
    scene_open(s, (group){.role = ROLE_ARTIFACT});
    scene_line(s, (point){g->x, 0.5}, (point){g->x + g->column, 0.5}, paint_stroke(t->color.rule, t->stroke.grid));
    scene_close(s);
    tag *outer = g->tag;
    g->tag = NULL;
    galley_add(g, ROW_OTHER, 1, s);
    g->tag = outer;
    block_done(g, block_space);
}

static void add_page_break(galley *g, const block *b) {
    (void)b;
    if (g->count)
        g->next.cost = BREAK_ALWAYS;
}

static void add_nothing(galley *g, const block *b) {
    (void)g;
    (void)b;
}

/* A figure may begin the page after the words that lead to it: it is the next thing that is read. */
static void add_figures(galley *g, const block *b) {
    static const double leading = 40;
    if (g->count && g->rows[g->count - 1].open_end && g->lines >= 2 && g->next.cost >= BREAK_NEVER)
        g->next.cost = leading;
    galley_figures(g, b);
    giving_space(g, figure_space);
    block_done(g, 0);
}

/* "Table 2  Its words", above the table and as far in as captions of figures are. */
static void add_table_caption(galley *g, const block *b) {
    static const double gap = 0.5;
    double size = g->options->theme->type.label;
    words w = {0};
    bool chinese = str_starts(g->document->lang, "zh");
    span number = {
        .text = str_format(g->arena, "%.*s%s", STR_ARG(b->number_text), chinese ? "\xE3\x80\x80" : "\xE2\x80\x83"),
        .strong = true};
    text_style style = galley_style(g, FACE_ROMAN, size);
    words_add_spans(g, &w, &number, 1, style);
    words_add_spans(g, &w, b->spans, b->span_count, style);
    flow f = words_flow(g, &w, g->column, false);
    galley_open(g, ROLE_CAPTION)->group.anchor = b->anchor;
    for (size_t k = 0; k < f.count; k++) {
        scene *s = scene_new(g->arena);
        scene_take(s, f.lines[k].scene, g->x + (g->column - f.lines[k].width) / 2, line_baseline(&f.lines[k]), STR(""));
        galley_add(g, ROW_OTHER, f.lines[k].height, s);
        galley_keep(g);
    }
    galley_close(g);
    galley_space(g, gap * size, 0, 0);
    galley_keep(g);
}

static void add_table(galley *g, const block *b) {
    giving_space(g, block_space);
    if (b->span_count)
        add_table_caption(g, b);
    galley_table(g, b);
    g->lines = 2;
    giving_space(g, block_space);
    block_done(g, 0);
}

static void add_formula(galley *g, const block *b) {
    space_of(g, formula_space);
    if (g->open_sentence)
        galley_keep(g);
    hold_to_formula(g, g->after_formula ? parting_formulas : parting_words);
    galley_formula(g, b);
    g->lines = 2;
    block_done(g, formula_space);
}

static void add_fields(galley *g, const block *b) {
    galley_fields(g, b);
    block_done(g, block_space);
}

static void add_write(galley *g, const block *b) {
    galley_write(g, b);
    g->lines = 2;
    block_done(g, block_space);
}

static void (*const adders[])(galley *g, const block *b) = {
    [BLOCK_HEADING] = add_heading, [BLOCK_PARAGRAPH] = add_paragraph,
    [BLOCK_FORMULA] = add_formula, [BLOCK_LIST] = add_list,
    [BLOCK_ITEM] = add_nothing,    [BLOCK_BOX] = add_box,
    [BLOCK_TABLE] = add_table,     [BLOCK_ROW] = add_nothing,
    [BLOCK_CELL] = add_nothing,    [BLOCK_FIGURES] = add_figures,
    [BLOCK_CODE] = add_code,       [BLOCK_ALGORITHM] = add_algorithm,
    [BLOCK_LINE] = add_nothing,    [BLOCK_ANSWERS] = add_answers,
    [BLOCK_RULE] = add_rule,       [BLOCK_PAGE_BREAK] = add_page_break,
    [BLOCK_FIELDS] = add_fields,   [BLOCK_WRITE] = add_write,
};

static void add_blocks(galley *g, block *const *blocks, size_t count) {
    for (size_t k = 0; k < count && !error_set(g->error); k++) {
        if (!g->tag)
            g->block++;
        if (blocks[k]->kind != BLOCK_FORMULA)
            g->open_sentence = false;
        adders[blocks[k]->kind](g, blocks[k]);
        g->after_formula = blocks[k]->kind == BLOCK_FORMULA;
    }
}

/* A document without a heading of the first level gets its title. */
static void add_title(galley *g) {
    const document *d = g->document;
    for (size_t k = 0; k < d->count; k++)
        if (d->blocks[k]->kind == BLOCK_HEADING && d->blocks[k]->level == 1)
            return;
    if (d->title.len == 0)
        return;
    span words = {.text = d->title};
    block title = {.kind = BLOCK_HEADING, .level = 1, .spans = &words, .span_count = 1};
    add_heading(g, &title);
}

/* Whether the rows fill so many pages that nothing which is decided for the whole of a short document depends on them.
 */
static bool is_much(const galley *g) {
    static const double pages = 20; /* more than those that are mended */
    double height = 0;
    for (size_t k = 0; k < g->count; k++)
        height += g->rows[k].measure.height;
    return height >= pages * g->height;
}

bool galley_build(galley *g) {
    const document *d = g->document;
    if (g->next_block == 0 && !g->pages)
        add_title(g);
    while (g->next_block < d->count && !error_set(g->error)) {
        block *const *next = &d->blocks[g->next_block];
        if ((*next)->kind == BLOCK_PAGE_BREAK && !g->whole && g->count && is_much(g))
            return true;
        add_blocks(g, next, 1);
        g->next_block++;
    }
    g->ended = true;
    return false;
}

void galley_empty(galley *g) {
    g->rows = NULL;
    g->count = g->capacity = 0;
    g->layout = NULL;
}
