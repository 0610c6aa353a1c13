/* The rows of a galley, and words set into them. What is said of the next row before it is there waits in `next`:
 *
 *   space(6) · keep ──▶ next {space 6, cost never} ── add(a line) ──▶ rows […, {6, never, a line}], next {}
 */
#include "galley.h"

#include "utf8.h"

row *galley_add(galley *g, row_kind kind, double height, scene *content) {
    row *r = ARENA_PUSH(g->arena, g, rows, count, capacity);
    *r = (row){.measure = g->next,
               .content = content,
               .tag = g->tag,
               .panel = g->panel,
               .ruled = g->ruled,
               .kind = kind,
               .block = g->block};
    r->measure.height = height;
    g->next = (break_row){0};
    return r;
}

void galley_space(galley *g, double space, double stretch, double shrink) {
    if (space > g->next.space) {
        g->next.space = space;
        g->next.stretch = stretch;
        g->next.shrink = shrink;
    }
}

bool galley_is_chinese(const galley *g) {
    return str_starts(g->document->lang, "zh");
}

double galley_rhythm(const galley *g, double points) {
    return points * g->options->theme->type.body / theme_default(g->document->lang).type.body;
}

void galley_keep(galley *g) {
    if (g->next.cost >= 0)
        g->next.cost = BREAK_NEVER;
}

tag *galley_open(galley *g, role role) {
    tag *t = ARENA_NEW(g->arena, tag);
    *t = (tag){
        .group = {.role = role, .element = ++g->elements}, .outer = g->tag, .depth = g->tag ? g->tag->depth + 1 : 1};
    g->tag = t;
    return t;
}

void galley_close(galley *g) {
    g->tag = g->tag->outer;
}

text_style galley_style(const galley *g, face face, double size) {
    return (text_style){.face = face, .size = size, .color = g->options->theme->color.ink};
}

/* Text. */

static bool has_han(str text) {
    for (size_t at = 0; at < text.len;)
        if (utf8_is_han(utf8_next(text, &at)))
            return true;
    return false;
}

/* Chinese is never slanted: what is stressed in it is bold. */
static face face_of(const span *s, face base) {
    if (s->code)
        return FACE_MONO;
    bool han = s->emphasis && has_han(s->text);
    bool strong = s->strong || han || base == FACE_BOLD || base == FACE_BOLD_ITALIC;
    bool slanted = !han && s->emphasis != (base == FACE_ITALIC || base == FACE_BOLD_ITALIC);
    static const face faces[2][2] = {{FACE_ROMAN, FACE_ITALIC}, {FACE_BOLD, FACE_BOLD_ITALIC}};
    return (base == FACE_NOTE || base == FACE_HAND) && !strong && !slanted ? base : faces[strong][slanted];
}

static str target_of(str link) {
    return str_starts(link, "#") ? str_slice(link, 1, link.len) : link;
}

static const piece *set_math(galley *g, const math *m, text_style style, bool display) {
    piece *p = ARENA_NEW(g->arena, piece);
    math_style how = {.text = style, .display = display, .least = g->options->theme->type.least};
    *p = math_set(m, g->options->fonts, how, g->arena);
    return p;
}

static double leading(const galley *g) {
    return g->options->theme->space.leading;
}

/* The child of a row after which a line may end: behind a relation or a comma, outside all brackets. */
static size_t part_end(const math *row, size_t from) {
    int depth = 0;
    for (size_t k = from; k + 1 < row->count; k++) {
        math_class class = row->children[k]->class;
        depth += (class == MATH_OPEN_) - (class == MATH_CLOSE_);
        if (depth == 0 && k > from && (class == MATH_REL || class == MATH_PUNCT))
            return k + 1;
    }
    return row->count;
}

/* A formula in the line. A long one is parts with spaces between, where a line may end. */
static void add_formula(galley *g, words *w, const math *m, flow_span like) {
    static const double longest = 9; /* em that are never broken */
    const piece *whole = set_math(g, m, like.style, false);
    bool parted = m->kind == MATH_ROW && whole->width > longest * like.style.size;
    size_t count = parted ? m->count : 1;
    for (size_t from = 0; from < count;) {
        while (parted && from && from + 1 < count && m->children[from]->kind == MATH_SPACE)
            from++;
        size_t to = parted ? part_end(m, from) : count;
        math *part = ARENA_NEW(g->arena, math);
        *part = *m;
        if (parted) {
            part->children = m->children + from;
            part->count = part->capacity = to - from;
        }
        flow_span *s = ARENA_PUSH(g->arena, w, items, count, capacity);
        *s = like;
        s->piece = parted ? set_math(g, part, like.style, false) : whole;
        s->forced_break = to == count && like.forced_break;
        if (to < count)
            *ARENA_PUSH(g->arena, w, items, count, capacity) =
                (flow_span){.text = STR(" "), .style = like.style, .link = like.link};
        from = to;
    }
}

void words_add_spans(galley *g, words *w, const span *spans, size_t count, text_style style) {
    for (size_t k = 0; k < count; k++) {
        text_style own = style;
        own.face = face_of(&spans[k], style.face);
        flow_span s = {.style = own, .forced_break = spans[k].line_break, .link = target_of(spans[k].link)};
        if (spans[k].math) {
            add_formula(g, w, spans[k].math, s);
            continue;
        }
        s.text = spans[k].text;
        *ARENA_PUSH(g->arena, w, items, count, capacity) = s;
    }
}

static flow set_words(galley *g, const words *w, double width, bool justified, double indent) {
    static const double endless = 1e6;
    flow_options o = {.width = width > 0 ? width : endless,
                      .first_indent = indent,
                      .leading = leading(g),
                      .justified = justified && width > 0,
                      .lang = g->document->lang};
    return paragraph_flow(w->items, w->count, g->options->fonts, o, g->arena);
}

flow words_flow(galley *g, const words *w, double width, bool justified) {
    return set_words(g, w, width, justified, 0);
}

flow galley_paragraph(galley *g, const span *spans, size_t count, double indent) {
    static const double ragged_below = 250; /* narrower columns are not justified */
    words w = {0};
    words_add_spans(g, &w, spans, count, galley_style(g, FACE_ROMAN, g->options->theme->type.body));
    return set_words(g, &w, g->column, g->column >= ragged_below, indent);
}

flow galley_flow(galley *g, const span *spans, size_t count, text_style style, double width, bool justified) {
    words w = {0};
    words_add_spans(g, &w, spans, count, style);
    return words_flow(g, &w, width, justified);
}

double line_baseline(const flow_line *l) {
    return (l->height - l->ascent - l->descent) / 2 + l->ascent;
}

/* The marker of a list item stands on the first line that the item sets. */
static void place_marker(galley *g, scene *s, double baseline) {
    if (!g->marker)
        return;
    scene_take(s, g->marker->scene, g->marker_x - g->marker->width, baseline, STR(""));
    g->marker = NULL;
}

void galley_lines(galley *g, const flow *f, double x, row_kind kind) {
    for (size_t k = 0; k < f->count; k++) {
        const flow_line *l = &f->lines[k];
        scene *s = scene_new(g->arena);
        double baseline = line_baseline(l);
        place_marker(g, s, baseline);
        scene_take(s, l->scene, x, baseline, STR(""));
        /* No line of a paragraph stands alone at the head or the foot of a page. */
        if (k > 0 && (k == 1 || k + 1 == f->count || g->lines < 2))
            galley_keep(g);
        galley_add(g, kind, l->height, s);
        g->lines++;
    }
}

/* The markup of labels: *italic*, **bold**, $mathematics$, a backslash before a sign that stands for itself. */

typedef struct markup {
    galley *g;
    words *out;
    text_style style;
    strbuf text; /* words since the last sign */
    bool strong, slanted;
} markup;

static void end_words(markup *m) {
    if (!m->text.len)
        return;
    span like = {.text = strbuf_text(&m->text), .strong = m->strong, .emphasis = m->slanted};
    text_style own = m->style;
    own.face = face_of(&like, m->style.face);
    *ARENA_PUSH(m->g->arena, m->out, items, count, capacity) =
        (flow_span){.text = str_copy(m->g->arena, strbuf_text(&m->text)), .style = own};
    m->text.len = 0;
}

/* The formula that begins after the $ at `at`; returns where the text goes on. */
static size_t add_math(markup *m, str text, size_t at) {
    size_t end = str_find(text, STR("$"), at + 1);
    end = end == SIZE_MAX ? text.len : end;
    source where = {STR("label"), text};
    math *formula = math_read(&where, at + 1, end - at - 1, m->g->arena, m->g->error);
    if (!formula)
        return text.len;
    end_words(m);
    *ARENA_PUSH(m->g->arena, m->out, items, count, capacity) =
        (flow_span){.piece = set_math(m->g, formula, m->style, false), .style = m->style};
    return end + 1;
}

void words_add_markup(galley *g, words *w, str text, text_style style) {
    markup m = {.g = g, .out = w, .style = style, .text = strbuf_in(g->arena)};
    for (size_t at = 0; at < text.len;) {
        char c = text.ptr[at];
        if (c == '$') {
            at = add_math(&m, text, at);
        } else if (c == '*') {
            bool two = at + 1 < text.len && text.ptr[at + 1] == '*';
            end_words(&m);
            *(two ? &m.strong : &m.slanted) ^= true;
            at += two ? 2 : 1;
        } else {
            at += c == '\\' && at + 1 < text.len;
            strbuf_add_byte(&m.text, text.ptr[at++]);
        }
    }
    end_words(&m);
}

scene *galley_stack(galley *g, const flow *f, double width, anchor anchor) {
    scene *s = scene_new(g->arena);
    double y = 0;
    for (size_t k = 0; k < f->count; k++) {
        double free = width - f->lines[k].width;
        double x = anchor == ANCHOR_CENTRE ? free / 2 : anchor == ANCHOR_RIGHT ? free : 0;
        scene_take(s, f->lines[k].scene, x, y + line_baseline(&f->lines[k]), STR(""));
        y += f->lines[k].height;
    }
    s->w = width;
    s->h = y;
    return s;
}
